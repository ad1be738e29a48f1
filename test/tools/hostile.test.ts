/** Some rounds of hostile strings. `npm run fuzz` runs more. */
import { expect, test } from 'vitest'
import { createDice } from '../../tools/fuzz/dice.ts'
import { hostileRound } from '../../tools/fuzz/hostile.ts'

test('hostile strings of clients and capsules run nothing, and write nowhere else', { timeout: 180_000 }, async () => {
  for (let round = 0; round < 2; round++) {
    const { given, taken } = await hostileRound(createDice('hostile', 1, round))
    expect(taken).toBeGreaterThan(given / 3)
  }
})
