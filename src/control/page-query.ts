/** The query by which callers of control rows ask for a page of a list. Source: decisions §12. */
import { z } from 'zod'
import { type Page, pageSizes } from '../knobs/page.ts'

const { usual, most } = pageSizes
const isLimit = (text: string) => /^[1-9]\d{0,4}$/.test(text) && Number(text) <= most

/** Part of the query of every list. */
export const pageQuery = {
  limit: z
    .string()
    .refine(isLimit, { error: 'is not a number of entries', params: { choices: [`1 to ${most}`] } })
    .meta({ type: 'integer', minimum: 1, maximum: most })
    .optional()
    .describe(`How many entries the page has at most; ${usual} when absent.`),
  after: z.string().optional().describe('The `next` of the page before.'),
}

/** `after` takes a page; without `limit` it has the usual size. */
export const pageIn = ({
  limit = String(usual),
  after,
}: {
  readonly limit?: string | undefined
  readonly after?: string | undefined
}): Page => ({
  limit: Number(limit),
  after,
})
