/** Replaces what a client sent with synthetic values, so that a pact holds no data of anyone. */

import { operations } from '../../areas/index.ts'
import { givens } from '../../failures/givens/index.ts'
import type { Json } from '../../openapi/json-schema.ts'
import { areaName } from '../../wire/areas.ts'
import { readTimestamp } from '../../wire/values/timestamp.ts'
import { itemsOf, memberOf, namesMembers, wordsOf } from './schema-nodes.ts'

/** `example`: the value of an example. `form`: the same value with other letters and digits, so that a mistake in its form stays one. */
export type Disguise = 'example' | 'form'

/** An id that no record has. */
export const unknownId = '9a1d7b60-3c52-4e8f-8b1e-2d4c6f8a0b13'
const [past, future] = ['2020-01-01T00:00:00Z', '2999-01-01T12:00:00Z']
const guid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i

/** By the name of the member or parameter, in lower case: what the examples of operations and the givens use. */
type KnownValues = ReadonlyMap<string, string>

/** Read when the first call is recorded, because most simulators record none. */
let known: KnownValues | undefined

function readExamples(): KnownValues {
  const found = new Map<string, string>()
  function learn(area: string, name: string, value: unknown): void {
    if (typeof value === 'string') {
      if (value === '') return
      found.set(name.toLowerCase(), value)
      found.set(`${area}.${name}`.toLowerCase(), value)
    } else if (Array.isArray(value)) for (const each of value) learn(area, name, each)
    else if (typeof value === 'object' && value !== null) for (const [inner, each] of Object.entries(value)) learn(area, inner, each)
  }
  for (const { params } of givens) learn('', '', params.parse({}))
  for (const { id, example } of operations) {
    const { params, query, body } = example.input({})
    for (const part of [params, query, body]) if (part && Object.getPrototypeOf(part) === Object.prototype) learn(areaName(id), '', part)
  }
  return found
}

/** The synthetic value for a name, if an example has one: one of the same area first. */
export function knownValue(name: string, area = ''): string | undefined {
  known ??= readExamples()
  return known.get(`${area}.${name}`.toLowerCase()) ?? known.get(name.toLowerCase())
}

export interface Sent {
  readonly area: string
  readonly name: string
  readonly schema?: Json | undefined
  /** World milliseconds of the call: a time stays before or after it. */
  readonly at: number
}

export function disguised(value: unknown, disguise: Disguise, sent: Sent): unknown {
  const { name, schema } = sent
  if (typeof value === 'string') return text(value, disguise, sent)
  if (typeof value === 'number') return Math.abs(value) < 1e7 ? value : 11111111
  if (Array.isArray(value)) return value.map((each) => disguised(each, disguise, { ...sent, schema: itemsOf(schema) }))
  if (typeof value !== 'object' || value === null) return value
  const named = schema === undefined || namesMembers(schema)
  return Object.fromEntries(
    Object.entries(value).map(([inner, each], at) => [
      named ? inner : `property${at + 1}`,
      disguised(each, disguise, { ...sent, name: named ? inner : name, schema: memberOf(schema, inner) }),
    ]),
  )
}

function text(value: string, disguise: Disguise, { area, name, schema, at }: Sent): string {
  if (value === '' || wordsOf(schema).some((word) => String(word).toLowerCase() === value.toLowerCase())) return value
  if (guid.test(value)) return unknownId
  if (disguise === 'form') return inForm(value)
  const time = /^\d{4}-\d\d-\d\dT/.test(value) ? readTimestamp(value) : undefined
  if (time) return time.at > at ? future : past
  if (/^https?:\/\//.test(value)) return 'https://client.example/endpoint'
  return knownValue(name, area) ?? inForm(value)
}

/** The same length and signs, with other letters and digits. */
const inForm = (value: string) =>
  value
    .replace(/\p{Lu}/gu, 'A')
    .replace(/\p{L}/gu, (letter) => (letter === 'A' ? 'A' : 'a'))
    .replace(/\p{N}/gu, '1')
