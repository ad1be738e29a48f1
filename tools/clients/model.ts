/** The language-independent model of clients: records and calls, derived from control rows and their schemas. */
import type { z } from 'zod'
import { type Io, type Json, jsonSchema } from '../../src/control/openapi/json-schema.ts'

export type Type =
  | { readonly kind: 'text' | 'time' | 'integer' | 'long' | 'number' | 'boolean' | 'any' }
  | { readonly kind: 'list' | 'map'; readonly of: Type }
  | { readonly kind: 'record'; readonly name: string }

export interface Member {
  readonly name: string
  readonly type: Type
  /** True if the member can be null or absent. */
  readonly isOptional: boolean
  readonly doc: string
}

export interface RecordModel {
  readonly name: string
  readonly doc: string
  readonly members: readonly Member[]
}

/** Names of nested objects, by record and member. */
export type NestedNames = Readonly<Record<string, readonly [name: string, doc: string]>>

/** Returns a record, preceded by its nested records. `without`: members to omit. */
export function recordsOf(
  [name, doc]: readonly [name: string, doc: string],
  schema: z.ZodType,
  nested: NestedNames,
  without: readonly string[] = [],
): RecordModel[] {
  const inner: RecordModel[] = []
  function read(owner: string, ownDoc: string, shape: Json): RecordModel {
    const members = membersOf(shape, (member, object) => {
      const place = `${owner}.${member}`
      const known = nested[place]
      if (known === undefined) throw new Error(`tools/clients/calls.ts: the objects of ${place} need a name in "nested".`)
      inner.push(read(...known, object))
      return { kind: 'record', name: known[0] }
    })
    return { name: owner, doc: ownDoc, members: members.filter((each) => !without.includes(each.name)) }
  }
  const outer = read(name, doc, jsonSchema(schema, 'output'))
  return [...inner, outer]
}

/** Returns the members of an object schema, or of all objects in a union. Nested objects can be any value; times are strings. */
export const parametersOf = (schema: z.ZodType, io: Io = 'input'): Member[] =>
  membersOf(jsonSchema(schema, io), () => ({ kind: 'any' })).map((each) => (isText(each) ? { ...each, type: { kind: 'text' } } : each))

/** True for times, and for `ttl`, whose seconds can also be written as a duration. */
const isText = ({ name, type }: Member) => type.kind === 'time' || name === 'ttl'

type NameObject = (member: string, object: Json) => Type

function membersOf(shape: Json, nameObject: NameObject): Member[] {
  const variants = ((shape.anyOf ?? shape.oneOf ?? [shape]) as Json[]).filter(({ properties }) => properties !== undefined)
  const members = new Map<string, Member>()
  for (const { properties, required = [] } of variants)
    for (const [name, value] of Object.entries(properties as Readonly<Record<string, Json>>)) {
      const known = members.get(name)
      const isOptional = !(required as string[]).includes(name) || isNullable(value)
      const doc = typeof value.description === 'string' ? value.description : ''
      members.set(name, known ?? { name, doc, isOptional, type: typeOf(name, value, nameObject) })
    }
  const isInAll = (name: string) =>
    variants.every(({ properties, required = [] }) => name in Object(properties) && (required as string[]).includes(name))
  return [...members.values()].map((each) => ({ ...each, isOptional: each.isOptional || !isInAll(each.name) }))
}

const typesIn = ({ type }: Json): readonly string[] => [type ?? []].flat() as string[]
const isNullable = (shape: Json): boolean =>
  typesIn(shape).includes('null') || ((shape.oneOf ?? shape.anyOf ?? []) as Json[]).some(isNullable)

function typeOf(name: string, shape: Json, nameObject: NameObject): Type {
  const variants = ((shape.oneOf ?? shape.anyOf ?? []) as Json[]).filter((each) => typesIn(each)[0] !== 'null')
  if (variants.length === 1) return typeOf(name, variants[0] as Json, nameObject)
  // Every variant can be written as a string.
  if (variants.length > 1) return variants.some((each) => typesIn(each).includes('string')) ? { kind: 'text' } : { kind: 'any' }
  const [type = 'any'] = typesIn(shape).filter((each) => each !== 'null')
  if (type === 'array') return { kind: 'list', of: typeOf(name, (shape.items ?? {}) as Json, nameObject) }
  if (type === 'object') {
    if (shape.properties) return nameObject(name, shape)
    return { kind: 'map', of: typeOf(name, Object(shape.additionalProperties) as Json, nameObject) }
  }
  if (type === 'string') return { kind: shape.format === 'date-time' ? 'time' : 'text' }
  if (type === 'integer') return { kind: /size/i.test(name) ? 'long' : 'integer' }
  return { kind: type === 'number' || type === 'boolean' ? type : 'any' }
}
