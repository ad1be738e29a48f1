/** The verdict on finding an order again that collided with calls of the same moment. */
import { expect, test } from 'vitest'
import { collidedOrder } from '../../../src/control/verdicts/collided-order.ts'
import { expectBroken, expectGood, expectNotExercised, verdictOn } from '../../support/deeds.ts'

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

test('the same order after one that a later call shows to be placed is another order', () => {
  expectGood(collidedOrder, collided('a'), order('a'), order('b', 201))
})

test('of twenty calls at once, those that are answered well do not hide what the client does about the others', () => {
  const beside = (nth: number) => ({ after: nth === 0 ? 1_000 : nth % 2 === 0 ? -3 : 4, connection: nth + 1 })
  const atOnce = Array.from({ length: 20 }, (_, nth) => ({
    ...(nth === 0 ? order('a', 201) : nth % 4 === 0 ? order('a') : collided('a')),
    ...beside(nth),
  }))

  expectNotExercised(collidedOrder, ...atOnce)
  expectGood(collidedOrder, ...atOnce, { ...order('a'), after: 500 })
  expect(verdictOn(collidedOrder, ...atOnce, { ...order('b', 201), after: 500 }).verdict).toBe('bad')
})

test('any other 500, and a tester who acts, show nothing', () => {
  expectNotExercised(collidedOrder, order('a', 500), order('b', 201))
  expectNotExercised(collidedOrder, collided('a'), { ...order('b', 201), turns: 1 })
  expectNotExercised(collidedOrder, collided('a'), { ...order('b', 201), after: 400_000 })
})
