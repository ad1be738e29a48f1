/** The verdict on a token for every call. */
import { test } from 'vitest'
import { tokenReused } from '../../../src/control/verdicts/token-reused.ts'
import { expectBroken, expectGood, expectNotExercised } from '../../support/deeds.ts'

const calls = (...tokens: string[]) => tokens.map((token) => ({ token, expires: 1 }))

test('a client that keeps its token is good', () => {
  expectGood(tokenReused, ...calls('a', 'a', 'a', 'b', 'b'))
})

test('a client that gets one for every call is advised', () => {
  expectBroken(tokenReused, ['1', '2', '3', '4', '5'], ...calls('a', 'b', 'c', 'd', 'e', 'f'))
})

test('a client that keeps a token now and then shows nothing', () => {
  expectNotExercised(tokenReused, ...calls('a', 'a', 'b', 'c', 'd', 'e'))
})

test('four calls show nothing, and neither do calls without a token', () => {
  expectNotExercised(tokenReused, ...calls('a', 'b', 'c', 'd'))
  expectNotExercised(tokenReused, ...Array.from({ length: 6 }, () => ({ token: null })))
})
