/** Whether the waits of a client grow while a call keeps failing. */
import { defineVerdict } from './judging/verdict.ts'

/** How many waits must be seen before they are compared. */
const enough = 3
/** The last wait is so many times the first, at least. */
const growth = 1.25
/** Waits that grow by less did not mean to grow; a client that waits so long need not wait longer. Milliseconds. */
const [least, longEnough] = [50, 30_000]

export const backOff = defineVerdict({
  id: 'back-off',
  sentence: 'While a call keeps failing, a client waits longer before each repetition.',
  severity: 'bad',
  source: 'spec §7',
  guidance: 'Double the wait after each failure, for example 1, 2, 4 and 8 seconds, with some chance in it.',
  exercise: ['outage-all', 'internal-error', 'gateway-timeout'],
  remember: () => undefined,
  look({ id, attempts }, _, tell) {
    if (attempts.length > 0) tell.met()
    if (attempts.length < enough) return
    const newest = attempts.slice(-enough)
    const [first, last] = [newest[0]?.waited ?? 0, newest.at(-1)?.waited ?? 0]
    const asServiceSays = newest.every(({ retryAfter, waited }) => retryAfter !== null && retryAfter > 0 && waited + 50 >= retryAfter)
    if (last >= longEnough || asServiceSays || last >= Math.max(first * growth, first + least)) return
    tell.broken(...newest.map((each) => each.id), id)
  },
})
