/** Schemas that all lists share. */
import { z } from 'zod'
import { type Page, pageSizes } from './page.ts'
import { numberOf } from './row.ts'

/** Reply members that every list has. `total` counts the entries on all pages. */
export const pageReply = {
  total: z.int().describe('The total number of entries.'),
  next: z.string().nullable().describe('The start of the next page: send it as `after`. Null on the last page.'),
}

const { usual, most } = pageSizes

/** Query parameters that every list has. */
export const pageQuery = {
  limit: numberOf('entries', 1, most).optional().describe(`The maximum number of entries on the page. Default: ${usual}.`),
  after: z.string().optional().describe('The `next` of the previous page.'),
}

export const testerText = () =>
  z.string().max(200).optional().describe('Only entries with these words or their synonyms, such as 429, malware or retry.')

/** Query parameters for lists that show a window, such as the newest entries. */
export const windowQuery = {
  ...pageQuery,
  first: z.enum(['oldest', 'newest']).optional().describe('The entry that comes first. Default: oldest.'),
  skip: z
    .string()
    .regex(/^\d{1,9}$/, 'is not a number of entries')
    .meta({ type: 'integer', minimum: 0 })
    .optional()
    .describe('The number of entries to skip before the first one.'),
}

/** `after` requests a page. Without `limit`, the page has the default size. */
export const pageIn = ({ limit = String(usual), after, first, skip }: z.output<z.ZodObject<typeof windowQuery>>): Page => ({
  limit: Number(limit),
  after,
  first,
  skip: skip === undefined ? undefined : Number(skip),
})
