/** The deliveries whose endpoints are being called, apart from the jobs that deliver, so that a page loads those later. */

import { liveSlot } from '../../../wire/when-needed.ts'
import { type Called, callThat, type Outgoing, type OutgoingCall, type Reception, traceParent } from '../../../world/outgoing.ts'
import type { Environment } from '../../../world/records.ts'
import type { World } from '../../../world/world.ts'
import { type Delivery, deliveries, moveDelivery, noteAttempt } from '../records/delivery.ts'
import { subscriptions } from '../records/subscription.ts'
import { writeText } from '../rules/dotnet-json.ts'

export interface Turns {
  /** Results are noted in the order of sending, also when a later endpoint answers first. */
  writing?: Promise<unknown> | undefined
  /** Validations that are running: events of the same instant wait for their result. */
  validations?: Promise<unknown> | undefined
  /** The deliveries whose endpoint is being called. */
  readonly underWay: Map<Delivery, AbortController>
}
export const turns = liveSlot((): Turns => ({ underWay: new Map() }))

/** Calls an endpoint. Follows no redirects. Only the status of the reply counts. Source: events §5.1, decisions §15. */
export const callEndPoint = (
  outgoing: Outgoing,
  endPoint: string,
  event: string,
  delivery: Pick<Delivery, 'id' | 'attempts'>,
  { ends = 'reached', ...more }: Pick<OutgoingCall, 'signal' | 'goOutside'> & { readonly ends?: Reception } = {},
): Promise<Called> =>
  callThat(ends, outgoing, {
    ...webhookRequest(endPoint, event, traceParent(delivery.id, delivery.attempts.length + 1)),
    redirects: 0,
    limit: 0,
    ...more,
  })

/** Gives a waiting delivery up, and breaks off the call that is under way. */
export function breakOff(world: World, { of }: Environment, delivery: Delivery): void {
  const all = of(deliveries)
  noteAttempt(all, delivery, {
    at: world.clock.now(),
    endPoint: delivery.endPoint,
    status: null,
    why: 'a tester broke it off',
    resent: false,
  })
  moveDelivery(all, delivery, 'failed')
  turns.of(world).underWay.get(delivery)?.abort(new Error('a tester broke it off'))
}

/** Marks the subscription of a delivered validation as validated. */
export function validate({ event, subscription: id }: Delivery, { of }: Environment, at: number): void {
  const { records } = of(subscriptions)
  const subscription = records.get(id)
  if (event !== null || !subscription) return
  subscription.validated ??= at
  records.changed(subscription)
}

/** The request that the endpoint of a subscriber gets. `event`: the text of the event as it is delivered. Source: events §5.1. */
export const webhookRequest = (endPoint: string, event: string, traceparent: string) => ({
  method: 'POST',
  url: endPoint,
  headers: { traceparent, 'content-type': 'application/json; charset=utf-8' },
  body: webhookBody(endPoint, event),
})

/** Slack gets the event as a text within another object. */
const webhookBody = (endPoint: string, event: string): string =>
  endPoint.includes('hooks.slack.com') ? `{"text":${writeText(event)}}` : event
