/** The verdict on an endpoint that takes long. */
import { test } from 'vitest'
import { webhookSpeed } from '../../../src/control/verdicts/webhook-speed.ts'
import { expectBroken, expectGood, expectNotExercised } from '../../support/deeds.ts'

const event = { status: 200, why: null, validates: false }

test('a good endpoint is good, a bad one bad', () => {
  expectGood(webhookSpeed, { delivery: event, took: 500 })
  expectBroken(webhookSpeed, ['1'], { delivery: event, took: 8_000 })
})

test('an endpoint that cannot be reached shows nothing', () => {
  expectNotExercised(webhookSpeed, { delivery: { status: null, why: 'ECONNREFUSED', validates: false }, took: 3 })
})

test('a client whose endpoint is not called so shows nothing', () => {
  expectNotExercised(webhookSpeed, {})
})

test('an endpoint whose result waited for that of an earlier event is not blamed', () => {
  expectNotExercised(webhookSpeed, { delivery: { ...event, held: true }, took: 8_000 })
})
