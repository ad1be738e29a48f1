/** Places an order once for each idempotencyId: a repeated request gets the reply of the first one. */
import type { Environment } from '../../state/environment.ts'
import { findOrder } from '../../state/notifications/idempotency.ts'
import type { Order, OrderFamily } from '../../state/notifications/shipment.ts'
import { inTurn } from '../../state/notifications/turn.ts'
import type { MaybePromise } from '../../wire/http/call.ts'
import { andThen } from '../../wire/maybe.ts'
import type { OrderReply, orderReply } from '../../wire/notifications/order.ts'
import type { Reply, reply } from '../../wire/row.ts'
import type { Context } from '../operation.ts'

type Answered = ReturnType<typeof reply.json<typeof orderReply>>
type Placing = Context<{ 201: Answered; 200: Answered }, 'no-organization'>

/** `place` does its waiting and reaching first, then commits. Sources: notifications §5.3, §5.4, decisions §6. */
export function placeOnce(
  family: OrderFamily,
  idempotencyId: string,
  context: Placing,
  place: (creator: string) => MaybePromise<Order>,
): MaybePromise<Reply> {
  const { environment, owner: creator, signal, url, reply: answer, fail } = context
  if (creator === undefined) throw fail('no-organization')
  const replay = () => {
    const known = findOrder(environment, { family, creator, idempotencyId })
    return known && answer(200, present(known, environment))
  }
  const placed = () =>
    andThen(place(creator), (made) =>
      answer(201, present(made, environment), { location: url(`/notifications/api/v1/orders/chain/${made.id}`) }),
    )
  const key = JSON.stringify([family, creator, idempotencyId])
  return replay() ?? inTurn(environment, key, signal, () => replay() ?? placed())
}

/** Source: notifications §5.1, §5.2. */
function present({ id, shipmentIds }: Order, { shipments }: Environment): OrderReply {
  const [main, ...reminders] = shipmentIds.map((shipmentId) => {
    const sendersReference = shipments.get(shipmentId)?.sendersReference
    return { shipmentId, ...(sendersReference == null ? {} : { sendersReference }) }
  })
  return { notificationOrderId: id, notification: { ...(reminders.length > 0 ? { reminders } : {}), ...(main ?? { shipmentId: '' }) } }
}
