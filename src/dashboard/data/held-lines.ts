/** A list of lines that stays as it is while the user reads it, and the number of those that came meanwhile. */
import { useRef } from 'preact/hooks'
import { inOrder, type JournalLine, useLines } from './journal.ts'

interface Held {
  readonly shown: readonly JournalLine[]
  readonly fits: unknown
  readonly emptied: number
  /** The list of all, and how many of it were counted; another array is counted anew. */
  of: readonly JournalLine[]
  counted: number
  newer: number
}

/**
 * `shown`: the lines that fit, oldest first. With `held` they stay, until the filter changes or the list is emptied.
 * `all`: also those that came since. `newer`: how many these are.
 */
export function useHeldLines(fits: (line: JournalLine) => boolean, held: boolean) {
  const kept = useRef<Held | undefined>(undefined)
  const { lines: all, emptied } = useLines(fits)
  if (!held) {
    kept.current = undefined
    return { shown: all, all, newer: 0 }
  }
  const before = kept.current
  const stays = before !== undefined && before.fits === fits && before.emptied === emptied
  const now = stays ? before : { shown: [...all], fits, emptied, of: all, counted: all.length, newer: 0 }
  kept.current = now
  if (now.of === all) now.newer += all.length - now.counted
  else now.newer = countNewer(now.shown, all)
  now.of = all
  now.counted = all.length
  return { shown: now.shown, all, newer: now.newer }
}

/** Without the older ones that the page has read meanwhile. */
function countNewer(shown: readonly JournalLine[], all: readonly JournalLine[]): number {
  const [first] = shown
  const ids = new Set(shown.map(({ id }) => id))
  return all.filter((line) => !ids.has(line.id) && (first === undefined || inOrder(line, first) > 0)).length
}
