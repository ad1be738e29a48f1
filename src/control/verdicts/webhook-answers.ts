/** Checks that a client's webhook endpoint accepts events. */
import { defineVerdict } from './judging/verdict.ts'

export const webhookAnswers = defineVerdict({
  id: 'webhook-answers',
  sentence: "A subscriber's endpoint answers each event with a 2xx status.",
  severity: 'bad',
  source: 'events §5.1',
  guidance:
    'Store the event, answer 200, and process it afterwards. If the endpoint fails, the service retries a few times and then gives up.',
  exercise: [],
  remember: () => undefined,
  look({ id, delivery }, _, tell) {
    if (!delivery || delivery.validates) return
    tell.met()
    if (delivery.why !== null) tell.broken(id)
  },
})
