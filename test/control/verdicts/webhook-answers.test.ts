/** The verdict on events that its endpoint refuses. */
import { webhookAnswers } from '../../../src/control/verdicts/webhooks.ts'
import { bad, good, judges, nothing } from '../../support/deeds.ts'

const event = { status: 200, why: null, validates: false }

judges(webhookAnswers, {
  'a good endpoint is good, a bad one bad': [
    good({ delivery: event }),
    bad(['1'], { delivery: { ...event, status: 500, why: 'the endpoint returned 500' } }),
  ],
  'a client whose endpoint is not called so shows nothing': [nothing({ delivery: { ...event, validates: true } })],
})
