import { expect, test } from 'vitest'
import { sizeError } from '../../../src/wire/json/size-limit.ts'

const nested = (levels: number, bracket: '[' | '{'): unknown =>
  JSON.parse(bracket === '[' ? '['.repeat(levels) + ']'.repeat(levels) : `${'{"a":'.repeat(levels - 1)}{}${'}'.repeat(levels - 1)}`)

test.each(['[', '{'] as const)('32 levels of %s are accepted, 33 are too deep', (bracket) => {
  expect(sizeError(nested(32, bracket))).toBeUndefined()
  expect(sizeError(nested(33, bracket))).toContain('depth of 32')
})

test('too deep a part is found anywhere in the document, at any depth', () => {
  expect(sizeError([1, null, 'a', { b: nested(31, '[') }])).toContain('depth of 32')
  expect(sizeError(nested(20_000, '['))).toContain('depth of 32')
  expect(sizeError('a')).toBeUndefined()
  expect(sizeError(null)).toBeUndefined()
})

test('a body of more than 250,000 values is refused', () => {
  expect(sizeError({ reminders: Array(240_000).fill({}) })).toBeUndefined()
  expect(sizeError({ reminders: Array(250_000).fill({}) })).toContain('250000 values')
})
