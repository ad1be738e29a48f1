/** The verdict on waiting as long as Retry-After asks. */
import { test } from 'vitest'
import { retryAfter } from '../../../src/control/verdicts/rate-limits.ts'
import { bad, expectBroken, expectGood, good, judges, nothing } from '../../support/deeds.ts'
import { start } from '../../support/standin.ts'

const busy = { status: 503, replyHeaders: { 'retry-after': '30' } }

test('a date counts from Date of the same reply, where it has one', () => {
  const replyHeaders = { date: 'Tue, 01 Jan 2030 00:00:00 GMT', 'retry-after': 'Tue, 01 Jan 2030 00:00:30 GMT' }

  expectBroken(retryAfter, ['1', '2'], { status: 503, replyHeaders }, { after: 5_000 })
  expectGood(retryAfter, { status: 503, replyHeaders }, { after: 30_000 })
})

const other = (nth: number) => ({ ...busy, body: `order ${nth}`, connection: nth + 1 })
const next = (nth: number) => ({ ...busy, body: `order ${nth}`, after: 3 })
const until = { status: 503, replyHeaders: { 'retry-after': new Date(Date.parse(start) + 31_000).toUTCString() } }
const limited = { ...busy, status: 429 }

judges(retryAfter, {
  'a client that waits is good, whether real or world time passes': [
    good(busy, { after: 30_000 }),
    good(busy, { after: 3, worldAfter: 30_000 }),
    nothing(busy),
    nothing(busy, { operation: 'notifications.getShipment', after: 5 }),
  ],
  'a client that calls the operation sooner is bad': [
    bad(['1', '2'], busy, { after: 5_000 }),
    bad(['1', '2'], { ...busy, status: 429 }, { after: 5_000 }),
  ],
  'a call that arrives before the reply has ended answers nothing': [nothing({ ...busy, took: 50 }, { after: -20 })],
  'several calls at the same time are no repetitions, and calls without an end are': [
    nothing(busy, { ...other(1), after: 13 }, { ...other(2), after: 10 }),
    bad(['1', '2'], busy, { ...busy, after: 13 }),
    bad(['1', '3'], busy, { ...other(1), after: 60 }, { ...other(2), after: 60 }),
  ],
  'on one connection a call answers the reply before it, however soon it comes': [
    bad(['1', '2'], busy, next(1)),
    nothing(busy, { ...next(1), connection: 2 }),
    nothing({ ...busy, connection: null }, { ...next(1), connection: null }),
  ],
  'a date is a wait, too': [bad(['1', '2'], until, { after: 5_000 }), good(until, { after: 31_000 })],
  'a client that waits once, and calls at once another time, is not good': [nothing(limited, { ...limited, after: 3 }, { after: 31_000 })],
  'a tester who turns a knob meanwhile excuses the client, and shows nothing': [nothing(busy, { after: 5_000, turns: 1 })],
  'a client that is never asked to wait shows nothing': [nothing({ status: 503 }, {})],
})
