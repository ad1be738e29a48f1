/** Finds what two replies have in common, according to their row's schema, for a pact's content and matchers. */
import type { Json } from '../openapi/json-schema.ts'

export type Matcher = Readonly<{ match: string; min?: number; regex?: string; value?: string }>

interface Agreement {
  readonly content: unknown
  /** Matchers, keyed by path. A path looks like `$.recipients[*].status`. */
  readonly rules: Readonly<Record<string, readonly Matcher[]>>
}

const guid = '[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}'
const formats: Readonly<Record<string, string>> = { uuid: guid, 'date-time': '\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d.*' }

/** Thrown if the replies differ in more than their values. */
class Disagreement extends Error {}

/**
 * The content comes from `arranged`, so that no recorded data ends up in the pact. If the replies differ, returns a string that describes
 * the difference.
 */
export function agree(schema: Json | undefined, arranged: unknown, recorded: unknown): Agreement | string {
  const rules: Record<string, readonly Matcher[]> = {}
  try {
    return { content: common({ schema, path: '$', isInList: false, rules }, [arranged, recorded]), rules }
  } catch (thrown) {
    if (thrown instanceof Disagreement) return thrown.message
    throw thrown
  }
}

interface SchemaPlace {
  readonly schema: Json | undefined
  readonly path: string
  /** True inside a list, where several values share the same rules. */
  readonly isInList: boolean
  readonly rules: Record<string, readonly Matcher[]>
}

function common(node: SchemaPlace, samples: readonly unknown[]): unknown {
  const [first] = samples
  const kinds = new Set(samples.map(kindOf))
  if (kinds.size > 1) throw new Disagreement(`${node.path} is ${[...kinds].join(' and ')}`)
  if (Array.isArray(first)) return commonList(node, samples as unknown[][])
  if (typeof first === 'object' && first !== null) return commonMembers(node, samples as Json[])
  return commonValue(node, samples)
}

const kindOf = (value: unknown) => (value === null ? 'null' : Array.isArray(value) ? 'a list' : typeof value)

function commonList(node: SchemaPlace, lists: readonly (readonly unknown[])[]): unknown[] {
  if (new Set(lists.map(({ length }) => length > 0)).size > 1) throw new Disagreement(`${node.path} is empty in one of them`)
  if (lists[0]?.length === 0) return []
  node.rules[node.path] = [{ match: 'type', min: 1 }]
  return [common({ ...node, schema: itemsOf(node.schema), path: `${node.path}[*]`, isInList: true }, lists.flat())]
}

/** Skips members that the service may omit or set to null, unless all replies have them. */
function commonMembers(node: SchemaPlace, samples: readonly Json[]): Json {
  const names = [...new Set(samples.flatMap(Object.keys))]
  const content: Record<string, unknown> = {}
  for (const name of names) {
    const schema = memberOf(node.schema, name)
    const values = samples.map((sample) => sample[name])
    const optional = values.includes(undefined) ? mayLack(node.schema, name) : values.includes(null) && mayBeNull(schema)
    if (optional) continue
    content[name] = common({ ...node, schema, path: `${node.path}${/^\w+$/.test(name) ? `.${name}` : `['${name}']`}` }, values)
  }
  return content
}

function commonValue({ schema, path, isInList, rules }: SchemaPlace, samples: readonly unknown[]): unknown {
  const [first] = samples
  const words = wordsOf(schema).filter((word) => word !== null)
  if (words.length > 0 && !isInList) {
    if (samples.some((each) => each !== first)) throw new Disagreement(`${path} is ${[...new Set(samples)].join(' and ')}`)
    return first
  }
  rules[path] = [words.length > 0 ? { match: 'regex', regex: `^(?:${words.map(String).join('|')})$` } : matcherOf(schema, samples)]
  return first
}

function matcherOf(schema: Json | undefined, samples: readonly unknown[]): Matcher {
  const [first] = samples
  if (typeof first === 'number') return { match: isWhole(schema) ? 'integer' : 'number' }
  const regex = typeof first === 'string' ? formats[String(formatOf(schema))] : undefined
  return regex && samples.every((each) => new RegExp(`^${regex}$`).test(String(each))) ? { match: 'regex', regex } : { match: 'type' }
}

/** Returns the schema and all its alternatives, including nested ones. */
export function branches(schema: Json | undefined): Json[] {
  if (!schema) return []
  const inner = [schema.anyOf, schema.oneOf, schema.allOf].flatMap((list) => (list ?? []) as Json[])
  return [schema, ...inner.flatMap(branches)]
}

/** Returns the schema of a member. Member names are case-insensitive, as in the service. */
export function memberOf(schema: Json | undefined, name: string): Json | undefined {
  for (const { properties = {} } of branches(schema)) {
    const known = properties as Record<string, Json>
    const memberName = Object.keys(known).find((each) => each.toLowerCase() === name.toLowerCase())
    if (memberName !== undefined) return known[memberName]
  }
  return undefined
}

/** True if the schema names its members. Otherwise, clients choose the names. */
export const namesMembers = (schema: Json | undefined): boolean => branches(schema).some(({ properties }) => properties !== undefined)

export const itemsOf = (schema: Json | undefined): Json | undefined =>
  branches(schema).flatMap(({ items }) => (items === undefined ? [] : [items as Json]))[0]

/** Returns the allowed values, or an empty list if the schema does not enumerate them. */
export const wordsOf = (schema: Json | undefined): unknown[] =>
  branches(schema).flatMap((each) => ('const' in each ? [each.const] : ((each.enum ?? []) as unknown[])))

const mayLack = (schema: Json | undefined, name: string): boolean =>
  !branches(schema).some(({ required }) => (required as string[] | undefined)?.includes(name))

export const mayBeNull = (schema: Json | undefined): boolean =>
  schema === undefined || branches(schema).some(({ type }) => type === 'null' || (Array.isArray(type) && type.includes('null')))

const formatOf = (schema: Json | undefined): unknown => branches(schema).find(({ format }) => format !== undefined)?.format

export const isWhole = (schema: Json | undefined): boolean => branches(schema).some(({ type }) => [type].flat().includes('integer'))
