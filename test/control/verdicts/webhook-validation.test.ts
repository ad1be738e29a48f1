/** The verdict on the validation of a subscription. */
import { webhookValidation } from '../../../src/control/verdicts/webhooks.ts'
import { bad, good, judges, nothing } from '../../support/deeds.ts'

const event = { status: 200, why: null, validates: false }

judges(webhookValidation, {
  'a good endpoint is good, a bad one bad': [
    good({ delivery: { ...event, validates: true } }),
    bad(['1'], { delivery: { status: null, why: 'it did not answer', validates: true } }),
  ],
  'a client whose endpoint is not called so shows nothing': [nothing({ delivery: event })],
})
