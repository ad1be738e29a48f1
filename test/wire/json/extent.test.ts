import { expect, test } from 'vitest'
import { extentFault } from '../../../src/wire/json/extent.ts'

const nested = (levels: number, bracket: '[' | '{'): unknown =>
  JSON.parse(bracket === '[' ? '['.repeat(levels) + ']'.repeat(levels) : `${'{"a":'.repeat(levels - 1)}{}${'}'.repeat(levels - 1)}`)

test.each(['[', '{'] as const)('32 levels of %s are read, 33 are too deep', (bracket) => {
  expect(extentFault(nested(32, bracket))).toBeUndefined()
  expect(extentFault(nested(33, bracket))).toContain('depth of 32')
})

test('depth is found wherever it is, and however deep', () => {
  expect(extentFault([1, null, 'a', { b: nested(31, '[') }])).toContain('depth of 32')
  expect(extentFault(nested(20_000, '['))).toContain('depth of 32')
  expect(extentFault('a')).toBeUndefined()
  expect(extentFault(null)).toBeUndefined()
})

test('a body of more than 250,000 values is not read', () => {
  expect(extentFault({ reminders: Array(240_000).fill({}) })).toBeUndefined()
  expect(extentFault({ reminders: Array(250_000).fill({}) })).toContain('250000 values')
})
