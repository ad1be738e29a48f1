/** Webhook deliveries to subscribers: lists them and sends them again. */

import type { z } from 'zod'
import {
  attemptOf,
  breakOff,
  callEndPoint,
  contentOf,
  type Delivery,
  deliveries,
  deliveryLifecycle,
  moveDelivery,
  publishedEvents,
  recordAttempt,
  validate,
} from '../../service/areas/events/records.ts'
import { Misuse } from '../../service/wire/misuse.ts'
import { zulu } from '../../service/wire/timestamp.ts'
import type { Environment } from '../../service/world/records.ts'
import type { World } from '../../service/world/world.ts'
import { type Page, pageOf } from '../rows/page.ts'
import type { DeliveriesFilter, DeliveryReply, deliveriesReply } from './rows.ts'

export type Deliveries = ReturnType<typeof createDeliveries>

export function createDeliveries(current: () => World) {
  return {
    /** Lists the deliveries in both environments, each oldest first. */
    list({ subscription, status }: DeliveriesFilter = {}, page?: Page): z.output<typeof deliveriesReply> {
      const matching = Object.values(current().environments).flatMap((environment) =>
        environment
          .of(deliveries)
          .findMany(
            (delivery) =>
              (subscription === undefined || delivery.subscription === Number(subscription)) &&
              (status === undefined || delivery.status === status),
          )
          .map((delivery) => ({ delivery, environment })),
      )
      const show = ({ delivery, environment }: (typeof matching)[number]) => replyOf(delivery, environment)
      return pageOf('deliveries', matching, page, ({ delivery, environment }) => `${environment.name}/${delivery.id}`, show)
    },
    /**
     * Cancels a waiting delivery: it fails without further attempts, and a call in progress is aborted. Throws {@link Misuse} for any other
     * delivery.
     */
    breakOff(id: string): DeliveryReply {
      const world = current()
      const { delivery, environment } = find(world, id)
      if (delivery.status !== 'waiting')
        throw new Misuse(`The delivery is ${delivery.status}. Only a waiting delivery can be cancelled.`, undefined, 409)
      breakOff(world, environment, delivery)
      return replyOf(delivery, environment)
    },
    /**
     * Calls a delivery's endpoint, or a different one, once and immediately. Only a success changes the delivery. Throws {@link Misuse} if
     * the delivery or its event no longer exists, or if Standin is not allowed to call the URL.
     */
    async resend(id: string, endPoint?: string): Promise<DeliveryReply> {
      const world = current()
      const { delivery, environment } = find(world, id)
      const url = endPoint ?? delivery.endPoint
      const why = world.outgoing.barrier(url)
      if (why !== undefined)
        throw new Misuse(`${why[0]?.toUpperCase()}${why.slice(1)}. Use a different endPoint, or start with --outbound all.`, undefined, 409)
      const content = contentOf(delivery, environment.of(publishedEvents).get)
      if (!content) throw new Misuse(`The event for delivery ${id} no longer exists.`, undefined, 409)
      const called = await callEndPoint(world.outgoing, url, content, delivery)
      const made = attemptOf(called, world.clock.now(), url, true)
      recordAttempt(environment.of(deliveries), delivery, made)
      if (made.why === null) {
        if (deliveryLifecycle.can(delivery.status, 'delivered')) moveDelivery(environment.of(deliveries), delivery, 'delivered')
        validate(delivery, environment, made.at)
      }
      return replyOf(delivery, environment)
    },
  }
}

function find({ environments }: World, id: string): { delivery: Delivery; environment: Environment } {
  for (const environment of Object.values(environments)) {
    const delivery = environment.of(deliveries).get(id)
    if (delivery) return { delivery, environment }
  }
  throw new Misuse(`Delivery not found: ${JSON.stringify(id.slice(0, 100))}.`, undefined, 404)
}

function replyOf(delivery: Delivery, { name, of }: Environment): DeliveryReply {
  const { id, subscription, consumer, endPoint, status, made, next } = delivery
  return {
    id,
    subscription,
    consumer,
    endPoint,
    status,
    causedBy: delivery.cause ?? null,
    environment: name,
    kind: delivery.event === null ? 'validation' : 'event',
    event: JSON.parse(contentOf(delivery, of(publishedEvents).get) ?? 'null'),
    made: zulu(made),
    next: next === null ? null : zulu(next),
    attempts: delivery.attempts.map(({ at, ...attempt }) => ({ ...attempt, at: zulu(at) })),
  }
}
