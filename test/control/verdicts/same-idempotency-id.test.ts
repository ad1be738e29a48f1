/** The verdict on keeping the idempotencyId of an order. */
import { test } from 'vitest'
import { sameIdempotencyId } from '../../../src/control/verdicts/same-idempotency-id.ts'
import { expectBroken, expectGood, expectNotExercised } from '../../support/deeds.ts'

const order = (idempotencyId: string, status = 201) => ({ status, body: JSON.stringify({ idempotencyId, recipient: 'someone' }) })

test('a client that keeps the id is good', () => {
  expectGood(sameIdempotencyId, order('a', 503), order('a'))
})

test('a client that makes a new id after 503 or a lost reply is advised', () => {
  expectBroken(sameIdempotencyId, ['1', '2'], order('a', 503), order('b'))
  expectBroken(sameIdempotencyId, ['1', '2'], { ...order('a', 499), lost: true }, order('b'))
})

test('an order of the same content that was on its way, and what a library repeats, show nothing', () => {
  expectNotExercised(sameIdempotencyId, order('a', 503), { ...order('b'), after: 20, connection: 2 })
  expectNotExercised(sameIdempotencyId, { ...order('a', 499), lost: true }, { ...order('a'), after: 5 })
})

test('an idempotencyId deeper in the body, or in a text, is none of the order', () => {
  const nested = (idempotencyId: string, deeper: string, status = 201) => ({
    status,
    body: JSON.stringify({ idempotencyId, recipient: { idempotencyId: deeper }, text: '"idempotencyId":"c"' }),
  })
  const without = (deeper: string, status = 201) => ({ status, body: JSON.stringify({ recipient: { idempotencyId: deeper } }) })

  expectBroken(sameIdempotencyId, ['1', '2'], nested('a', 'c', 503), nested('b', 'c'))
  expectNotExercised(sameIdempotencyId, nested('a', 'c', 503), nested('b', 'd'))
  expectNotExercised(sameIdempotencyId, without('a', 503), without('b'))
})

test('the same order after a success, or after a tester acted, is another order', () => {
  expectNotExercised(sameIdempotencyId, order('a'), order('b'))
  expectNotExercised(sameIdempotencyId, order('a', 503), { ...order('b'), turns: 1 })
})
