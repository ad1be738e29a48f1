/** No order is placed twice: the same creator, recipients and texts. */
import { orders } from '../../../service/areas/notifications/records/orders.ts'
import { contentOf, recipientNames } from '../../../service/areas/notifications/records/recipient.ts'
import { type Order, type Shipment, shipments } from '../../../service/areas/notifications/records/shipment.ts'
import type { World } from '../../../service/world/world.ts'
import type { Finding, Invariant } from './invariant.ts'

interface Placed {
  readonly order: Order
  readonly shipments: readonly Shipment[]
}

export const orderedOnce: Invariant = {
  id: 'ordered-once',
  demanded: 'always',
  find({ world }) {
    const placed = Map.groupBy(placedIn(world), ({ environment, order: { owner }, shipments }) =>
      [environment, owner, contentOf(shipments.map(({ recipient }) => recipient))].join(' '),
    )
    return [...placed.values()].flatMap((same) => (same.length > 1 ? findingOf(same) : []))
  },
}

/** The orders that were not cancelled. */
const placedIn = ({ environments }: World) =>
  Object.values(environments).flatMap(({ name, of }) =>
    [...of(orders).values()].flatMap((order) => {
      const all = order.shipmentIds.flatMap((id) => of(shipments).get(id) ?? [])
      return all.every(({ status }) => status === 'Order_Cancelled') ? [] : [{ environment: name, order, shipments: all }]
    }),
  )

function findingOf(same: readonly Placed[]): Finding {
  const names = new Set(same[0]?.shipments.flatMap(({ recipient }) => recipientNames(recipient)))
  const [count, times] = same.length === 2 ? ['two', 'twice'] : [same.length, `${same.length} times`]
  const [family, ...others] = new Set(same.map(({ order }) => order.family))
  const isAgain = others.length === 0 && family !== 'older'
  const how = isAgain ? `orders again with a new idempotencyId${same.length > 2 ? ' each time' : ''}` : `orders ${times}`
  return {
    sentence: `${how}: ${count} messages to ${[...names].join(' and ')}`,
    records: same.map(({ order }) => order.id),
  }
}
