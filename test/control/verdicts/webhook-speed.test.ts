/** The verdict on an endpoint that takes long. */
import { webhookSpeed } from '../../../src/control/verdicts/webhooks.ts'
import { bad, good, judges, nothing } from '../../support/deeds.ts'

const event = { status: 200, why: null, validates: false }

judges(webhookSpeed, {
  'a good endpoint is good, a bad one bad': [good({ delivery: event, took: 500 }), bad(['1'], { delivery: event, took: 8_000 })],
  'an endpoint that cannot be reached shows nothing': [
    nothing({ delivery: { status: null, why: 'ECONNREFUSED', validates: false }, took: 3 }),
  ],
  'a client whose endpoint is not called so shows nothing': [nothing({})],
  'an endpoint whose result waited for that of an earlier event is not blamed': [
    nothing({ delivery: { ...event, held: true }, took: 8_000 }),
  ],
})
