/** Deliveries to the endpoints of subscribers, and the result of each attempt. Source: events §5. */
import type { Called } from '../../../world/outgoing.ts'
import { defineLifecycle, defineRecord } from '../../../world/records.ts'
import type { Table } from '../../../world/table.ts'
import { validationEvent } from '../rules/cloud-event.ts'
import { eventRetention, type PublishedEvent } from './published-event.ts'
import type { Subscription } from './subscription.ts'

/** `held`: the address may not be called. `dropped`: the subscription was deleted before the delivery. */
export const deliveryStatuses = ['waiting', 'delivered', 'failed', 'held', 'dropped'] as const
export type DeliveryStatus = (typeof deliveryStatuses)[number]

export interface Attempt {
  readonly at: number
  readonly endPoint: string
  /** The status of the reply; null: no reply. */
  readonly status: number | null
  /** Why it failed; null: it succeeded. */
  readonly why: string | null
  /** Whether a tester asked for it. */
  readonly resent: boolean
}

/** Plain data. Times are world milliseconds since 1970. */
export interface Delivery {
  readonly id: string
  readonly made: number
  readonly subscription: number
  readonly consumer: string
  readonly endPoint: string
  readonly base: string
  /** The id of the event, or of the event that validates the subscription. */
  readonly eventId: string
  /** The event's number; null: the validation of the subscription. */
  readonly event: number | null
  status: DeliveryStatus
  /** When the next attempt is due. */
  next: number | null
  readonly attempts: Attempt[]
  /** The line or booking that made it. */
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

export function noteAttempt(all: Table<Delivery>, delivery: Delivery, attempt: Attempt): void {
  delivery.attempts.push(attempt)
  all.changed(delivery)
}

/** Also forgets deliveries that are too old. */
export function addDelivery(all: Table<Delivery>, delivery: Delivery): void {
  for (const old of all.values()) {
    if (old.made >= delivery.made - eventRetention) break
    all.remove(old)
  }
  all.insert(delivery)
}

type Named = { readonly id: string; readonly made: number; readonly eventId: string; readonly cause: string }

/** The delivery of an event; without one, of the event that validates the subscription. */
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

/** The event to deliver, as it is sent; undefined when the event is forgotten. */
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
  return { at, endPoint, status, why: good ? null : `it answered ${status}`, resent }
}

export const deliveries = defineRecord({
  name: 'delivery',
  key: ({ id }: Delivery) => id,
})
