/** The verdict on the length of bodies. */
import { test } from 'vitest'
import { contentLength } from '../../../src/control/verdicts/content-length.ts'
import { expectBroken, expectGood, expectNotExercised } from '../../support/deeds.ts'

test('a client that says the length is good, one that does not is advised', () => {
  expectGood(contentLength, { headers: { 'content-length': '5' } })
  expectBroken(contentLength, ['1'], { headers: { 'transfer-encoding': 'chunked' } })
})

test('the length that a proxy says shows nothing', () => {
  expectNotExercised(contentLength, { headers: { 'content-length': '5' }, proxied: true })
})

test('a call without a body shows nothing', () => {
  expectNotExercised(contentLength, { method: 'GET' }, { headers: { 'content-length': '0' } })
})
