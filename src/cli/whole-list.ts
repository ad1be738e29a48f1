/** Reads a list page by page. */
import { optional, wholeNumber } from './option.ts'

/** The option of every list. */
export const listOptions = { limit: optional('At most this many entries; all when absent', wholeNumber(1)) }

export interface PageQuery {
  readonly limit?: string
  readonly after?: string
}

/** The most entries that one reply can have. */
const mostOfPage = 10_000

/**
 * The reply of a list row, with the entries of as many pages as `limit` asks for. `noun` is the member that holds the entries.
 * `backwards`: each page comes before the one that was read before it.
 */
export async function wholeList<
  Noun extends string,
  Reply extends { readonly next: string | null } & Readonly<Record<Noun, readonly unknown[]>>,
>(noun: Noun, read: (page: PageQuery) => Promise<Reply>, limit?: number, { backwards = false } = {}): Promise<Reply> {
  const part = (found: number) => (limit === undefined ? {} : { limit: String(Math.min(limit - found, mostOfPage)) })
  let whole = await read(part(0))
  // Another server may repeat itself for ever.
  const known = new Set<string>()
  while (typeof whole.next === 'string' && !known.has(whole.next) && whole[noun].length < (limit ?? Number.POSITIVE_INFINITY)) {
    known.add(whole.next)
    const page = await read({ ...part(whole[noun].length), after: whole.next })
    const [first, second] = backwards ? [page, whole] : [whole, page]
    whole = { ...page, [noun]: [...first[noun], ...second[noun]] }
  }
  return whole
}
