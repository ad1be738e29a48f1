/** A server that is killed under load, and starts again with its folder. */
import { expect, test } from 'vitest'
import { killRounds } from '../../tools/kill/rounds.ts'

test('everything that was answered before a kill is there afterwards, and no id is given twice', async () => {
  const result = await killRounds({ rounds: 2, clients: 16, sync: 'process', milliseconds: 600, creates: 100, say: () => {} })
  expect(result.wrong).toEqual([])
  expect(result.answered).toBeGreaterThan(10)
})
