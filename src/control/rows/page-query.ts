/** What every list has beside its entries. */
import { z } from 'zod'
import { type Page, pageSizes } from './page.ts'
import { numberOf } from './row.ts'

/** The members that every list has beside its entries. `total` counts the entries of all pages. */
export const pageReply = {
  total: z.int().describe('How many there are in all.'),
  next: z.string().nullable().describe('Where the next page begins: send it as `after`. Null on the last page.'),
}

const { usual, most } = pageSizes

/** Part of the query of every list. */
export const pageQuery = {
  limit: numberOf('entries', 1, most).optional().describe(`How many entries the page has at most; ${usual} when absent.`),
  after: z.string().optional().describe('The `next` of the page before.'),
}

/** Words by which a list is searched. */
export const testerText = () =>
  z.string().max(200).optional().describe('Only what has these words, or others that say the same: 429, malware, retry.')

/** Part of the query of lists that a page shows a window of, the newest entries on top. */
export const windowQuery = {
  ...pageQuery,
  first: z.enum(['oldest', 'newest']).optional().describe('Which entry comes first: the oldest when absent.'),
  skip: z
    .string()
    .regex(/^\d{1,9}$/, 'is not a number of entries')
    .meta({ type: 'integer', minimum: 0 })
    .optional()
    .describe('How many entries to leave out before the first one.'),
}

/** `after` takes a page; without `limit` it has the usual size. */
export const pageIn = ({ limit = String(usual), after, first, skip }: z.output<z.ZodObject<typeof windowQuery>>): Page => ({
  limit: Number(limit),
  after,
  first,
  skip: skip === undefined ? undefined : Number(skip),
})
