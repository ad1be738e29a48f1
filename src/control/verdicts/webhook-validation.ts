/** Whether the webhook endpoint of a client answers the validation of its subscription. */
import { defineVerdict } from './judging/verdict.ts'

export const webhookValidation = defineVerdict({
  id: 'webhook-validation',
  sentence: 'The endpoint of a subscription answers its validation with a status of 2xx.',
  severity: 'bad',
  source: 'events §4.4',
  guidance: 'Answer the event platform.events.validatesubscription with 200. Without that, the subscription gets no events.',
  exercise: [],
  remember: () => undefined,
  look({ id, delivery }, _, tell) {
    if (!delivery?.validates) return
    tell.met()
    if (delivery.why !== null) tell.broken(id)
  },
})
