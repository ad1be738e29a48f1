/** Values in the path of an address. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Misuse } from '../../../src/misuse.ts'
import { pathValue } from '../../../src/wire/values/path-value.ts'
import { hostileStrings } from '../../support/hostile-strings.ts'

/** What arrives of the value between two other parts; undefined for a value that is refused. */
function arrived(value: string): string | undefined {
  let written: string
  try {
    written = pathValue('name', value)
  } catch (thrown) {
    if (thrown instanceof Misuse) return undefined
    throw thrown
  }
  const [, first, second = '', last, ...others] = new URL(`http://standin.test/one/${written}/three?x`).pathname.split('/')
  expect([first, last, others]).toEqual(['one', 'three', []])
  return decodeURIComponent(second)
}

test('every value arrives as it is, or is refused', () => {
  for (const value of hostileStrings()) expect([value, undefined]).toContain(arrived(value))
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('.', '%', '2', 'e', 'E', '/', '\\', 'a', '?', '#', '\ud800') }), (value) => {
      expect([value, undefined]).toContain(arrived(value))
    }),
  )
})

test.each(['', '.', '..', '%2e', '%2E.', '\ud800'])('%j is refused', (value) => {
  expect(arrived(value)).toBeUndefined()
})

test.each(['a.b', '...', '.a', 'a/b', '../a', 'a\\..\\b', '%', '%2f', 'urn:altinn:resource:a', ' ', '+4799999999', 'æ', '\\'])(
  '%j arrives',
  (value) => {
    expect(arrived(value)).toBe(value)
  },
)
