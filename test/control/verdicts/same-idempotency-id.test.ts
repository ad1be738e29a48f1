/** The verdict on keeping the idempotencyId of an order. */
import { sameIdempotencyId } from '../../../src/control/verdicts/orders.ts'
import { bad, good, judges, nothing } from '../../support/deeds.ts'

const order = (idempotencyId: string, status = 201) => ({ status, body: JSON.stringify({ idempotencyId, recipient: 'someone' }) })

const nested = (idempotencyId: string, deeper: string, status = 201) => ({
  status,
  body: JSON.stringify({ idempotencyId, recipient: { idempotencyId: deeper }, text: '"idempotencyId":"c"' }),
})
const without = (deeper: string, status = 201) => ({ status, body: JSON.stringify({ recipient: { idempotencyId: deeper } }) })

judges(sameIdempotencyId, {
  'a client that keeps the id is good': [good(order('a', 503), order('a'))],
  'a client that makes a new id after 503 or a lost reply is advised': [
    bad(['1', '2'], order('a', 503), order('b')),
    bad(['1', '2'], { ...order('a', 499), lost: true }, order('b')),
  ],
  'an order of the same content that was on its way, and what a library repeats, show nothing': [
    nothing(order('a', 503), { ...order('b'), after: 20, connection: 2 }),
    nothing({ ...order('a', 499), lost: true }, { ...order('a'), after: 5 }),
  ],
  'an idempotencyId deeper in the body, or in a text, is none of the order': [
    bad(['1', '2'], nested('a', 'c', 503), nested('b', 'c')),
    nothing(nested('a', 'c', 503), nested('b', 'd')),
    nothing(without('a', 503), without('b')),
  ],
  'the same order after a success, or after a tester acted, is another order': [
    nothing(order('a'), order('b')),
    nothing(order('a', 503), { ...order('b'), turns: 1 }),
  ],
})
