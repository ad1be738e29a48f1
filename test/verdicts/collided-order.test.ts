/** The verdict on finding an order again that collided with calls of the same moment. */
import { test } from 'vitest'
import { collidedOrder } from '../../src/verdicts/collided-order.ts'
import { expectBroken, expectGood, expectNotExercised } from '../support/deeds.ts'

const order = (idempotencyId: string, status = 200) => ({ status, body: JSON.stringify({ idempotencyId, recipient: 'someone' }) })
const collided = (idempotencyId: string) => ({ ...order(idempotencyId, 500), collided: true })

test('a client that repeats the order under its idempotencyId and finds it is good', () => {
  expectGood(collidedOrder, collided('a'), order('a'))
  expectGood(collidedOrder, collided('a'), collided('a'), order('a'))
})

test('a client that sends the order under a new idempotencyId is bad', () => {
  expectBroken(collidedOrder, ['1', '2'], collided('a'), order('b', 201))
})

test('a client that repeats it, and never finds it, shows nothing', () => {
  expectNotExercised(collidedOrder, collided('a'), collided('a'))
})

test('a call of the same moment, which was on its way, shows nothing', () => {
  expectNotExercised(collidedOrder, collided('a'), { ...order('a'), after: -3 })
})

test('the same order after one that the client knows to be placed is another order', () => {
  expectNotExercised(collidedOrder, collided('a'), { ...order('a'), after: -3 }, { ...collided('a'), after: -3 }, order('b', 201))
})

test('any other 500, and a tester who acts, show nothing', () => {
  expectNotExercised(collidedOrder, order('a', 500), order('b', 201))
  expectNotExercised(collidedOrder, collided('a'), { ...order('b', 201), turns: 1 })
  expectNotExercised(collidedOrder, collided('a'), { ...order('b', 201), after: 400_000 })
})
