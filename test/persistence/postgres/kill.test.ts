/** Servers of one database that are killed and lose their sessions under load. */
import { expect, onTestFinished } from 'vitest'
import { killRounds } from '../../../tools/kill/rounds.ts'
import { openDatabase } from '../../../tools/kill/stores.ts'
import { test } from '../../support/postgres.ts'

test('everything that servers of one database answered before one was killed, lost its session, or had its clock set back, is there once', {
  timeout: 240_000,
}, async () => {
  const place = await openDatabase()
  onTestFinished(place.end)
  const only = ['clockBack', 'kill', 'endSession', 'crashDatabase'] as const
  const result = await killRounds({ place, rounds: 4, seed: 1, clients: 6, only, say() {} })
  expect(result.wrong).toEqual([])
  expect(result.checks).toBeGreaterThan(50)
})
