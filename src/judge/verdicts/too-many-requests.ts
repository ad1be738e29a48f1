/** Whether a client answers 429 by calling again at once. */
import { defineVerdict, type Read, readOf, recent, waits, wasOnTheWay } from './judging/verdict.ts'

/** Milliseconds. */
const atOnce = 200

/** Whether a call came so soon after a 429 that its client did not wait at all. */
export const isAtOnce = (status: number | null, waited: number): boolean => status === 429 && waited < atOnce

export const tooManyRequests = defineVerdict({
  id: 'too-many-requests',
  sentence: 'After a 429, a client does not call the operation again at once.',
  severity: 'bad',
  source: 'spec §8',
  guidance: 'Wait as long as Retry-After says. Count your calls, so that the limit is not reached.',
  exercise: ['rate-limit-recovery', 'rate-limit-burst'],
  remember: () => recent<string, Read>(),
  look(deed, refused, tell) {
    if (refused.size === 0 && deed.status !== 429) return
    const key = `${deed.operation} ${deed.environment}`
    const before = refused.get(key)
    const waited = before ? waits(before, deed).waited : 0
    const isUnread = before !== undefined && wasOnTheWay(before, deed)
    if (before && !isUnread) {
      const isExcused = before.turns !== deed.turns || deed.byLibrary
      if (!isAtOnce(429, waited)) tell.met()
      else if (!isExcused) tell.broken(before.id, deed.id)
      refused.delete(key)
    }
    if (deed.status !== 429 || deed.retryAfter === 0) return
    // The earliest reply counts: calls without an end would be on the way for ever.
    if (isUnread) return
    refused.set(key, readOf(deed))
  },
})
