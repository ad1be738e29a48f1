/** Attempts a delivery: calls the endpoint and records the result. Source: events §5. */

import { bareResourceId } from '../../../wire/identifiers.ts'
import type { About } from '../../../wire/row.ts'
import { zulu } from '../../../wire/timestamp.ts'
import type { Called } from '../../../world/outgoing.ts'
import type { Environment } from '../../../world/records.ts'
import type { World } from '../../../world/world.ts'
import type { Act, Outcome } from '../../operation.ts'
import { isFromBroker } from '../cloud-events/cloud-event.ts'
import {
  attemptOf,
  callEndPoint,
  contentOf,
  type Delivery,
  deliveries,
  moveDelivery,
  recordAttempt,
  type Turns,
  turns,
  validate,
} from '../records/deliveries.ts'
import { type PublishedEvent, publishedEvents } from '../records/published-events.ts'
import { isKnown } from '../records.ts'

const [second, minute, hour] = [1_000, 60_000, 3_600_000]

/** Retry delays in milliseconds. */
const waits = {
  event: [10 * second, 30 * second, minute, 5 * minute, 10 * minute, 30 * minute, hour, 3 * hour, 6 * hour, 12 * hour, 12 * hour],
  validation: [1, 5, 10, 30, 60, 120, 120, 120].map((seconds) => seconds * second),
}

/** Returns the delay after an attempt. Attempts are counted from 1. Undefined after the last attempt. */
const waitAfter = ({ event }: Delivery, attempt: number): number | undefined => waits[event === null ? 'validation' : 'event'][attempt - 1]

export function aboutDelivery({ deliveryId }: { readonly deliveryId: string }, _: World, environment: Environment): About {
  const { event: number } = environment.of(deliveries).get(deliveryId) ?? { event: null }
  const event = number === null ? undefined : environment.of(publishedEvents).get(number)
  return event ? aboutEvent(event) : {}
}

function aboutEvent(event: PublishedEvent): About {
  const { instance, resource, org, recipient } = event
  const about = { resource: bareResourceId(resource) }
  if (instance === null || !isFromBroker(event)) return about
  return { ...about, transfer: instance, org, recipients: recipient === undefined ? [] : [recipient] }
}

export const validationsOf = (world: World): Promise<unknown> | undefined => turns.of(world).validations

/** Attempts a delivery, unless it is no longer waiting. `nth`: the attempt's number, counted from 1. */
export function attemptDelivery(deliveryId: string, nth: number, act: Act<'events' | 'database'>): Outcome | Promise<Outcome> {
  const { environment, world } = act
  const delivery = environment.of(deliveries).get(deliveryId)
  if (delivery?.status !== 'waiting') return { id: deliveryId, nothing: `the delivery is ${delivery?.status ?? 'forgotten'}` }
  act.reach('database')
  act.reach('events')
  const content = contentOf(delivery, environment.of(publishedEvents).get)
  if (!content || !isKnown(delivery.subscription, act)) return act.commit(() => drop(delivery, environment))
  const turn = turns.of(world)
  const before = turn.writing
  const calling = new AbortController()
  turn.underWay.set(delivery, calling)
  const ending = { signal: calling.signal, ends: act.circumstances.receiver(), goOutside: act.goOutside }
  // An earlier delivery might still be running, and results are recorded in order.
  if (before !== undefined) act.goOutside()
  const called = callEndPoint(world.outgoing, delivery.endPoint, content, delivery, ending).finally(() => turn.underWay.delete(delivery))
  const written = Promise.all([called, before?.catch(() => {})]).then(([reply]) => {
    // In the meantime, the world might have been removed, or a tester might have sent the delivery.
    if (world.gone || delivery.status !== 'waiting') return { id: deliveryId, nothing: `the delivery is ${delivery.status}` }
    return act.commit(() => note(delivery, nth, reply, act))
  })
  turn.writing = written
  const over = () => {
    if (turn.writing === written) turn.writing = undefined
  }
  written.then(over, over)
  if (delivery.event === null) holdUp(turn, written)
  return written
}

function holdUp(turn: Turns, validation: Promise<unknown>): void {
  const ended = validation
    .catch(() => {})
    .then(() => {
      if (turn.validations === ended) turn.validations = undefined
    })
  turn.validations = ended
}

function drop(delivery: Delivery, { of }: Environment): Outcome {
  moveDelivery(of(deliveries), delivery, 'dropped')
  return { id: delivery.id, delivery: delivery.status, why: 'the subscription was deleted' }
}

function note(delivery: Delivery, nth: number, called: Called, { environment, now, book }: Act): Outcome {
  const at = now()
  const made = attemptOf(called, at, delivery.endPoint, false)
  const all = environment.of(deliveries)
  recordAttempt(all, delivery, made)
  const wait = waitAfter(delivery, nth)
  if (called.kind === 'barred') moveDelivery(all, delivery, 'held')
  else if (made.why === null) moveDelivery(all, delivery, 'delivered')
  else if (wait === undefined) moveDelivery(all, delivery, 'failed')
  else {
    delivery.next = at + wait
    book('events.deliverAgain', { deliveryId: delivery.id, attempt: nth + 1 }, delivery.next)
  }
  // A URL that Standin must not call counts as validated. Source: decisions §15.
  if (delivery.status === 'delivered' || delivery.status === 'held') validate(delivery, environment, at)
  const { id, subscription, status, next } = delivery
  const why = made.why !== null && { why: made.why }
  return { id, attempt: nth, delivery: status, ...why, ...(next !== null && { next: zulu(next) }), subscription }
}
