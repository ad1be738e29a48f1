/** The verdict on giving up. */
import { test } from 'vitest'
import { retryEnd } from '../../../src/control/verdicts/retry-end.ts'
import { expectBroken, expectGood, expectNotExercised } from '../../support/deeds.ts'

const failures = (count: number) => Array.from({ length: count }, (_, nth) => ({ status: 500, after: 1_000 * 1.3 ** nth }))

test('a client that gives up is good', () => {
  expectGood(retryEnd, ...failures(5))
})

test('a client that repeats ten times is bad', () => {
  expectBroken(retryEnd, ['1', '11'], ...failures(11))
})

test('a client whose repetition succeeds does not show whether it would give up', () => {
  expectNotExercised(retryEnd, ...failures(2), { after: 1_000 })
})

test('a client that meets no failure shows nothing', () => {
  expectNotExercised(retryEnd, {}, {})
})
