/** The verdict on waiting as long as Retry-After asks. */
import { test } from 'vitest'
import { retryAfter } from '../../src/verdicts/retry-after.ts'
import { expectBroken, expectGood, expectNotExercised } from '../support/deeds.ts'

const busy = { status: 503, replyHeaders: { 'retry-after': '30' } }

test('a client that waits is good, whether real or world time passes', () => {
  expectGood(retryAfter, busy, { after: 30_000 })
  expectGood(retryAfter, busy, { after: 3, worldAfter: 30_000 })
  expectGood(retryAfter, busy, { operation: 'notifications.getShipment', after: 5 })
})

test('a client that calls the operation sooner is bad', () => {
  expectBroken(retryAfter, ['1', '2'], busy, { after: 5_000 })
  expectBroken(retryAfter, ['1', '2'], { ...busy, status: 429 }, { after: 5_000 })
})

test('a call that arrives before the reply has ended answers nothing', () => {
  expectGood(retryAfter, { ...busy, took: 50 }, { after: -20 })
})

test('several calls at the same time are no repetitions, and calls without an end are', () => {
  const other = (nth: number) => ({ ...busy, body: `order ${nth}` })
  expectGood(retryAfter, busy, { ...other(1), after: 13 }, { ...other(2), after: 10 })
  expectBroken(retryAfter, ['1', '2'], busy, { ...busy, after: 13 })
  expectBroken(retryAfter, ['1', '3'], busy, { ...other(1), after: 60 }, { ...other(2), after: 60 })
})

test('a tester who turns a knob meanwhile excuses the client', () => {
  expectGood(retryAfter, busy, { after: 5_000, turns: 1 })
})

test('a client that is never asked to wait shows nothing', () => {
  expectNotExercised(retryAfter, { status: 503 }, {})
})
