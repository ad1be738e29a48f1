/** The verdict on finding an order again that collided with calls of the same moment. */
import { expect, test } from 'vitest'
import { collidedOrder } from '../../../src/control/verdicts/orders.ts'
import { bad, expectGood, expectNotExercised, good, judges, nothing, verdictOn } from '../../support/deeds.ts'

const order = (idempotencyId: string, status = 200) => ({ status, body: JSON.stringify({ idempotencyId, recipient: 'someone' }) })
const collided = (idempotencyId: string) => ({ ...order(idempotencyId, 500), collided: true })

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

judges(collidedOrder, {
  'a client that repeats the order under its idempotencyId and finds it is good': [
    good(collided('a'), order('a')),
    good(collided('a'), collided('a'), order('a')),
  ],
  'a client that sends the order under a new idempotencyId is bad': [bad(['1', '2'], collided('a'), order('b', 201))],
  'a client that repeats it, and never finds it, shows nothing': [nothing(collided('a'), collided('a'))],
  'a call of the same moment, which was on its way, shows nothing': [nothing(collided('a'), { ...order('a'), after: -3 })],
  'the same order after one that a later call shows to be placed is another order': [good(collided('a'), order('a'), order('b', 201))],
  'any other 500, and a tester who acts, show nothing': [
    nothing(order('a', 500), order('b', 201)),
    nothing(collided('a'), { ...order('b', 201), turns: 1 }),
    nothing(collided('a'), { ...order('b', 201), after: 400_000 }),
  ],
})
