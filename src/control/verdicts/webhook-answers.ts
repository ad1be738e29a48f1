/** Whether the webhook endpoint of a client accepts events. */
import { defineVerdict } from './judging/verdict.ts'

export const webhookAnswers = defineVerdict({
  id: 'webhook-answers',
  sentence: 'The endpoint of a subscription answers each event with a status of 2xx.',
  severity: 'bad',
  source: 'events §5.1',
  guidance: 'Store the event, answer 200, and work on it afterwards. An endpoint that fails gets the event again, and at last never.',
  exercise: [],
  remember: () => undefined,
  look({ id, delivery }, _, tell) {
    if (!delivery || delivery.validates) return
    tell.met()
    if (delivery.why !== null) tell.broken(id)
  },
})
