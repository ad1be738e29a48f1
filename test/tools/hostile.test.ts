/** Some rounds of hostile strings. `npm run fuzz` runs more. */
import { expect, test } from 'vitest'
import { createDice } from '../../tools/fuzz/dice.ts'
import { hostileRound } from '../../tools/fuzz/hostile.ts'
import { orderRound } from '../../tools/fuzz/hostile-orders.ts'

test('hostile strings of clients and capsules run nothing, and write nowhere else', { timeout: 180_000 }, async () => {
  for (let round = 0; round < 2; round++) {
    const { given, taken } = await hostileRound(createDice('hostile', 1, round))
    expect(taken).toBeGreaterThan(given / 3)
  }
})

test('no order to a stranger leaves for a real implementation, in whatever form and by whatever path', { timeout: 120_000 }, async () => {
  for (let round = 0; round < 4; round++) await orderRound(createDice('orders', 1, round), 200)
})
