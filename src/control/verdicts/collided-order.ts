/** Whether a client finds its order again that collided with calls of the same moment. */
import type { Deed } from './judging/deed.ts'
import { defineVerdict, mayBeUnread, type Read, readOf, recent, waits, wasOnTheWay } from './judging/verdict.ts'

interface Collided extends Read {
  readonly idempotencyId: number
  /** Whether the client has read that the order is placed. */
  readonly isPlaced: boolean
}

/** Milliseconds after which it is another order. */
const longest = 300_000

export const collidedOrder = defineVerdict({
  id: 'collided-order',
  sentence: 'A client repeats an order that ended with 500 beside another call under the same idempotencyId.',
  severity: 'bad',
  source: 'notifications §5.4',
  guidance: 'Keep the idempotencyId of an order for all attempts: a 500 without a body does not say that nothing was placed.',
  exercise: ['duplicates-collide'],
  /** By the content of the order. */
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
    // A call of the same moment says nothing of the order to the client that reads the 500 beside it.
    else if (before && isSame && isPlaced && !isBeside(before, deed)) orders.set(content, { ...before, isPlaced: true })
  },
})

/** Connections tell that calls were under way together; where they are not known, a call is a later one. */
const isBeside = (before: Collided, deed: Deed) =>
  deed.began < before.ended || (before.connection !== null && deed.connection !== null && mayBeUnread(before, deed))
