/** The verdict on waits that grow. */
import { test } from 'vitest'
import { backOff } from '../../src/verdicts/back-off.ts'
import { expectBroken, expectGood, expectNotExercised } from '../support/deeds.ts'

const down = { status: 503 }
const waits = (...milliseconds: number[]) => [down, ...milliseconds.map((after) => ({ ...down, after }))]

test('a client whose waits grow is good', () => {
  expectGood(backOff, ...waits(1_000, 2_000, 4_000, 8_000))
  expectGood(backOff, ...waits(40_000, 40_000, 40_000))
  expectGood(backOff, ...waits(0, 0))
})

test('a client whose waits stay the same is bad', () => {
  expectBroken(backOff, ['1', '2', '3', '4'], ...waits(1_000, 1_000, 1_000))
  expectBroken(backOff, ['1', '2', '3', '4'], ...waits(0, 0, 0))
})

test('a client that waits as the service asks is good', () => {
  const asking = { status: 503, replyHeaders: { 'retry-after': '2' }, after: 2_000 }

  expectGood(backOff, asking, asking, asking, asking)
})

test('another request is no repetition', () => {
  expectNotExercised(backOff, { ...down, body: 'a' }, { ...down, body: 'b' }, { ...down, body: 'c' }, { ...down, body: 'd' })
})
