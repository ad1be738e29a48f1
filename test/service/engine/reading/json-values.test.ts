import { expect, test } from 'vitest'
import { z } from 'zod'
import type { ReadOptions } from '../../../../src/service/areas/areas.ts'
import { readValue } from '../../../../src/service/engine/reading/json-values.ts'
import { rule } from '../../../support/rule.ts'

const nothing: ReadOptions = { enums: false, numbersAsText: false }
const enums: ReadOptions = { enums: true, numbersAsText: false }
const everything: ReadOptions = { enums: true, numbersAsText: true }

const colour = z.enum(['Red', 'Green'])
const policy = z.enum(['Anytime', 'Daytime']).meta({ numbers: { '1': 'Anytime', '2': 'Daytime' } })
const person = z.object({ firstName: z.string(), age: z.int().optional(), favourite: colour.nullish() })

interface Tree {
  nodeName: string
  children?: Tree[] | undefined
}
const tree: z.ZodType<Tree> = z.object({
  nodeName: z.string(),
  get children() {
    return z.array(tree).optional()
  },
})
const shape = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('circle'), radius: z.number() }),
  z.object({ kind: z.literal('square'), side: z.number() }),
])

const readings: [sentence: string, schema: z.ZodType, options: ReadOptions, value: unknown, read: unknown][] = [
  ['names in any case get the spelling of the schema', person, nothing, { FIRSTNAME: 'Kari', Age: 4 }, { firstName: 'Kari', age: 4 }],
  ['of duplicate names the last one counts', person, nothing, { firstName: 'a', FirstName: 'b' }, { firstName: 'b' }],
  ['unknown properties are left out', person, nothing, { firstName: 'a', lastName: 'b' }, { firstName: 'a' }],
  ['null stays null', person, enums, { firstName: null, favourite: null }, { firstName: null, favourite: null }],
  ['lists are read element by element', z.array(person), nothing, [{ FirstName: 'a' }], [{ firstName: 'a' }]],
  [
    'nullable, optional and readonly schemas are read like their inner schema',
    person.nullable().optional().readonly(),
    nothing,
    { FirstName: 'a' },
    { firstName: 'a' },
  ],
  [
    'a schema with a default is read like its inner schema',
    z.object({ inner: person.prefault({ firstName: 'x' }) }),
    nothing,
    { Inner: { FIRSTNAME: 'a' } },
    { inner: { firstName: 'a' } },
  ],
  [
    'a schema may contain itself',
    tree,
    nothing,
    { NodeName: 'a', Children: [{ NODENAME: 'b' }] },
    { nodeName: 'a', children: [{ nodeName: 'b' }] },
  ],
  [
    'keys of records keep their spelling',
    z.record(z.string(), person),
    nothing,
    { KARI: { FirstName: 'a' } },
    { KARI: { firstName: 'a' } },
  ],
  ['a loose object keeps unknown properties', z.looseObject({ aB: z.string() }), nothing, { AB: '1', Cd: '2' }, { aB: '1', Cd: '2' }],
  [
    'a strict object keeps unknown properties, so that the schema can refuse them',
    z.strictObject({ aB: z.string() }),
    nothing,
    { ab: '1', Cd: '2' },
    { aB: '1', Cd: '2' },
  ],
  ['a union is read by the option that fits', shape, everything, { Kind: 'square', SIDE: '2' }, { kind: 'square', side: 2 }],
  [
    'a union without a fitting option is read by the first option that changes the value',
    shape,
    nothing,
    { Kind: 'heart' },
    { kind: 'heart' },
  ],
  ['a name of an enumeration is read in any case', colour, enums, 'GREEN', 'Green'],
  ['an index is read as its name', colour, enums, 1, 'Green'],
  ['an index as text is read as its name', colour, enums, '0', 'Red'],
  ['a number that the enumeration declares is read as its name', policy, enums, 2, 'Daytime'],
  ['a number outside the enumeration stays a number', policy, enums, 0, 0],
  ['a number outside the enumeration, as text, becomes a number', colour, enums, '7', 7],
  ['names between commas are the bits of their numbers', policy, enums, ' anytime ,Daytime', 3],
  ['names between commas may make a name', colour, enums, 'Red, GREEN', 'Green'],
  ['a comma at the end names nothing', colour, enums, 'Green,', 'Green'],
  ['a comma at the beginning is no name', colour, enums, ',Green', ',Green'],
  ['a number between commas is no name', colour, enums, 'Green,1', 'Green,1'],
  ['an unknown name stays as it is', colour, enums, 'blue', 'blue'],
  ['an index that is not a whole number stays as it is', colour, enums, 0.5, 0.5],
  ['names of enumerations stay as they are without the option', colour, nothing, 'GREEN', 'GREEN'],
  ['a name of the prototype is not a name of an enumeration', colour, enums, 'constructor', 'constructor'],
  ['a union of names and numbers prefers the names', z.union([colour, z.int32()]), everything, '1', 'Green'],
  ['a union of names and numbers keeps other numbers', z.union([colour, z.int32()]), everything, '7', 7],
  ['a number as text is read as a number', person, everything, { age: '42' }, { age: 42 }],
  [
    'whole numbers with a sign as text are read as numbers, and no others',
    z.array(z.number()),
    everything,
    ['-1', '+3', '0.5', '1e3'],
    [-1, 3, '0.5', '1e3'],
  ],
  [
    'text that is not a number stays as it is',
    z.array(z.number()),
    everything,
    ['', ' 1', '0x1', 'NaN', 'Infinity', '1,5'],
    ['', ' 1', '0x1', 'NaN', 'Infinity', '1,5'],
  ],
  ['numbers as text stay as they are without the option', person, enums, { age: '42' }, { age: '42' }],
  ['a boolean as text stays as it is', z.boolean(), everything, 'true', 'true'],
  ['text in place of an object stays as it is', person, everything, 'Kari', 'Kari'],
  ['a list in place of an object stays as it is', person, everything, ['Kari'], ['Kari']],
  ['an object in place of a list stays as it is', z.array(person), everything, { firstName: 'a' }, { firstName: 'a' }],
]

