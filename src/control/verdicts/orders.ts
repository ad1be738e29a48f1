/** Verdicts on orders and their idempotencyIds. */
import { contentOf, recipientNames } from '../../service/areas/notifications/messages.ts'
import { type Order, orders, type Shipment, shipments } from '../../service/areas/notifications/records.ts'
import type { World } from '../../service/world/world.ts'
import type { Deed } from './judging/deed.ts'
import type { OrderContent } from './judging/line-facts.ts'
import { defineVerdict, longestPause, mayBeUnread, mayPass, type Read, readOf, recent, waits, wasOnTheWay } from './judging/verdict.ts'

export const idempotencyId = defineVerdict({
  id: 'idempotency-id',
  sentence: 'A client uses each idempotencyId for one order only.',
  severity: 'bad',
  source: 'spec §2',
  guidance:
    'Generate a new idempotencyId for each order. If an id has been used before, the service returns the first order and sends nothing.',
  exercise: ['order-lost-reply', 'fail-twice-then-succeed'],
  remember: () => recent<number, { readonly id: string; readonly content: number }>(),
  look(deed, orders, tell) {
    const { order } = deed
    if (!order) return
    const key = deed.environment === 'test' ? order.idempotencyId : -order.idempotencyId
    const used = orders.get(key)
    if (used) tell.met()
    if (used && used.content !== order.content) tell.broken(used.id, deed.id)
    // A refused order does not use up the id.
    else if (!used && (deed.commits > 0 || deed.status === 200)) orders.set(key, { id: deed.id, content: order.content })
  },
})

export const sameIdempotencyId = defineVerdict({
  id: 'same-idempotency-id',
  sentence: "A client retries an order with the first attempt's idempotencyId.",
  severity: 'advice',
  source: 'spec §7',
  guidance: 'Generate the idempotencyId once for each order, and use it for all attempts. Otherwise, a lost reply leads to two orders.',
  exercise: ['order-lost-reply', 'order-timeout-after-commit', 'fail-twice-then-succeed'],
  remember: () => recent<number, Read & Pick<OrderContent, 'idempotencyId'>>(),
  look(deed, failures, tell) {
    const { order } = deed
    if (!order) return
    const before = failures.get(order.content)
    const waited = before ? waits(before, deed).waited : 0
    if (before && !wasOnTheWay(before, deed) && before.turns === deed.turns && waited <= longestPause) {
      if (before.idempotencyId !== order.idempotencyId) tell.broken(before.id, deed.id)
      // If the HTTP library retries a call, the id is always the same.
      else if (!deed.byLibrary && !mayBeUnread(before, deed)) tell.met()
    }
    if (mayPass(deed) && deed.status !== 429) failures.set(order.content, { ...readOf(deed), idempotencyId: order.idempotencyId })
    else failures.delete(order.content)
  },
})

interface Collided extends Read {
  readonly idempotencyId: number
  /** True if the client has read that the order was placed. */
  readonly isPlaced: boolean
}

export const collidedOrder = defineVerdict({
  id: 'collided-order',
  sentence:
    'A client whose order failed with 500 because of a concurrent call with the same idempotencyId retries it with that idempotencyId.',
  severity: 'bad',
  source: 'notifications §5.4',
  guidance: 'Use the same idempotencyId for all attempts to place an order. A 500 without a body does not mean that no order was placed.',
  exercise: ['duplicates-collide'],
  /** Keyed by the order's content. */
  remember: () => recent<number, Collided>(),
  look(deed, orders, tell) {
    const { order } = deed
    if (!order || (orders.size === 0 && !deed.collided)) return
    const { content, idempotencyId } = order
    const before = orders.get(content)
    const waited = before ? waits(before, deed).waited : 0
    const isSame = before?.idempotencyId === idempotencyId
    const isLater = before && !before.isPlaced && !wasOnTheWay(before, deed) && before.turns === deed.turns && waited <= longestPause
    const isPlaced = deed.status === 200 || deed.status === 201
    if (isLater && !isSame) tell.broken(before.id, deed.id)
    if (isLater && isSame && isPlaced && !deed.byLibrary && !mayBeUnread(before, deed)) tell.met()
    if (deed.collided && !(isSame && before?.isPlaced)) orders.set(content, { ...readOf(deed), idempotencyId, isPlaced: false })
    // A concurrent call tells the client that received the 500 nothing about the order.
    else if (before && isSame && isPlaced && !isBeside(before, deed)) orders.set(content, { ...before, isPlaced: true })
  },
})

/** Connections show which calls ran concurrently. A call on an unknown connection is treated as a later call. */
const isBeside = (before: Collided, deed: Deed) =>
  deed.began < before.ended || (before.connection !== null && deed.connection !== null && mayBeUnread(before, deed))

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
