/** What every list has beside its entries. */
import { z } from 'zod'

/** The members that every list has beside its entries. `total` counts the entries of all pages. */
export const pageReply = {
  total: z.int().describe('How many there are in all.'),
  next: z.string().nullable().describe('Where the next page begins: send it as `after`. Null on the last page.'),
}
