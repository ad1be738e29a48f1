/** Checks that a client recovers an order that collided with concurrent calls. */
import type { Deed } from './judging/deed.ts'
import { defineVerdict, mayBeUnread, type Read, readOf, recent, waits, wasOnTheWay } from './judging/verdict.ts'

interface Collided extends Read {
  readonly idempotencyId: number
  /** True if the client has read that the order was placed. */
  readonly isPlaced: boolean
}

/** Milliseconds after which an identical order counts as a new order. */
const longest = 300_000

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
    const isLater = before && !before.isPlaced && !wasOnTheWay(before, deed) && before.turns === deed.turns && waited <= longest
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
