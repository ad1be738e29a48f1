/** Checks that a client's webhook endpoint answers quickly. */
import { defineVerdict } from './judging/verdict.ts'

/** In milliseconds of real time. The service gives up after ten seconds. */
const longest = 5_000

export const webhookSpeed = defineVerdict({
  id: 'webhook-speed',
  sentence: "A subscriber's endpoint answers within five seconds.",
  severity: 'bad',
  source: 'events §5.1',
  guidance: 'Put the event into a queue and answer immediately.',
  exercise: [],
  remember: () => undefined,
  look({ id, delivery, began, ended }, _, tell) {
    if (!delivery || delivery.held) return
    if (ended - began > longest) tell.broken(id)
    // An unreachable endpoint fails quickly too.
    else if (delivery.status !== null) tell.met()
  },
})
