/** A server that is killed under load, and starts again with its folder. */
import { expect, onTestFinished, test } from 'vitest'
import { killRounds } from '../../tools/kill/rounds.ts'
import { openFolder } from '../../tools/kill/stores.ts'

test('everything that was answered before a kill is there afterwards, once, and no id is given twice', { timeout: 120_000 }, async () => {
  const place = openFolder('process')
  onTestFinished(place.end)
  const result = await killRounds({ place, rounds: 2, seed: 1, clients: 8, say() {} })
  expect(result.wrong).toEqual([])
  expect(result.checks).toBeGreaterThan(50)
})
