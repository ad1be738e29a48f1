import { expect, test } from 'vitest'
import { z } from 'zod'
import { type Manner, readValue } from '../../../src/wire/json/reading.ts'
import { rule } from '../../support/rule.ts'

const nothing: Manner = { enums: false, numbersAsText: false }
const enums: Manner = { enums: true, numbersAsText: false }
const everything: Manner = { enums: true, numbersAsText: true }

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

const readings: [what: string, schema: z.ZodType, manner: Manner, value: unknown, read: unknown][] = [
  ['names in any case become the schema’s', person, nothing, { FIRSTNAME: 'Kari', Age: 4 }, { firstName: 'Kari', age: 4 }],
  ['of duplicates the last counts', person, nothing, { firstName: 'a', FirstName: 'b' }, { firstName: 'b' }],
  ['unknown properties are left out', person, nothing, { firstName: 'a', lastName: 'b' }, { firstName: 'a' }],
  ['null stays null', person, enums, { firstName: null, favourite: null }, { firstName: null, favourite: null }],
  ['lists are read element by element', z.array(person), nothing, [{ FirstName: 'a' }], [{ firstName: 'a' }]],
  ['wrappers are looked through', person.nullable().optional().readonly(), nothing, { FirstName: 'a' }, { firstName: 'a' }],
  [
    'defaults are looked through',
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
  ['keys of records stay as they are', z.record(z.string(), person), nothing, { KARI: { FirstName: 'a' } }, { KARI: { firstName: 'a' } }],
  ['a loose object keeps what it does not know', z.looseObject({ aB: z.string() }), nothing, { AB: '1', Cd: '2' }, { aB: '1', Cd: '2' }],
  ['a strict object keeps what it will refuse', z.strictObject({ aB: z.string() }), nothing, { ab: '1', Cd: '2' }, { aB: '1', Cd: '2' }],
  ['a union reads the option that fits', shape, everything, { Kind: 'square', SIDE: '2' }, { kind: 'square', side: 2 }],
  ['where no option fits, the first that reads anything is taken', shape, nothing, { Kind: 'heart' }, { kind: 'heart' }],
  ['an enumeration is read in any case', colour, enums, 'GREEN', 'Green'],
  ['an enumeration is read by its index', colour, enums, 1, 'Green'],
  ['an enumeration is read by its index as text', colour, enums, '0', 'Red'],
  ['an enumeration is read by the numbers that it declares', policy, enums, 2, 'Daytime'],
  ['a number outside the enumeration stays a number', policy, enums, 0, 0],
  ['a number outside the enumeration, as text, becomes one', colour, enums, '7', 7],
  ['an unknown name stays', colour, enums, 'blue', 'blue'],
  ['an index that is no whole number stays', colour, enums, 0.5, 0.5],
  ['enumerations are left alone where the manner says so', colour, nothing, 'GREEN', 'GREEN'],
  ['a name of the prototype is no name', colour, enums, 'constructor', 'constructor'],
  ['a union of names and numbers prefers the names', z.union([colour, z.int32()]), everything, '1', 'Green'],
  ['a union of names and numbers keeps other numbers', z.union([colour, z.int32()]), everything, '7', 7],
  ['numbers may be text', person, everything, { age: '42' }, { age: 42 }],
  ['negative, fractional and exponential numbers may be text', z.array(z.number()), everything, ['-1', '0.5', '1e3'], [-1, 0.5, 1000]],
  [
    'text that is no number stays',
    z.array(z.number()),
    everything,
    ['', ' 1', '0x1', 'NaN', 'Infinity', '1,5'],
    ['', ' 1', '0x1', 'NaN', 'Infinity', '1,5'],
  ],
  ['numbers as text are left alone where the manner says so', person, enums, { age: '42' }, { age: '42' }],
  ['a boolean is never text', z.boolean(), everything, 'true', 'true'],
  ['what is no object stays', person, everything, 'Kari', 'Kari'],
  ['a list is no object', person, everything, ['Kari'], ['Kari']],
  ['an object is no list', z.array(person), everything, { firstName: 'a' }, { firstName: 'a' }],
]

for (const [what, schema, manner, value, read] of readings) {
  rule('notifications §3.1, file-transfer §0', what, () => {
    expect(readValue(schema, value, manner)).toEqual(read)
  })
}

test('names that reach the prototype do no harm', () => {
  const value: unknown = JSON.parse('{"__proto__":{"firstName":"evil"},"constructor":{"prototype":{"x":1}},"firstName":"a"}')

  const read = readValue(person, value, everything)

  expect(Object.getPrototypeOf(read)).toBe(Object.prototype)
  expect(Object.keys(read as object)).toEqual(['firstName'])
  expect(({} as { x?: number }).x).toBeUndefined()
})

test('in records and loose objects they are entries like others', () => {
  const value: unknown = JSON.parse('{"__proto__":"2","constructor":"3"}')

  for (const schema of [z.record(z.string(), z.number()), z.looseObject({ a: z.number() })]) {
    const read = readValue(schema, value, everything) as object
    expect(Object.getPrototypeOf(read)).toBe(Object.prototype)
    expect(Object.keys(read)).toEqual(['__proto__', 'constructor'])
  }
})

test('reading changes nothing in what it reads', () => {
  const value = { FirstName: 'a', Favourite: 'red', extra: [1] }

  readValue(person, value, everything)

  expect(value).toEqual({ FirstName: 'a', Favourite: 'red', extra: [1] })
})

test('of a list or dictionary of the wrong things only the first is complained about', () => {
  const many = Array.from({ length: 1000 }, () => 1)

  expect(readValue(z.array(z.string()), ['a', ...many], enums)).toEqual(['a', 1])
  expect(readValue(z.array(person), [{ firstName: 'a' }, ...many], enums)).toEqual([{ firstName: 'a' }, 1])
  expect(readValue(z.record(z.string(), z.string()), Object.fromEntries(many.map((one, at) => [`k${at}`, one])), enums)).toEqual({ k0: 1 })
})

test('the same schema is read by different manners at once', () => {
  expect(readValue(colour, 'RED', enums)).toBe('Red')
  expect(readValue(colour, 'RED', nothing)).toBe('RED')
})
