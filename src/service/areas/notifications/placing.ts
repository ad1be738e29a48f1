/** The parts of placing an order once for each idempotencyId: finding an earlier one, registering shipments, and the reply. */

import { demandStorableTexts } from '../../wire/refusal.ts'
import type { Reply, reply } from '../../wire/row.ts'
import { readTimestamp } from '../../wire/timestamp.ts'
import type { Environment } from '../../world/records.ts'
import type { Act } from '../act.ts'
import type { Context } from '../operation.ts'
import { takingTime } from './records/deadline.ts'
import { findOrder, type OrderKey, orders, storeShipment } from './records/orders.ts'
import { type Order, type Owned, type Shipment, shipments } from './records/shipment.ts'
import type { OrderReply, orderReply } from './rules/order.ts'

type Answered = ReturnType<typeof reply.json<typeof orderReply>>
type Placing = Context<{ 201: Answered; 200: Answered }, 'no-organization' | 'collided'>

/** The order that a client wants to place. */
export interface Wanted extends OrderKey {
  /** The order that an earlier call with the same idempotencyId placed. */
  readonly known: Order | undefined
}

/** Looks for an earlier order. The caller goes on without waiting: of two simultaneous calls, the second finds the order of the first. */
export function findPlaced(family: OrderKey['family'], idempotencyId: string, context: Placing): Wanted {
  const owner = context.findOwner()
  if (!owner) throw context.fail('no-organization')
  demandStorableTexts({ idempotencyId })
  const key = { family, owner, idempotencyId }
  return { ...key, known: findOrder(context.environment.of(orders), key) }
}

/** A repeated request gets the reply of the first one. Sources: notifications §5.3, §5.4, decisions §6. */
export function replyPlaced({ family, idempotencyId, owner, known }: Wanted, order: Order, context: Placing): Reply {
  const { environment, url, reply: answer, fail } = context
  const apart = known && context.arrived - createdAt(known, environment)
  const call = { of: 'order', thing: `${environment.name} ${family} ${owner.key} ${idempotencyId}`, apart } as const
  if (context.circumstances.collision(call) === 'lost')
    throw fail('collided', { reason: `another call with this idempotencyId came at the same moment, and placed order ${order.id}` })
  if (!known) return answer(201, present(order, environment), { location: url(`/notifications/api/v1/orders/chain/${order.id}`) })
  context.explain(`a repeated request: order ${known.id} has this idempotencyId already, so nothing was done`)
  return answer(200, present(known, environment))
}

/** What an order says of one of its shipments. */
interface ShipmentRequest {
  readonly sendersReference?: string | null | undefined
  readonly conditionEndpoint?: string | null | undefined
}

type ShipmentFacts = Pick<Shipment, 'id' | 'orderId' | 'type' | 'requestedSendTime' | 'recipient' | 'created'>

/** Stores a shipment that is taken at its send time. */
export function registerShipment(
  { sendersReference, conditionEndpoint }: ShipmentRequest,
  owned: Owned,
  facts: ShipmentFacts,
  act: Act,
): Shipment {
  const { id, orderId, type, requestedSendTime, recipient, created } = facts
  const shipment = storeShipment(act.environment.of(shipments), {
    id,
    orderId,
    owned,
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

/** Without a send time, an order is sent at once. */
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
