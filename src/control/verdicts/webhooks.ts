/** Verdicts on a subscriber's webhook endpoint. */
import { defineVerdict } from './judging/verdict.ts'

export const webhookAnswers = defineVerdict({
  id: 'webhook-answers',
  sentence: "A subscriber's endpoint answers each event with a 2xx status.",
  severity: 'bad',
  source: 'events §5.1',
  guidance:
    'Store the event, answer 200, and process it afterwards. If the endpoint fails, the service retries a few times and then gives up.',
  look({ id, delivery }, _, tell) {
    if (!delivery || delivery.validates) return
    tell.met()
    if (delivery.why !== null) tell.broken(id)
  },
})

export const webhookValidation = defineVerdict({
  id: 'webhook-validation',
  sentence: "A subscriber's endpoint answers the validation request with a 2xx status.",
  severity: 'bad',
  source: 'events §4.4',
  guidance: 'Answer the event platform.events.validatesubscription with 200. Otherwise, the subscription receives no events.',
  look({ id, delivery }, _, tell) {
    if (!delivery?.validates) return
    tell.met()
    if (delivery.why !== null) tell.broken(id)
  },
})

/** In milliseconds of real time. The service gives up after ten seconds. */
const longest = 5_000

export const webhookSpeed = defineVerdict({
  id: 'webhook-speed',
  sentence: "A subscriber's endpoint answers within five seconds.",
  severity: 'bad',
  source: 'events §5.1',
  guidance: 'Put the event into a queue and answer immediately.',
  look({ id, delivery, began, ended }, _, tell) {
    if (!delivery || delivery.held) return
    if (ended - began > longest) tell.broken(id)
    // An unreachable endpoint fails quickly too.
    else if (delivery.status !== null) tell.met()
  },
})
