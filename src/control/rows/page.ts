/** How every list comes in pages. */
import { Misuse } from '../../service/wire/misuse.ts'

/** A part of a list. Absent: the whole list. */
export interface Page {
  /** How many entries at most. A page of large entries has fewer. */
  readonly limit?: number | undefined
  /** The `next` of the page before. */
  readonly after?: string | undefined
  /** Which entry comes first; the oldest when absent. */
  readonly first?: 'oldest' | 'newest' | undefined
  /** How many entries are left out before the first one that is shown. */
  readonly skip?: number | undefined
}

/** How many entries a page has over HTTP: when the caller does not say, and at most. */
export const pageSizes = { usual: 1_000, most: 10_000 }

type Paged<Name extends string, Shown> = Record<Name, Shown[]> & { total: number; next: string | null }

/** The characters of text after which a page ends, because a reply cannot have more than 512 million. */
const mostText = 16 * 2 ** 20

/**
 * Cuts a page out of a list, as a reply has it under the name of the list. `keyOf` names an entry; a name stays the same while the entry is
 * in the list. Without `show`, entries are shown as they are.
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
  if (at < 0) throw new Misuse(`after: ${JSON.stringify(after.slice(0, 100))} is not the "next" of a page of this list.`)
  return at + 1
}

/** The characters in the texts of a value. */
function textIn(value: unknown): number {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null) return 8
  let sum = 8
  for (const each of Object.values(value)) sum += textIn(each)
  return sum
}
