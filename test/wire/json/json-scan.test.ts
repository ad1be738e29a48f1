import fc from 'fast-check'
import { expect, test } from 'vitest'
import { scan } from '../../../src/wire/json/json-scan.ts'

const nothing = () => undefined
const faultOf = (text: string) => scan(text, nothing)
const parses = (text: string) => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

const faults: [text: string, offset: number, path: (string | number)[]][] = [
  ['{ foo', 2, []],
  ['', 0, []],
  ['  ', 2, []],
  ['{', 1, []],
  ['{"a"', 4, ['a']],
  ['{"a" 1}', 5, ['a']],
  ['{"a":', 5, ['a']],
  ['{"a":x}', 5, ['a']],
  ['{"a":tru}', 8, ['a']],
  ['{"a":01}', 6, []],
  ['{"a":1.}', 7, ['a']],
  ['{"a":-}', 6, ['a']],
  ['{"a":1e}', 7, ['a']],
  ['{"a":+1}', 5, ['a']],
  ['{"a":1,}', 7, []],
  ['{"a":1 "b":2}', 7, []],
  ['{,}', 1, []],
  ['[1,]', 3, [1]],
  ['[1 2]', 3, []],
  ['[,1]', 1, [0]],
  ['[1', 2, []],
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

test.each(faults)('%j goes wrong at %i', (text, offset, path) => {
  expect(faultOf(text)).toEqual({ offset, path, tooDeep: false })
})

test('32 levels are read and 33 are not', () => {
  const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)

  expect(faultOf(nested(32))).toBeUndefined()
  expect(faultOf(nested(33))).toMatchObject({ offset: 32, tooDeep: true })
  expect(faultOf('['.repeat(1_000_000))).toMatchObject({ tooDeep: true })
})

test('exactly what JSON.parse reads has no fault', () => {
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
      expect(faultOf(text) === undefined).toBe(parses(text))
    }),
    { seed: 1, numRuns: 5_000 },
  )
})

test('a JSON text with one character taken away is judged as JSON.parse judges it', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 5 }), fc.nat(), (text, place) => {
      const at = place % (text.length + 1)
      const broken = text.slice(0, at) + text.slice(at + 1)
      expect(faultOf(text)).toBeUndefined()
      expect(faultOf(broken) === undefined).toBe(parses(broken))
    }),
    { seed: 1, numRuns: 1_000 },
  )
})
