/** A synthetic request without real data, in which `${name}` is a placeholder for one of a given's values. */
import type { z } from 'zod'
import { areaName } from '../../service/areas/areas.ts'
import { operations } from '../../service/areas/index.ts'
import type { Operation } from '../../service/areas/operation.ts'
import { type GivenValues, givens } from '../../service/failures/givens.ts'
import { readTimestamp } from '../../service/wire/timestamp.ts'
import { getOrCreate } from '../../service/wire/when-needed.ts'
import { type Json, jsonSchema } from '../openapi/json-schema.ts'
import { itemsOf, memberOf, namesMembers, wordsOf } from './agreement.ts'
import type { Observation } from './observe.ts'

export interface Draft {
  readonly method: string
  readonly path: string
  readonly query: Readonly<Record<string, readonly string[]>>
  readonly headers: Readonly<Record<string, string>>
  readonly body?: { readonly json: unknown } | { readonly text: string } | undefined
}

const schemas = new WeakMap<z.ZodType, Json>()
const schemaOf = (schema: z.ZodType) => getOrCreate(schemas, schema, () => jsonSchema(schema, 'input'))

const valueNames = [...new Set(givens.flatMap(({ values }) => values))]
const marks = Object.fromEntries(valueNames.map((name) => [name, `\${${name}}`]))
const content = 'a given file'

/** Returns a given's values in the row's example, keyed by path parameter, such as `{ id: '${shipmentId}' }`. */
export const paramsOf = ({ example }: Pick<Operation, 'example'>): Readonly<Record<string, string>> => example.input(marks).params ?? {}

/** `values`: names of the values that the givens provide. */
export function draftOf(observation: Observation, disguise: Disguise, values: readonly string[]): Draft {
  const { row, params, query, headers, body, at, signed } = observation
  const given = paramsOf(row)
  const area = areaName(row.id)
  const expressed = (text: string | undefined) =>
    text && namesIn(text).length > 0 && namesIn(text).every((name) => values.includes(name)) ? text : undefined
  const replaced = (name: string, value: string, example?: string) => {
    const literal = example !== undefined && namesIn(example).length === 0 && disguise === 'example' ? example : undefined
    return expressed(example) ?? literal ?? String(disguised(value, disguise, { area, name, at }))
  }
  const schema = row.request.query && schemaOf(row.request.query).properties
  const sentQuery: Record<string, string[]> = {}
  for (const [name, value] of query) {
    const known = (schema as Record<string, object> | undefined)?.[name]
    // A short number is a page size or an offset, so it contains no personal data.
    const one = /^\d{1,7}$/.test(value) ? value : String(disguised(value, disguise, { area, name, at, schema: known as never }))
    sentQuery[name] = [...(sentQuery[name] ?? []), one]
  }
  return {
    method: row.method,
    path: observation.path.replace(/\{(\w+)\}/g, (_, name: string) => {
      const text = replaced(name, params[name] ?? '', given[name])
      return text.startsWith('${') ? text : encodeURIComponent(text)
    }),
    query: sentQuery,
    headers: { ...headers, ...(signed && { authorization: values.includes('token') ? `Bearer ${marks.token}` : 'Bearer not-a-token' }) },
    body: body === undefined ? undefined : body === null ? { text: content } : { json: jsonFor(observation, body.json, disguise, values) },
  }
}

function jsonFor({ row, at }: Observation, json: unknown, disguise: Disguise, values: readonly string[]): unknown {
  const { body } = row.request
  const schema = body?.kind === 'json' ? schemaOf(body.schema) : undefined
  return expressedIn(disguised(json, disguise, { area: areaName(row.id), name: '', schema, at }), values)
}

/** Replaces each member whose name matches one of the given's values with that value. */
function expressedIn(json: unknown, values: readonly string[], name = ''): unknown {
  if (Array.isArray(json)) return json.map((each) => expressedIn(each, values, name))
  if (typeof json === 'object' && json !== null)
    return Object.fromEntries(Object.entries(json).map(([inner, each]) => [inner, expressedIn(each, values, inner)]))
  return typeof json === 'string' && json !== '' && values.includes(name) ? `\${${name}}` : json
}

export const namesIn = (text: string): string[] => [...text.matchAll(/\$\{(\w+)\}/g)].map(([, name = '']) => name)

/** Returns the text with its placeholders filled in. */
export const filled = (text: string, values: GivenValues): string => text.replace(/\$\{(\w+)\}/g, (_, name: string) => values[name] ?? '')

export function filledIn(json: unknown, values: GivenValues): unknown {
  if (typeof json === 'string') return filled(json, values)
  if (Array.isArray(json)) return json.map((each) => filledIn(each, values))
  if (typeof json !== 'object' || json === null) return json
  return Object.fromEntries(Object.entries(json).map(([name, each]) => [name, filledIn(each, values)]))
}

/** Returns the values for placeholders in the pact itself. */
export const placeholders = (): GivenValues =>
  Object.fromEntries(
    valueNames.map((name) => [
      name,
      name === 'token' ? 'a-token' : name === 'idempotencyId' ? 'an-order' : (knownValue(name) ?? unknownId),
    ]),
  )

/** `example`: the value from an example. `form`: the same value with different letters and digits, so that invalid forms stay invalid. */
export type Disguise = 'example' | 'form'

/** An id that no record has. */
export const unknownId = '9a1d7b60-3c52-4e8f-8b1e-2d4c6f8a0b13'
const [past, future] = ['2020-01-01T00:00:00Z', '2999-01-01T12:00:00Z']
const guid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i

/** Example values from operations and givens, keyed by lowercase member or parameter name. */
type KnownValues = ReadonlyMap<string, string>

/** Read when the first call is recorded, because most simulators record nothing. */
let known: KnownValues | undefined

function readExamples(): KnownValues {
  const examples = new Map<string, string>()
  function learn(area: string, name: string, value: unknown): void {
    if (typeof value === 'string') {
      if (value === '') return
      examples.set(name.toLowerCase(), value)
      examples.set(`${area}.${name}`.toLowerCase(), value)
    } else if (Array.isArray(value)) for (const each of value) learn(area, name, each)
    else if (typeof value === 'object' && value !== null) for (const [inner, each] of Object.entries(value)) learn(area, inner, each)
  }
  for (const { params } of givens) learn('', '', params.parse({}))
  for (const { id, example } of operations) {
    const { params, query, body } = example.input({})
    for (const part of [params, query, body]) if (part && Object.getPrototypeOf(part) === Object.prototype) learn(areaName(id), '', part)
  }
  return examples
}

/** Returns the example value for a name, preferably from the same area, or undefined if no example contains the name. */
function knownValue(name: string, area = ''): string | undefined {
  known ??= readExamples()
  return known.get(`${area}.${name}`.toLowerCase()) ?? known.get(name.toLowerCase())
}

export interface Sent {
  readonly area: string
  readonly name: string
  readonly schema?: Json | undefined
  /** World time of the call, in milliseconds. Earlier times stay earlier. */
  readonly at: number
}

function disguised(value: unknown, disguise: Disguise, sent: Sent): unknown {
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

/** Returns a string with the same length and punctuation, but with different letters and digits. */
const inForm = (value: string) =>
  value
    .replace(/\p{Lu}/gu, 'A')
    .replace(/\p{L}/gu, (letter) => (letter === 'A' ? 'A' : 'a'))
    .replace(/\p{N}/gu, '1')
