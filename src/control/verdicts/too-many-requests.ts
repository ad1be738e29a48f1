/** Checks that a client does not make another call immediately after a 429. */
import type { Deed } from './judging/deed.ts'
import { defineVerdict, type Read, type Recent, readOf, recent, waits, wasOnTheWay } from './judging/verdict.ts'

/** A call counts as immediate if it comes less than this many milliseconds after a 429. */
const atOnce = 200

/** True if a call came so soon after a 429 that its client cannot have waited. */
export const isAtOnce = (status: number | null, waited: number): boolean => status === 429 && waited < atOnce

/** Finds the preceding refusal of the same operation. A retry is excused if the client did not choose to make it. */
export function refusedBefore<R extends Read>(deed: Deed, refused: Recent<string, R>) {
  const key = `${deed.operation} ${deed.environment}`
  const before = refused.get(key)
  return {
    key,
    before,
    waited: before ? waits(before, deed).waited : 0,
    isUnread: before !== undefined && wasOnTheWay(before, deed),
    isExcused: before?.turns !== deed.turns || deed.byLibrary,
  }
}

export const tooManyRequests = defineVerdict({
  id: 'too-many-requests',
  sentence: 'After a 429, a client does not retry the operation immediately.',
  severity: 'bad',
  source: 'spec §8',
  guidance: 'Wait for as long as Retry-After specifies. Count your calls so that you stay below the limit.',
  exercise: ['rate-limit-recovery', 'rate-limit-burst'],
  remember: () => recent<string, Read>(),
  look(deed, refused, tell) {
    if (refused.size === 0 && deed.status !== 429) return
    const { key, before, waited, isUnread, isExcused } = refusedBefore(deed, refused)
    if (before && !isUnread) {
      if (!isAtOnce(429, waited)) tell.met()
      else if (!isExcused) tell.broken(before.id, deed.id)
      refused.delete(key)
    }
    if (deed.status !== 429 || deed.retryAfter === 0) return
    // The earliest reply counts. Otherwise, with an endless stream of calls, a call would always seem to be in flight.
    if (isUnread) return
    refused.set(key, readOf(deed))
  },
})
