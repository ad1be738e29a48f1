/** What went to the endpoints of subscribers: to look at, and to send once more. */
import { validate } from '../jobs/events/delivery-attempt.ts'
import { Misuse } from '../misuse.ts'
import type { EnvironmentName } from '../state/agenda.ts'
import type { Environment } from '../state/environment.ts'
import {
  attemptOf,
  contentOf,
  type Delivery,
  type DeliveryStatus,
  deliveryLifecycle,
  moveDelivery,
  post,
} from '../state/events/delivery.ts'
import type { World } from '../state/world.ts'

export interface DeliveryLine extends Omit<Delivery, 'event' | 'eventId' | 'base' | 'attempts'> {
  readonly environment: EnvironmentName
  readonly kind: 'event' | 'validation'
  /** As it lies on the wire; null once the event is forgotten. */
  readonly event: NonNullable<ReturnType<typeof contentOf>> | null
  readonly attempts: readonly Delivery['attempts'][number][]
}

export interface DeliveryFilter {
  readonly subscription?: number | undefined
  readonly status?: DeliveryStatus | undefined
}

export interface Deliveries {
  /** Of both environments, each oldest first. */
  list(filter?: DeliveryFilter): DeliveryLine[]
  /** Calls the endpoint once, now, or another in its place. Nothing else changes, unless it succeeds. */
  resend(id: string, endPoint?: string): Promise<DeliveryLine>
}

/** The world is asked for anew each time: a reset replaces it. */
export function createDeliveries(current: () => World): Deliveries {
  return {
    list: ({ subscription, status } = {}) =>
      Object.values(current().environments).flatMap((environment) =>
        environment.deliveries
          .findMany(
            (delivery) =>
              (subscription === undefined || delivery.subscription === subscription) &&
              (status === undefined || delivery.status === status),
          )
          .map((delivery) => shown(delivery, environment)),
      ),
    async resend(id, endPoint) {
      const world = current()
      const { delivery, environment } = find(world, id)
      const url = endPoint ?? delivery.endPoint
      const why = world.outgoing.barrier(url)
      if (why !== undefined)
        throw new Misuse(`${why[0]?.toUpperCase()}${why.slice(1)}. Name another endPoint, or start with --outbound all.`, undefined, 409)
      const content = contentOf(delivery, environment.published.get)
      if (!content) throw new Misuse(`The event of the delivery ${id} is forgotten.`, undefined, 409)
      const called = await post(world.outgoing, url, content)
      const made = attemptOf(called, world.clock.now(), url, true)
      delivery.attempts.push(made)
      if (made.why === null) {
        if (deliveryLifecycle.can(delivery.status, 'delivered')) moveDelivery(delivery, 'delivered')
        validate(delivery, environment, made.at)
      }
      return shown(delivery, environment)
    },
  }
}

function find({ environments }: World, id: string): { delivery: Delivery; environment: Environment } {
  for (const environment of Object.values(environments)) {
    const delivery = environment.deliveries.get(id)
    if (delivery) return { delivery, environment }
  }
  throw new Misuse(`There is no delivery ${JSON.stringify(id.slice(0, 100))}.`, undefined, 404)
}

function shown(delivery: Delivery, { name, published }: Environment): DeliveryLine {
  const { event, eventId: _id, base: _base, ...facts } = delivery
  const content = contentOf(delivery, published.get)
  return {
    ...facts,
    environment: name,
    kind: event === null ? 'validation' : 'event',
    event: content ?? null,
    attempts: [...facts.attempts],
  }
}
