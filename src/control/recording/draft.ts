/** A synthetic request, in which `${name}` stands for what a given leaves. */
import type { z } from 'zod'
import type { Operation } from '../../areas/operation.ts'
import type { GivenValues } from '../../failures/givens/given.ts'
import { givens } from '../../failures/givens/index.ts'
import { type Json, jsonSchema } from '../../openapi/json-schema.ts'
import { areaName } from '../../wire/areas.ts'
import { getOrCreate } from '../../wire/when-needed.ts'
import type { Observation } from './observe.ts'
import { type Disguise, disguised, knownValue, unknownId } from './synthetic.ts'

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

/** What the row's example takes from its given, by path parameter: `{ id: '${shipmentId}' }`. */
export const paramsOf = ({ example }: Pick<Operation, 'example'>): Readonly<Record<string, string>> => example.input(marks).params ?? {}

/** `values`: the names of those that the givens leave. */
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
  const asked: Record<string, string[]> = {}
  for (const [name, value] of query) {
    const known = (schema as Record<string, object> | undefined)?.[name]
    // A number counts or skips.
    const one = /^\d{1,7}$/.test(value) ? value : String(disguised(value, disguise, { area, name, at, schema: known as never }))
    asked[name] = [...(asked[name] ?? []), one]
  }
  return {
    method: row.method,
    path: observation.path.replace(/\{(\w+)\}/g, (_, name: string) => {
      const text = replaced(name, params[name] ?? '', given[name])
      return text.startsWith('${') ? text : encodeURIComponent(text)
    }),
    query: asked,
    headers: { ...headers, ...(signed && { authorization: values.includes('token') ? `Bearer ${marks.token}` : 'Bearer not-a-token' }) },
    body: body === undefined ? undefined : body === null ? { text: content } : { json: jsonFor(observation, body.json, disguise, values) },
  }
}

function jsonFor({ row, at }: Observation, json: unknown, disguise: Disguise, values: readonly string[]): unknown {
  const { body } = row.request
  const schema = body?.kind === 'json' ? schemaOf(body.schema) : undefined
  return expressedIn(disguised(json, disguise, { area: areaName(row.id), name: '', schema, at }), values)
}

/** Members that are named like a value of a given get it. */
function expressedIn(json: unknown, values: readonly string[], name = ''): unknown {
  if (Array.isArray(json)) return json.map((each) => expressedIn(each, values, name))
  if (typeof json === 'object' && json !== null)
    return Object.fromEntries(Object.entries(json).map(([inner, each]) => [inner, expressedIn(each, values, inner)]))
  return typeof json === 'string' && json !== '' && values.includes(name) ? `\${${name}}` : json
}

export const namesIn = (text: string): string[] => [...text.matchAll(/\$\{(\w+)\}/g)].map(([, name = '']) => name)

/** The draft's text with the values. */
export const filled = (text: string, values: GivenValues): string => text.replace(/\$\{(\w+)\}/g, (_, name: string) => values[name] ?? '')

export function filledIn(json: unknown, values: GivenValues): unknown {
  if (typeof json === 'string') return filled(json, values)
  if (Array.isArray(json)) return json.map((each) => filledIn(each, values))
  if (typeof json !== 'object' || json === null) return json
  return Object.fromEntries(Object.entries(json).map(([name, each]) => [name, filledIn(each, values)]))
}

/** What stands for the values in the pact itself. */
export const placeholders = (): GivenValues =>
  Object.fromEntries(
    valueNames.map((name) => [
      name,
      name === 'token' ? 'a-token' : name === 'idempotencyId' ? 'an-order' : (knownValue(name) ?? unknownId),
    ]),
  )
