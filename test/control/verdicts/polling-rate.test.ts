/** The verdict on polling faster than the limit allows. */
import { test } from 'vitest'
import { pollingRate } from '../../../src/control/verdicts/polling-rate.ts'
import { expectBroken, expectGood, expectNotExercised } from '../../support/deeds.ts'

const every = (after: number, more: object = {}) =>
  Array.from({ length: 7 }, (_, nth) => ({
    operation: 'fileTransfer.details',
    method: 'GET',
    after,
    clockMoves: 'worldAfter' in more ? nth : 0,
    ...more,
  }))

test('a client that polls slowly enough is good', () => {
  expectGood(pollingRate, ...every(2_100))
})

test('reads beside each other, a few quick ones, and a clock that a tester moves show nothing', () => {
  expectNotExercised(pollingRate, ...every(2, { worldAfter: 0 }))
  expectNotExercised(pollingRate, ...every(-20, { took: 30 }))
  expectNotExercised(pollingRate, ...every(500).slice(2))
})

test('a client that polls faster is advised', () => {
  expectBroken(pollingRate, ['1', '2', '3', '4', '5', '6', '7'], ...every(500))
})

test('an operation without a limit shows nothing', () => {
  expectNotExercised(pollingRate, ...every(5, { operation: 'notifications.getShipment' }))
})
