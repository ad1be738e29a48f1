/** Places an order once for each idempotencyId: a repeated request gets the reply of the first one. */

import type { Reply, reply } from '../../wire/row.ts'
import type { Environment } from '../../world/environment.ts'
import type { Context } from '../operation.ts'
import { findOrder, orders } from './records/idempotency.ts'
import type { Owned } from './records/owner.ts'
import { type Order, type OrderFamily, shipments } from './records/shipment.ts'
import type { OrderReply, orderReply } from './rules/order.ts'

type Answered = ReturnType<typeof reply.json<typeof orderReply>>
type Placing = Context<{ 201: Answered; 200: Answered }, 'no-organization' | 'collided'>

/** Looks and commits without waiting in between: of two simultaneous calls, the second finds the order of the first. Sources: notifications §5.3, §5.4, decisions §6. */
export function placeOnce(family: OrderFamily, idempotencyId: string, context: Placing, place: (owned: Owned) => Order): Reply {
  const { environment, url, reply: answer, fail } = context
  const owner = context.findOwner()
  if (!owner) throw fail('no-organization')
  const known = findOrder(environment.of(orders), { family, owner, idempotencyId })
  const met = known && context.arrived - createdAt(known, environment)
  const order = known ?? place(owner.owned)
  const call = { of: 'order', thing: `${environment.name} ${family} ${owner.key} ${idempotencyId}`, apart: met } as const
  if (context.circumstances.collision(call) === 'lost')
    throw fail('collided', { reason: `another call with this idempotencyId came at the same moment, and placed order ${order.id}` })
  if (known) {
    context.explain(`a repeated request: order ${known.id} has this idempotencyId already, so nothing was done`)
    return answer(200, present(known, environment))
  }
  return answer(201, present(order, environment), { location: url(`/notifications/api/v1/orders/chain/${order.id}`) })
}

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
