/** Sends a published event to matching subscriptions. Source: events §4.5. */
import type { Act } from '../../operation.ts'
import { addDelivery, deliveries, deliveryTo } from '../records/deliveries.ts'
import type { PublishedEvent } from '../records/published-events.ts'
import type { Subscription } from '../records/subscriptions.ts'
import { matchingSubscriptions, maySeeEvent } from '../records.ts'

/** Returns the number of deliveries. `from`: when the service begins to process the event, in milliseconds of world time. */
export function spread(event: PublishedEvent, act: Act, from = act.now()): number {
  let made = 0
  for (const subscription of matchingSubscriptions(event, act)) {
    if (subscription.validated === null || !maySeeEvent(act, subscription, event)) continue
    for (const delay of act.circumstances.delivery(event, subscription)) {
      send(event, subscription, from + delay, act)
      made++
    }
  }
  return made
}

function send(
  event: PublishedEvent,
  subscription: Subscription,
  at: number,
  { environment, random, now, book, stepEnd, cause }: Act,
): void {
  const delivery = deliveryTo(subscription, { id: random.guid(), made: now(), eventId: event.id, cause }, event)
  delivery.next = stepEnd('events.deliver', at)
  addDelivery(environment.of(deliveries), delivery)
  book('events.deliver', { deliveryId: delivery.id }, delivery.next)
}
