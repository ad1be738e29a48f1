/** A list of calls that does not move while the user is reading it or has paused it. */
import { useRef } from 'preact/hooks'
import { type Family, useFamilies } from './families.ts'
import { inOrder, type JournalLine } from './journal.ts'

/** The list on the page, and the number of newer families. */
interface ShownFamilies {
  readonly shown: readonly Family[]
  readonly fits: unknown
  readonly isFlat: boolean
  readonly emptied: number
  /** The full list, and the number of families already counted. A new array is counted from its beginning. */
  of: readonly Family[]
  counted: number
  newer: number
}

/**
 * `shown`: the matching families, oldest first. With `isStill`, this list stays the same until the filter changes or the list is emptied.
 * `all`: also includes newer families. `newer`: the number of newer families.
 */
export function useStillFamilies(fits: (line: JournalLine) => boolean, isFlat: boolean, isStill: boolean) {
  const still = useRef<ShownFamilies | undefined>(undefined)
  const { families: all, emptied, ...rest } = useFamilies(fits, isFlat)
  if (!isStill) {
    still.current = undefined
    return { ...rest, emptied, shown: all, all, newer: 0 }
  }
  const before = still.current
  const stays = before !== undefined && before.fits === fits && before.isFlat === isFlat && before.emptied === emptied
  const now = stays ? before : { shown: [...all], fits, isFlat, emptied, of: all, counted: all.length, newer: 0 }
  still.current = now
  if (now.of === all) now.newer += all.length - now.counted
  else now.newer = countNewer(now.shown, all)
  now.of = all
  now.counted = all.length
  return { ...rest, emptied, shown: now.shown, all, newer: now.newer }
}

/** Returns the number of newer families. Older families that were loaded in the meantime do not count. */
function countNewer(shown: readonly Family[], all: readonly Family[]): number {
  const [first] = shown
  const ids = new Set(shown.map(({ head }) => head.id))
  return all.filter(({ head }) => !ids.has(head.id) && (first === undefined || inOrder(head, first.head) > 0)).length
}
