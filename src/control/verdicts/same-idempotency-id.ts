/** Checks that a client retries an order with the same idempotencyId. */
import { defineVerdict, mayBeUnread, mayPass, type Read, readOf, recent, waits, wasOnTheWay } from './judging/verdict.ts'

interface Failed extends Read {
  readonly idempotencyId: number
}

/** Milliseconds after which an identical order counts as a new order. */
const longest = 300_000

export const sameIdempotencyId = defineVerdict({
  id: 'same-idempotency-id',
  sentence: "A client retries an order with the first attempt's idempotencyId.",
  severity: 'advice',
  source: 'spec §7',
  guidance: 'Generate the idempotencyId once for each order, and use it for all attempts. Otherwise, a lost reply leads to two orders.',
  exercise: ['order-lost-reply', 'order-timeout-after-commit', 'fail-twice-then-succeed'],
  remember: () => recent<number, Failed>(),
  look(deed, failures, tell) {
    const { order } = deed
    if (!order) return
    const before = failures.get(order.content)
    const waited = before ? waits(before, deed).waited : 0
    if (before && !wasOnTheWay(before, deed) && before.turns === deed.turns && waited <= longest) {
      if (before.idempotencyId !== order.idempotencyId) tell.broken(before.id, deed.id)
      // If the HTTP library retries a call, the id is always the same.
      else if (!deed.byLibrary && !mayBeUnread(before, deed)) tell.met()
    }
    if (mayPass(deed) && deed.status !== 429) failures.set(order.content, { ...readOf(deed), idempotencyId: order.idempotencyId })
    else failures.delete(order.content)
  },
})
