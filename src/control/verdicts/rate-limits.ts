/** Verdicts on rate limits and Retry-After. */
import { rateLimits, windowSeconds } from '../../service/wire/vocabulary.ts'
import type { Line } from '../../service/world/journal.ts'
import { type Deed, type Facts, nobody } from './judging/deed.ts'
import { defineVerdict, type Read, type Recent, readOf, recent, waits, wasOnTheWay } from './judging/verdict.ts'

/** A call counts as immediate if it comes less than this many milliseconds after a 429. */
const atOnce = 200

/** True if a call came so soon after a 429 that its client cannot have waited. */
export const isAtOnce = (status: number | null, waited: number): boolean => status === 429 && waited < atOnce

/** Finds the preceding refusal of the same operation. A retry is excused if the client did not choose to make it. */
function refusedBefore<R extends Read>(deed: Deed, refused: Recent<string, R>) {
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

/** This many consecutive reads count as polling. */
const enough = 6

interface Polled extends Pick<Facts, 'ended' | 'until' | 'turns' | 'clockMoves'> {
  readonly ids: readonly string[]
}

export const pollingRate = defineVerdict({
  id: 'polling-rate',
  sentence: "A client polls no faster than the operation's rate limit allows.",
  severity: 'advice',
  source: 'spec §8',
  guidance:
    'Divide a minute by the limit. That allows one overview call every half second, and one search or details call every two seconds.',
  remember: () => recent<string, Polled>(),
  look(deed, polled, tell) {
    const { id, operation, method, ended, until, turns, clockMoves } = deed
    if (method !== 'GET' || operation === null || !isLimited(operation)) return
    const request = `${deed.environment} ${deed.path}?${deed.query}`
    const before = polled.get(request)
    const isNext = before && before.turns === turns && before.clockMoves === clockMoves && deed.began >= before.ended
    const isFast = isNext && waits(before, deed).waited < (windowSeconds * 1000) / rateLimits[operation].current
    if (isFast) tell.elsewhere()
    else if (isNext) tell.met()
    const ids = isFast ? [...before.ids, id].slice(-enough) : [id]
    polled.set(request, { ids, ended, until, turns, clockMoves })
    if (ids.length === enough) tell.broken(...ids)
  },
})

const isLimited = (operation: string): operation is keyof typeof rateLimits => Object.hasOwn(rateLimits, operation)

export const limitKept = defineVerdict({
  id: 'limit-kept',
  sentence: 'A client does not exceed a rate limit with calls that change nothing.',
  severity: 'bad',
  source: 'spec §8',
  guidance: 'Poll more slowly, or wait for an event. A limit that a scenario has used up does not count.',
  atEnd({ calls }) {
    const callers = Map.groupBy(calls, ({ environment, token }) => `${environment} ${token?.clientId ?? token?.orgNo ?? nobody}`)
    return [...callers.values()].flatMap((own) => {
      const refused = own.filter((line, at) => line.status === 429 && line.rule === null && isIdle(own.slice(0, at), line))
      const operations = new Set(refused.map(({ operation }) => operation ?? ''))
      return [...operations].map((operation) => `exceeds its limit for ${operation} while it is only polling`)
    })
  },
})

/** True if the calls within the window were only reads and no scenario used up the limit. */
const isIdle = (before: readonly Line[], { at }: Line): boolean =>
  before.every((line) => line.at <= at - windowSeconds * 1000 || (line.commits === 0 && line.rule?.effects.exhaust === undefined))
