/** Checks that a client's webhook endpoint answers when its subscription is validated. */
import { defineVerdict } from './judging/verdict.ts'

export const webhookValidation = defineVerdict({
  id: 'webhook-validation',
  sentence: "A subscriber's endpoint answers the validation request with a 2xx status.",
  severity: 'bad',
  source: 'events §4.4',
  guidance: 'Answer the event platform.events.validatesubscription with 200. Otherwise, the subscription receives no events.',
  exercise: [],
  remember: () => undefined,
  look({ id, delivery }, _, tell) {
    if (!delivery?.validates) return
    tell.met()
    if (delivery.why !== null) tell.broken(id)
  },
})
