/** The verdict on events that its endpoint refuses. */
import { test } from 'vitest'
import { webhookAnswers } from '../../../src/control/verdicts/webhook-answers.ts'
import { expectBroken, expectGood, expectNotExercised } from '../../support/deeds.ts'

const event = { status: 200, why: null, validates: false }

test('a good endpoint is good, a bad one bad', () => {
  expectGood(webhookAnswers, { delivery: event })
  expectBroken(webhookAnswers, ['1'], { delivery: { ...event, status: 500, why: 'it answered 500' } })
})

test('a client whose endpoint is not called so shows nothing', () => {
  expectNotExercised(webhookAnswers, { delivery: { ...event, validates: true } })
})
