/** Compares values that Pact compares only by type: state values, and bytes. */
import { z } from 'zod'
import { parseJson } from '../../../service/wire/json.ts'

/** Content that a reply must match exactly. */
export interface Exact {
  /** Expressions with state values, such as `${fileTransferId}`, keyed by path in the body. */
  readonly body: Readonly<Record<string, string>>
  /** Expressions with state values, keyed by header name. */
  readonly headers: Readonly<Record<string, string>>
  /** The complete body in base64. */
  readonly bytes?: string | undefined
}

/** A reply or message as it arrived. */
export interface Arrived {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** The body in base64. */
  readonly body: string
}

const expressions = z
  .record(z.string(), z.object({ type: z.string(), expression: z.string().optional() }).nullish())
  .nullish()
  .catch(undefined)
const generators = z.object({ body: expressions, header: expressions }).nullish()
const rules = z.record(z.string(), z.object({ matchers: z.array(z.object({ match: z.string(), value: z.unknown().optional() })) }))
const content = z.object({ content: z.unknown(), encoded: z.unknown() }).nullish().catch(undefined)
const response = z.object({
  generators,
  body: content,
  matchingRules: z.object({ body: rules.nullish() }).nullish().catch(undefined),
})

/** Schemas of the parts of an interaction that are compared by value. In a message, these parts are at the top level. */
export const readExact = { generators, response: response.nullish() }

export function exactOf(item: z.output<z.ZodObject<typeof readExact>>): Exact {
  const made = item.response?.generators ?? item.generators
  return { body: statesOf(made?.body), headers: statesOf(made?.header), bytes: bytesOf(item.response) }
}

const statesOf = (made: z.output<typeof expressions>) =>
  Object.fromEntries(
    Object.entries(made ?? {}).flatMap(([path, each]) =>
      each?.type === 'ProviderState' && each.expression ? [[path, each.expression]] : [],
    ),
  )

/** Returns binary content, which Pact compares only by type. */
function bytesOf(written: z.output<typeof response> | null | undefined): string | undefined {
  const { body, matchingRules } = written ?? {}
  if (body?.encoded !== 'base64' || typeof body.content !== 'string') return undefined
  const matchers = matchingRules?.body?.$?.matchers ?? []
  return matchers.every(({ match, value }) => match === 'contentType' && value === 'application/octet-stream') ? body.content : undefined
}

export function compare(exact: Exact, values: Readonly<Record<string, string>>, arrived: Arrived | undefined): string[] {
  const { body, headers, bytes } = exact
  if (!arrived) return isEmpty(exact) ? [] : ['No reply arrived.']
  const json = Object.keys(body).length > 0 ? parseJson(Buffer.from(arrived.body, 'base64').toString('utf8')) : undefined
  return [
    ...Object.entries(body).flatMap(([path, expression]) => differs(`body ${path}`, expression, values, valuesAt(json, path))),
    ...Object.entries(headers).flatMap(([name, expression]) =>
      differs(`header ${name}`, expression, values, [arrived.headers[name.toLowerCase()]]),
    ),
    ...(bytes === undefined || bytes === arrived.body
      ? []
      : [`body: ${sizeOf(bytes)} bytes were expected, but different bytes were received (${sizeOf(arrived.body)})`]),
  ]
}

const isEmpty = ({ body, headers, bytes }: Exact) => bytes === undefined && Object.keys({ ...body, ...headers }).length === 0
const sizeOf = (base64: string) => Buffer.from(base64, 'base64').length

function differs(part: string, expression: string, values: Readonly<Record<string, string>>, actual: readonly unknown[]): string[] {
  const missing = [...expression.matchAll(/\$\{(\w+)\}/g)].map(([, name = '']) => name).filter((name) => !(name in values))
  if (missing.length > 0) return [`${part}: its states provided no ${missing.join(' and no ')}`]
  const expected = expression.replace(/\$\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
  if (actual.some((value) => String(value) === expected)) return []
  const [one] = actual
  return [
    `${part}: the state provided ${JSON.stringify(expected)}, but the reply contains ${actual.length === 0 ? 'nothing' : JSON.stringify(one)}`,
  ]
}

/** Returns the values at a path such as `$.list[0]['a-b'].*`. A wildcard matches all members. */
function valuesAt(json: unknown, path: string): unknown[] {
  let values = [json]
  for (const [, name, quoted, index] of path.matchAll(/\.([^.[\]]+)|\['((?:[^'\\]|\\.)*)'\]|\[(\d+|\*)\]/g)) {
    const key = name ?? quoted ?? index ?? ''
    values = values.flatMap((value) => {
      if (typeof value !== 'object' || value === null) return []
      return key === '*' ? Object.values(value) : Object.hasOwn(value, key) ? [(value as Record<string, unknown>)[key]] : []
    })
  }
  return values
}
