/** Counts the lines that a journal has dropped. */

import { readTimestamp } from '../../service/wire/timestamp.ts'
import type { Ring } from '../../service/world/journal.ts'

/** Returns the number of lines dropped after `since`, a line id or a time. Counts all dropped lines if `since` is unknown. */
export function droppedSince(ring: Ring, since: string | undefined): number {
  const { dropped, lastDropped } = ring
  if (since === undefined || !lastDropped) return dropped
  const time = readTimestamp(since)
  if (time) return lastDropped.at < time.at ? 0 : dropped
  if (since === lastDropped.id || ring.find(since)) return 0
  // Call ids are consecutive numbers.
  const [last, given] = [Number(lastDropped.id), Number(since)]
  return isCall(lastDropped.id) && isCall(since) ? Math.min(dropped, Math.max(0, last - given)) : dropped
}

const isCall = (id: string) => /^\d+$/.test(id)

/** Returns an upper bound for the number of dropped lines that were closed after the line with this number. */
export function droppedAfter({ dropped, lastDropped }: Ring, closed: number): number {
  return lastDropped ? Math.min(dropped, Math.max(0, lastDropped.closed - closed)) : 0
}

export const droppedLines = (count: number): string =>
  count === 1
    ? 'One line was dropped to make room (--journal, --journal-bytes)'
    : `${count} lines were dropped to make room (--journal, --journal-bytes)`
