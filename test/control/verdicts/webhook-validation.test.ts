/** The verdict on the validation of a subscription. */
import { test } from 'vitest'
import { webhookValidation } from '../../../src/control/verdicts/webhook-validation.ts'
import { expectBroken, expectGood, expectNotExercised } from '../../support/deeds.ts'

const event = { status: 200, why: null, validates: false }

test('a good endpoint is good, a bad one bad', () => {
  expectGood(webhookValidation, { delivery: { ...event, validates: true } })
  expectBroken(webhookValidation, ['1'], { delivery: { status: null, why: 'it did not answer', validates: true } })
})

test('a client whose endpoint is not called so shows nothing', () => {
  expectNotExercised(webhookValidation, { delivery: event })
})
