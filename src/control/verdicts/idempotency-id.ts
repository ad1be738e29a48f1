/** Checks that a client uses each idempotencyId for only one order. */
import { defineVerdict, recent } from './judging/verdict.ts'

interface Used {
  readonly id: string
  readonly content: number
}

export const idempotencyId = defineVerdict({
  id: 'idempotency-id',
  sentence: 'A client uses each idempotencyId for one order only.',
  severity: 'bad',
  source: 'spec §2',
  guidance:
    'Generate a new idempotencyId for each order. If an id has been used before, the service returns the first order and sends nothing.',
  exercise: ['order-lost-reply', 'fail-twice-then-succeed'],
  remember: () => recent<number, Used>(),
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
