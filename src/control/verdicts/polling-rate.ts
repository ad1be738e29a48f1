/** Checks that a client does not poll faster than the operation's rate limit allows. */
import { rateLimits, windowSeconds } from '../../service/wire/vocabulary.ts'
import type { Facts } from './judging/deed.ts'
import { defineVerdict, recent, waits } from './judging/verdict.ts'

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
  exercise: [],
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
