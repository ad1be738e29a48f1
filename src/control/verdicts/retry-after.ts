/** Checks that a client waits for as long as Retry-After specifies. */
import type { Facts } from './judging/deed.ts'
import { defineVerdict, type Read, readOf, recent } from './judging/verdict.ts'
import { isAtOnce, refusedBefore } from './too-many-requests.ts'

type RefusedCall = Read & Pick<Facts, 'status'> & { readonly wait: number }

/** In milliseconds. Client timers are imprecise. */
const tolerance = 50

export const retryAfter = defineVerdict({
  id: 'retry-after',
  sentence: 'After a reply with Retry-After, a client waits that long before it calls the operation again.',
  severity: 'bad',
  source: 'decisions §4',
  guidance:
    'Read Retry-After in every 429 and 503, and wait that many seconds, or until that date. If the client has several workers, all of them must wait.',
  exercise: ['rate-limit-recovery', 'rate-limit-date', 'fail-twice-then-succeed'],
  remember: () => recent<string, RefusedCall>(),
  look(deed, refused, tell) {
    if (refused.size === 0 && deed.retryAfter === null) return
    const { key, before, waited, isUnread, isExcused } = refusedBefore(deed, refused)
    if (before && !isUnread) {
      if (waited >= before.wait) tell.met()
      else if (!isExcused && isAtOnce(before.status, waited)) tell.elsewhere()
      else if (!isExcused && waited + tolerance < before.wait) tell.broken(before.id, deed.id)
      else if (!isExcused) tell.met()
      if (waited >= before.wait || before.turns !== deed.turns) refused.delete(key)
    }
    const wait = deed.retryAfter
    if (wait === null || wait === 0) return
    // The earliest reply counts. Otherwise, with an endless stream of calls, a call would always seem to be in flight.
    if (isUnread) return
    refused.set(key, { ...readOf(deed), status: deed.status, wait })
  },
})
