/** Whether a client keeps the idempotencyId of an order when it repeats the order. */
import { defineVerdict, mayBeUnread, mayPass, type Read, readOf, recent, waits, wasOnTheWay } from './judging/verdict.ts'

interface Failed extends Read {
  readonly idempotencyId: number
}

/** Milliseconds after which it is another order. */
const longest = 300_000

export const sameIdempotencyId = defineVerdict({
  id: 'same-idempotency-id',
  sentence: 'A client repeats an order with the idempotencyId of the first attempt.',
  severity: 'advice',
  source: 'spec §7',
  guidance: 'Make the idempotencyId once for each order, and keep it for all attempts. Otherwise a lost reply makes two orders.',
  exercise: ['order-lost-reply', 'order-timeout-after-commit', 'fail-twice-then-succeed'],
  remember: () => recent<number, Failed>(),
  look(deed, failures, tell) {
    const { order } = deed
    if (!order) return
    const before = failures.get(order.content)
    const waited = before ? waits(before, deed).waited : 0
    if (before && !wasOnTheWay(before, deed) && before.turns === deed.turns && waited <= longest) {
      if (before.idempotencyId !== order.idempotencyId) tell.broken(before.id, deed.id)
      // What a library sends again by itself has the same id.
      else if (!deed.byLibrary && !mayBeUnread(before, deed)) tell.met()
    }
    if (mayPass(deed) && deed.status !== 429) failures.set(order.content, { ...readOf(deed), idempotencyId: order.idempotencyId })
    else failures.delete(order.content)
  },
})
