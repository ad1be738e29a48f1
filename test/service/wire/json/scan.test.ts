import fc from 'fast-check'
import { expect, test } from 'vitest'
import { scan } from '../../../../src/service/wire/json/scan.ts'

const errorOf = (text: string) => scan(text, () => undefined)
const parses = (text: string) => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

const errors: [text: string, offset: number, path: (string | number)[]][] = [
  ['{ foo', 2, []],
  ['', 0, []],
  ['  ', 2, []],
  ['{', 1, []],
  ['{"a"', 4, []],
  ['{"a" 1}', 5, []],
  ['{"a":', 5, ['a']],
  ['{"a":x}', 5, ['a']],
  ['{"a":tru}', 8, ['a']],
  ['{"a":01}', 6, ['a']],
  ['{"a":1.}', 7, ['a']],
  ['{"a":-}', 6, ['a']],
  ['{"a":1e}', 7, ['a']],
  ['{"a":+1}', 5, ['a']],
  ['{"a":1,}', 7, []],
  ['{"a":1 "b":2}', 7, []],
  ['{,}', 1, []],
  ['[1,]', 3, [1]],
  ['[1 2]', 3, [1]],
  ['[1 ', 3, [1]],
  ['["a",', 4, [1]],
  ['["a"}', 4, [1]],
  ['[,1]', 1, [0]],
  ['[1', 2, [0]],
  ['{"a":12', 7, ['a']],
  ['{"a":1.5', 8, ['a']],
  ['{"a":1 ', 7, []],
  ['{"a":[{"b":?}]}', 11, ['a', 0, 'b']],
  ['{"a":"x\ny"}', 7, ['a']],
  ['{"a":"\\x"}', 7, ['a']],
  ['{"a":"\\u12g4"}', 10, ['a']],
  ['{"a":"open', 10, ['a']],
  ['{"a":1} x', 8, []],
  ['{} // note', 3, []],
  ["{'a':1}", 1, []],
  ['NaN', 0, []],
]

test.each(errors)('%j has an error at offset %i', (text, offset, path) => {
  expect(errorOf(text)).toMatchObject({ offset, path, tooDeep: false })
})

test('32 levels are accepted, 33 are too deep', () => {
  const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)

  expect(errorOf(nested(32))).toBeUndefined()
  expect(errorOf(nested(33))).toMatchObject({ offset: 32, tooDeep: true })
  expect(errorOf('['.repeat(1_000_000))).toMatchObject({ tooDeep: true })
})

test('the scan accepts exactly the texts that JSON.parse accepts', () => {
  const snippets = fc.constantFrom(
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '"a"',
    '"',
    '\\',
    'true',
    'null',
    '-',
    '0',
    '12',
    '.5',
    'e1',
    ' ',
    '\n',
    'x',
  )
  const nearlyJson = fc.array(snippets, { maxLength: 12 }).map((parts) => parts.join(''))
  fc.assert(
    fc.property(nearlyJson, (text) => {
      expect(errorOf(text) === undefined).toBe(parses(text))
    }),
    { seed: 1, numRuns: 5_000 },
  )
})

test('the scan agrees with JSON.parse about JSON texts that lost one character', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 5 }), fc.nat(), (text, place) => {
      const at = place % (text.length + 1)
      const broken = text.slice(0, at) + text.slice(at + 1)
      expect(errorOf(text)).toBeUndefined()
      expect(errorOf(broken) === undefined).toBe(parses(broken))
    }),
    { seed: 1, numRuns: 1_000 },
  )
})
