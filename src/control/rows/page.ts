/** Splits lists into pages. */
import { Misuse } from '../../service/wire/misuse.ts'

/** A part of a list. Without a page, the whole list is returned. */
export interface Page {
  /** Maximum number of entries. A page with large entries contains fewer. */
  readonly limit?: number | undefined
  /** `next` from the previous page. */
  readonly after?: string | undefined
  /** The order of the entries. Default: oldest first. */
  readonly first?: 'oldest' | 'newest' | undefined
  readonly skip?: number | undefined
}

/** Entries per page over HTTP: default and maximum. */
export const pageSizes = { usual: 1_000, most: 10_000 }

type Paged<Name extends string, Shown> = Record<Name, Shown[]> & { total: number; next: string | null }

/** A page ends after this many characters, because a reply can contain at most 512 million characters. */
const mostText = 16 * 2 ** 20

/**
 * Returns one page of a list, for a reply member named after the list. `keyOf` returns a key that stays the same for as long as the entry
 * is in the list. Without `show`, entries are returned unchanged.
 */
export function pageOf<Name extends string, Entry, Shown = Entry>(
  name: Name,
  entries: readonly Entry[],
  page: Page | undefined,
  keyOf: (entry: Entry) => string,
  show: (entry: Entry) => Shown = (entry) => entry as unknown as Shown,
): Paged<Name, Shown> {
  const all = page?.first === 'newest' ? entries.toReversed() : entries
  const start = (page?.after === undefined ? 0 : positionAfter(page.after, all, keyOf)) + (page?.skip ?? 0)
  const end = Math.min(all.length, start + (page?.limit ?? all.length))
  const shown: Shown[] = []
  let left = page === undefined ? Number.POSITIVE_INFINITY : mostText
  for (let at = start; at < end && left > 0; at++) {
    const one = show(all[at] as Entry)
    shown.push(one)
    if (page !== undefined) left -= textIn(one)
  }
  const last = all[start + shown.length - 1]
  const next = last !== undefined && start + shown.length < all.length ? keyOf(last) : null
  return { [name]: shown, total: all.length, next } as Paged<Name, Shown>
}

function positionAfter<Entry>(after: string, all: readonly Entry[], keyOf: (entry: Entry) => string): number {
  const at = all.findIndex((entry) => keyOf(entry) === after)
  if (at < 0) throw new Misuse(`after: ${JSON.stringify(after.slice(0, 100))} is not the "next" value of a page in this list.`)
  return at + 1
}

/** Estimates the number of characters in a value. */
function textIn(value: unknown): number {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null) return 8
  let sum = 8
  for (const each of Object.values(value)) sum += textIn(each)
  return sum
}
