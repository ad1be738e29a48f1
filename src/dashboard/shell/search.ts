/** Which page the search of the header opens, with the query `text`. */
import { pages } from '../pages/index.ts'

/** The traffic finds calls by text as long as no page searches everything. */
export const searchPath = pages.some(({ path }) => path === 'search') ? 'search' : 'calls'
