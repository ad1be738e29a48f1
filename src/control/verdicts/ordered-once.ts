/** Checks that each order was placed only once, based on its creator, recipients and text. */
import { contentOf, recipientNames } from '../../service/areas/notifications/messages.ts'
import { type Order, orders, type Shipment, shipments } from '../../service/areas/notifications/records.ts'
import type { World } from '../../service/world/world.ts'
import { defineVerdict } from './judging/verdict.ts'

interface Placed {
  readonly order: Order
  readonly shipments: readonly Shipment[]
}

export const orderedOnce = defineVerdict({
  id: 'ordered-once',
  sentence: 'A client orders a message with the same text to the same recipients only once. Cancelled orders do not count.',
  severity: 'bad',
  source: 'notifications §5.4',
  guidance: "Generate an order's idempotencyId once, before the first attempt, and use it for every retry.",
  exercise: ['order-lost-reply'],
  atEnd({ world }) {
    const placed = Map.groupBy(placedIn(world), ({ environment, order: { owner }, shipments }) =>
      [environment, owner, contentOf(shipments.map(({ recipient }) => recipient))].join(' '),
    )
    return [...placed.values()].flatMap((same) => (same.length > 1 ? sentenceOn(same) : []))
  },
})

/** Returns the orders that were not cancelled. */
const placedIn = ({ environments }: World) =>
  Object.values(environments).flatMap(({ name, of }) =>
    [...of(orders).values()].flatMap((order) => {
      const all = order.shipmentIds.flatMap((id) => of(shipments).get(id) ?? [])
      return all.every(({ status }) => status === 'Order_Cancelled') ? [] : [{ environment: name, order, shipments: all }]
    }),
  )

function sentenceOn(same: readonly Placed[]): string {
  const names = new Set(same[0]?.shipments.flatMap(({ recipient }) => recipientNames(recipient)))
  const [count, times] = same.length === 2 ? ['two', 'twice'] : [same.length, `${same.length} times`]
  const [family, ...others] = new Set(same.map(({ order }) => order.family))
  const isAgain = others.length === 0 && family !== 'older'
  const how = isAgain ? `orders again with a new idempotencyId${same.length > 2 ? ' each time' : ''}` : `orders ${times}`
  return `${how}: ${count} messages to ${[...names].join(' and ')}`
}
