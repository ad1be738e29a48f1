import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createLookup, locateAll, positionAt, printPath } from '../../../../src/service/wire/json/position.ts'
import type { Path } from '../../../../src/service/wire/json/scan.ts'

function positionOf(text: string, path: Path) {
  const [located] = locateAll(text, [path])
  return located && positionAt(text, located.end)
}

test('the position of a value is after the value, counted from 0', () => {
  const text = '{\n  "recipient": {\n    "channelSchema": "Fax"\n  }\n}'

  expect(positionOf(text, ['recipient', 'channelSchema'])).toEqual({ line: 2, byte: 26 })
})

test('the position of an object or array is after its opening bracket', () => {
  expect(positionOf('{ "a": [1] }', ['a'])).toEqual({ line: 0, byte: 8 })
  expect(positionOf(' []', [])).toEqual({ line: 0, byte: 2 })
})

test('the column counts the bytes of UTF-8', () => {
  expect(positionOf('{"å": "ø€😀", "b": 1}', ['b'])).toEqual({ line: 0, byte: 26 })
})

test('names match in any case, escaped or not', () => {
  expect(positionOf('{"RECIPI\\u0065NT": 1}', ['recipient'])).toEqual({ line: 0, byte: 20 })
})

test('of duplicate names the last one counts, with everything within it', () => {
  expect(positionOf('{"a":1,"A":22}', ['a'])).toEqual({ line: 0, byte: 13 })
  expect(positionOf('{"a":{"b":1},"a":{}}', ['a', 'b'])).toBeUndefined()
  expect(positionOf('{"a":{"b":1},"a":{"b":22}}', ['a', 'b'])).toEqual({ line: 0, byte: 24 })
  expect(positionOf('{"a":[{"b":1}],"a":[{"c":1}]}', ['a', 0, 'b'])).toBeUndefined()
})

test('a path that leads nowhere has no position', () => {
  expect(positionOf('{"a":1}', ['b'])).toBeUndefined()
  expect(positionOf('{"a":1}', ['a', 'b'])).toBeUndefined()
  expect(positionOf('[1]', [1])).toBeUndefined()
  expect(positionOf('{"0":1}', [0])).toBeUndefined()
  expect(positionOf('', [])).toBeUndefined()
  expect(positionOf('{"__proto__":{"x":1}}', ['x'])).toBeUndefined()
})

test('50,000 paths are found in one pass', () => {
  const text = `[${Array.from({ length: 50_000 }, () => '0').join(',')}]`
  const located = locateAll(
    text,
    Array.from({ length: 50_000 }, (_, at) => [at]),
  )

  expect(located.map((found) => found?.end)).toEqual(Array.from({ length: 50_000 }, (_, at) => 2 + at * 2))
})

/** JSON values whose names differ by more than case. */
const value = fc.letrec<{ any: unknown }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 5 },
    fc.constantFrom(null, true, false, 0, -1.5e-7, 1e21),
    fc.string({ unit: 'grapheme', maxLength: 8 }),
    fc.array(tie('any'), { maxLength: 4 }),
    fc
      .uniqueArray(fc.tuple(fc.string({ unit: 'grapheme', maxLength: 6 }), tie('any')), {
        maxLength: 4,
        selector: ([name]) => name.toLowerCase(),
      })
      .map((entries) => Object.fromEntries(entries)),
  ),
})).any
const layout = fc.constantFrom(undefined, 1, 2, '\t')

function* paths(within: unknown, path: Path = []): Generator<[Path, unknown]> {
  yield [path, within]
  if (Array.isArray(within)) for (const [at, item] of within.entries()) yield* paths(item, [...path, at])
  else if (typeof within === 'object' && within !== null) {
    for (const [name, item] of Object.entries(within)) yield* paths(item, [...path, name])
  }
}

test('a position follows the token of its value', () => {
  fc.assert(
    fc.property(value, layout, (content, space) => {
      const text = JSON.stringify(content, null, space)
      const lines = text.split('\n').map((line) => new TextEncoder().encode(line))
      for (const [path, item] of paths(JSON.parse(text))) {
        const position = positionOf(text, path)
        expect(position).toBeDefined()
        const before = new TextDecoder().decode(lines[position?.line ?? 0]?.slice(0, position?.byte))
        const token = Array.isArray(item) ? '[' : typeof item === 'object' && item !== null ? '{' : JSON.stringify(item)
        expect(before.endsWith(token)).toBe(true)
      }
    }),
    { seed: 1, numRuns: 500 },
  )
})

test('the text from the start of a value to its close is that value', () => {
  fc.assert(
    fc.property(value, layout, (content, space) => {
      const text = JSON.stringify(content, null, space)
      const all = [...paths(JSON.parse(text))]
      const located = locateAll(
        text,
        all.map(([path]) => path),
      )
      for (const [at, [path, item]] of all.entries()) {
        const found = located[at]
        const opens = typeof item === 'object' && item !== null
        const start = opens ? (found?.end ?? 0) - 1 : (found?.end ?? 0) - JSON.stringify(item).length
        expect(JSON.parse(text.slice(start, found?.close))).toEqual(item)
        expect(found?.path).toEqual(path)
      }
    }),
    { seed: 2, numRuns: 300 },
  )
})

test('a lookup finds values by names in any case, and the last of duplicates', () => {
  const lookUp = createLookup()
  const content = JSON.parse('{"A":1,"a":{"B":[{"c":null}]},"__proto__":{"x":1}}')

  expect(lookUp(content, ['a', 'b', 0, 'C'])).toBeNull()
  expect(lookUp(content, ['a', 'b', 1])).toBeUndefined()
  expect(lookUp(content, ['x'])).toBeUndefined()
  expect(lookUp(content, ['tostring'])).toBeUndefined()
  expect(lookUp({ '': 1 }, ['x'])).toBeUndefined()
  expect(lookUp(content, [])).toBe(content)
})

test('a path is printed from the root', () => {
  expect(printPath([])).toBe('$')
  expect(printPath(['reminders', 0, 'delayDays'])).toBe('$.reminders[0].delayDays')
  expect(printPath(['a b', 'c.d'])).toBe("$['a b']['c.d']")
})
