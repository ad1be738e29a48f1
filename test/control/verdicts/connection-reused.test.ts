/** The verdict on a connection for every call. */
import { test } from 'vitest'
import { connectionReused } from '../../../src/control/verdicts/connection-reused.ts'
import { expectBroken, expectGood, expectNotExercised } from '../../support/deeds.ts'

const calls = (...connections: (number | null)[]) => connections.map((connection) => ({ connection }))

test('a client that keeps its connection is good', () => {
  expectGood(connectionReused, ...calls(1, 1, 2, 1))
})

test('a client that closes it after every call is advised', () => {
  expectBroken(connectionReused, ['2', '3', '4', '5', '6'], ...calls(1, 2, 3, 4, 5, 6))
})

test('a client that keeps one now and then shows nothing, and neither does a call through a proxy', () => {
  expectNotExercised(connectionReused, ...calls(1, 2, 3, 4, 4, 5, 6, 7))
})

test('connections that Standin broke, and calls beside each other, show nothing', () => {
  expectNotExercised(connectionReused, ...calls(1, 2, 3, 4, 5, 6).map((call) => ({ ...call, lost: true })))
  expectNotExercised(connectionReused, ...calls(1, 2, 3, 4, 5, 6).map((call) => ({ ...call, after: -20, took: 30 })))
  expectNotExercised(connectionReused, ...calls(null, null, null, null, null, null))
})
