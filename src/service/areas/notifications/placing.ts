/** Places orders, once per idempotencyId: finds an earlier order, registers shipments, and builds the reply. */

import { demandStorableTexts } from '../../wire/refusal.ts'
import type { Reply, reply } from '../../wire/row.ts'
import { readTimestamp } from '../../wire/timestamp.ts'
import type { Environment } from '../../world/records.ts'
import type { Act, Context } from '../operation.ts'
import type { OrderReply, orderReply } from './constraints/replies.ts'
import { findOrder, type Order, type OrderKey, type Owned, orders, type Shipment, shipments } from './records.ts'

type Answered = ReturnType<typeof reply.json<typeof orderReply>>
type Placing = Context<{ 201: Answered; 200: Answered }, 'no-organization' | 'collided'>

export interface Wanted extends OrderKey {
  /** The existing order with the same idempotencyId. */
  readonly known: Order | undefined
}

/**
 * Finds an existing order. Callers must not await between this call and placing their own order, so that a concurrent call finds that
 * order.
 */
export function findPlaced(family: OrderKey['family'], idempotencyId: string, context: Placing): Wanted {
  const owner = context.findOwner()
  if (!owner) throw context.fail('no-organization')
  demandStorableTexts({ idempotencyId })
  const key = { family, owner, idempotencyId }
  return { ...key, known: findOrder(context.environment.of(orders), key) }
}

/**
 * Builds the reply to an order. A retry gets the same body as the first request, with status 200 instead of 201. Sources: notifications
 * §5.3, §5.4, decisions §6.
 */
export function replyPlaced({ family, idempotencyId, owner, known }: Wanted, order: Order, context: Placing): Reply {
  const { environment, url, reply: answer, fail } = context
  const apart = known && context.arrived - createdAt(known, environment)
  const call = { of: 'order', thing: `${environment.name} ${family} ${owner.key} ${idempotencyId}`, apart } as const
  if (context.circumstances.collision(call) === 'lost')
    throw fail('collided', { reason: `a concurrent call with this idempotencyId placed order ${order.id}` })
  if (!known) return answer(201, present(order, environment), { location: url(`/notifications/api/v1/orders/chain/${order.id}`) })
  context.explain(`a retry: order ${known.id} already has this idempotencyId, so nothing was done`)
  return answer(200, present(known, environment))
}

interface ShipmentRequest {
  readonly sendersReference?: string | null | undefined
  readonly conditionEndpoint?: string | null | undefined
}

type ShipmentFacts = Pick<Shipment, 'id' | 'orderId' | 'type' | 'requestedSendTime' | 'recipient' | 'created'>

/** Stores a shipment and books the job that processes it when it is due. */
export function registerShipment(
  { sendersReference, conditionEndpoint }: ShipmentRequest,
  owned: Owned,
  facts: ShipmentFacts,
  act: Act,
): Shipment {
  const { id, orderId, type, requestedSendTime, recipient, created } = facts
  const { creator, creatorOrgNo, owner } = owned
  // The properties are listed one by one. If they were spread, V8 would put most of them into a second object in memory.
  const shipment = act.environment.of(shipments).insert({
    id,
    orderId,
    creator,
    creatorOrgNo,
    owner,
    type,
    sendersReference: sendersReference ?? null,
    requestedSendTime,
    conditionEndpoint: conditionEndpoint ?? null,
    recipient,
    created,
    status: 'Order_Registered',
    lastUpdate: created,
    entries: [],
  })
  act.book('notifications.takeOrder', { shipmentId: id }, takingTime(act, requestedSendTime, created))
  return shipment
}

const minute = 60_000

/**
 * Returns when an order is picked up. At the `real` pace, orders due within the next minute are picked up on the minute. Source:
 * notifications §10.1.
 */
export function takingTime({ world, now, stepEnd }: Act, due: number, made = now()): number {
  if (world.settings.pace !== 'real') return stepEnd('notifications.takeOrder', Math.max(due, made))
  return Math.max(stepEnd('notifications.takeOrder', made), Math.ceil((due - minute) / minute) * minute)
}

/** Returns the requested send time. Default: the creation time. */
export const sendTimeOf = (requested: string | undefined, created: number): number =>
  requested === undefined ? created : (readTimestamp(requested)?.at ?? created)

const createdAt = ({ shipmentIds: [main] }: Order, { of }: Environment): number => of(shipments).get(main)?.created ?? 0

/** Source: notifications §5.1, §5.2. */
function present({ id, shipmentIds: [main, ...reminders] }: Order, environment: Environment): OrderReply {
  const reference = referenceTo(main, environment)
  if (reminders.length === 0) return { notificationOrderId: id, notification: reference }
  return {
    notificationOrderId: id,
    notification: { reminders: reminders.map((reminder) => referenceTo(reminder, environment)), ...reference },
  }
}

function referenceTo(shipmentId: string, { of }: Environment): Omit<OrderReply['notification'], 'reminders'> {
  const sendersReference = of(shipments).get(shipmentId)?.sendersReference
  return sendersReference == null ? { shipmentId } : { shipmentId, sendersReference }
}