for (const [sentence, schema, options, value, read] of readings) {
  rule('notifications §3.1, file-transfer §0', sentence, () => {
    expect(readValue(schema, value, options)).toEqual(read)
  })
}

test('names like __proto__ do not change the prototype', () => {
  const value: unknown = JSON.parse('{"__proto__":{"firstName":"evil"},"constructor":{"prototype":{"x":1}},"firstName":"a"}')

  const read = readValue(person, value, everything)

  expect(Object.getPrototypeOf(read)).toBe(Object.prototype)
  expect(Object.keys(read as object)).toEqual(['firstName'])
  expect(({} as { x?: number }).x).toBeUndefined()
})

test('names like __proto__ are ordinary entries of records and loose objects', () => {
  const value: unknown = JSON.parse('{"__proto__":"2","constructor":"3"}')

  for (const schema of [z.record(z.string(), z.number()), z.looseObject({ a: z.number() })]) {
    const read = readValue(schema, value, everything) as object
    expect(Object.getPrototypeOf(read)).toBe(Object.prototype)
    expect(Object.keys(read)).toEqual(['__proto__', 'constructor'])
  }
})

test('reading does not change its input', () => {
  const value = { FirstName: 'a', Favourite: 'red', extra: [1] }

  readValue(person, value, everything)

  expect(value).toEqual({ FirstName: 'a', Favourite: 'red', extra: [1] })
})

test('reading a list or record stops at the first entry of the wrong type', () => {
  const many = Array.from({ length: 1000 }, () => 1)

  expect(readValue(z.array(z.string()), ['a', ...many], enums)).toEqual(['a', 1])
  expect(readValue(z.array(person), [{ firstName: 'a' }, ...many], enums)).toEqual([{ firstName: 'a' }, 1])
  expect(readValue(z.record(z.string(), z.string()), Object.fromEntries(many.map((one, at) => [`k${at}`, one])), enums)).toEqual({ k0: 1 })
})

test('the same schema can be read with different options', () => {
  expect(readValue(colour, 'RED', enums)).toBe('Red')
  expect(readValue(colour, 'RED', nothing)).toBe('RED')
})
