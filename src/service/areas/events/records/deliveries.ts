/** Deliveries of events to subscribers' endpoints, and the result of each attempt. Source: events §5. */

import { liveSlot } from '../../../wire/when-needed.ts'
import type { Reception } from '../../../world/outgoing.ts'
import { type Called, callThat, type Outgoing, type OutgoingCall, traceParent } from '../../../world/outgoing.ts'
import type { Environment, Table } from '../../../world/records.ts'
import { defineLifecycle, defineRecord } from '../../../world/records.ts'
import type { World } from '../../../world/world.ts'
import { validationEvent } from '../cloud-events/cloud-event.ts'
import { writeText } from '../cloud-events/dotnet-json.ts'
import { eventRetention, type PublishedEvent } from './published-events.ts'
import { type Subscription, subscriptions } from './subscriptions.ts'

/** `held`: Standin must not call the URL. `dropped`: the subscription was deleted before the delivery. */
export const deliveryStatuses = ['waiting', 'delivered', 'failed', 'held', 'dropped'] as const
export type DeliveryStatus = (typeof deliveryStatuses)[number]

export interface Attempt {
  readonly at: number
  readonly endPoint: string
  /** The reply's status; null if there was no reply. */
  readonly status: number | null
  /** The reason for failure; null on success. */
  readonly why: string | null
  /** True if a tester requested the attempt. */
  readonly resent: boolean
}

/** Plain data. Times are milliseconds of world time since 1970. */
export interface Delivery {
  readonly id: string
  readonly made: number
  readonly subscription: number
  readonly consumer: string
  readonly endPoint: string
  readonly base: string
  /** The id of the event, or of the validation event. */
  readonly eventId: string
  /** The event's number; null for a validation. */
  readonly event: number | null
  status: DeliveryStatus
  next: number | null
  readonly attempts: Attempt[]
  /** The journal line or booking that caused the delivery. */
  readonly cause?: string | undefined
}

export const deliveryLifecycle = defineLifecycle<DeliveryStatus>('delivery', {
  waiting: ['delivered', 'failed', 'held', 'dropped'],
  delivered: [],
  failed: ['delivered'],
  held: ['delivered'],
  dropped: ['delivered'],
})

export function moveDelivery(all: Table<Delivery>, delivery: Delivery, status: DeliveryStatus): void {
  deliveryLifecycle.demand(delivery.status, status)
  delivery.status = status
  delivery.next = null
  all.changed(delivery)
}

export function recordAttempt(all: Table<Delivery>, delivery: Delivery, attempt: Attempt): void {
  delivery.attempts.push(attempt)
  all.changed(delivery)
}

/** Adds a delivery and removes deliveries that are older than the retention time. */
export function addDelivery(all: Table<Delivery>, delivery: Delivery): void {
  for (const old of all.values()) {
    if (old.made >= delivery.made - eventRetention) break
    all.remove(old)
  }
  all.insert(delivery)
}

type Named = { readonly id: string; readonly made: number; readonly eventId: string; readonly cause: string }

/** Creates a delivery of an event or, without an event, of the subscription's validation event. */
export function deliveryTo({ id: subscription, consumer, endPoint, base }: Subscription, named: Named, event?: PublishedEvent): Delivery {
  return {
    ...named,
    subscription,
    consumer,
    endPoint,
    base,
    event: event?.number ?? null,
    status: 'waiting',
    next: null,
    attempts: [],
  }
}

/** Returns the JSON to send. Undefined if the event has been removed. */
export function contentOf(
  { event: number, eventId, subscription, base }: Delivery,
  find: (number: number) => PublishedEvent | undefined,
): string | undefined {
  return number === null ? JSON.stringify(validationEvent(eventId, subscription, base)) : find(number)?.text
}

export function attemptOf(called: Called, at: number, endPoint: string, resent: boolean): Attempt {
  if (called.kind !== 'reply') return { at, endPoint, status: null, why: called.why, resent }
  const { status } = called
  const good = status >= 200 && status <= 299
  return { at, endPoint, status, why: good ? null : `the endpoint returned ${status}`, resent }
}

export const deliveries = defineRecord({
  name: 'delivery',
  key: ({ id }: Delivery) => id,
})

export interface Turns {
  /** Resolves once earlier results have been recorded. Results are recorded in sending order, even if a later endpoint replies first. */
  writing?: Promise<unknown> | undefined
  /** Validations in progress. Events published at the same time wait for their results. */
  validations?: Promise<unknown> | undefined
  readonly underWay: Map<Delivery, AbortController>
}
export const turns = liveSlot((): Turns => ({ underWay: new Map() }))

/** Calls an endpoint without following redirects. Only the reply's status is used. Source: events §5.1, decisions §15. */
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

/** Marks a waiting delivery as failed and aborts its call. */
export function breakOff(world: World, { of }: Environment, delivery: Delivery): void {
  const all = of(deliveries)
  recordAttempt(all, delivery, {
    at: world.clock.now(),
    endPoint: delivery.endPoint,
    status: null,
    why: 'a tester cancelled the delivery',
    resent: false,
  })
  moveDelivery(all, delivery, 'failed')
  turns.of(world).underWay.get(delivery)?.abort(new Error('a tester cancelled the delivery'))
}

/** Marks a subscription as validated once its validation is delivered. */
export function validate({ event, subscription: id }: Delivery, { of }: Environment, at: number): void {
  const { records } = of(subscriptions)
  const subscription = records.get(id)
  if (event !== null || !subscription) return
  subscription.validated ??= at
  records.changed(subscription)
}

/** Returns the request to a subscriber's endpoint. `event`: the event's JSON as delivered. Source: events §5.1. */
export const webhookRequest = (endPoint: string, event: string, traceparent: string) => ({
  method: 'POST',
  url: endPoint,
  headers: { traceparent, 'content-type': 'application/json; charset=utf-8' },
  body: webhookBody(endPoint, event),
})

/** Returns the body of a request to an endpoint. Slack receives the event as a string in another object. */
const webhookBody = (endPoint: string, event: string): string =>
  endPoint.includes('hooks.slack.com') ? `{"text":${writeText(event)}}` : event
