/** Finds the parts of a JSON Schema that describe a value. */
import type { Json } from '../../openapi/json-schema.ts'

/** The schema and its alternatives, nested ones too. */
export function branches(schema: Json | undefined): Json[] {
  if (!schema) return []
  const inner = [schema.anyOf, schema.oneOf, schema.allOf].flatMap((list) => (list ?? []) as Json[])
  return [schema, ...inner.flatMap(branches)]
}

/** Names of members are found in any letter case, as the service reads them. */
export function memberOf(schema: Json | undefined, name: string): Json | undefined {
  for (const { properties = {} } of branches(schema)) {
    const known = properties as Record<string, Json>
    const found = Object.keys(known).find((each) => each.toLowerCase() === name.toLowerCase())
    if (found !== undefined) return known[found]
  }
  return undefined
}

/** Whether the schema names its members. Otherwise, clients choose their names. */
export const namesMembers = (schema: Json | undefined): boolean => branches(schema).some(({ properties }) => properties !== undefined)

export const itemsOf = (schema: Json | undefined): Json | undefined =>
  branches(schema).flatMap(({ items }) => (items === undefined ? [] : [items as Json]))[0]

/** The only values that are allowed; empty where others are, too. */
export const wordsOf = (schema: Json | undefined): unknown[] =>
  branches(schema).flatMap((each) => ('const' in each ? [each.const] : ((each.enum ?? []) as unknown[])))

/** Whether a reply may lack the member. */
export const mayLack = (schema: Json | undefined, name: string): boolean =>
  !branches(schema).some(({ required }) => (required as string[] | undefined)?.includes(name))

export const mayBeNull = (schema: Json | undefined): boolean =>
  schema === undefined || branches(schema).some(({ type }) => type === 'null' || (Array.isArray(type) && type.includes('null')))

export const formatOf = (schema: Json | undefined): unknown => branches(schema).find(({ format }) => format !== undefined)?.format

export const isWhole = (schema: Json | undefined): boolean => branches(schema).some(({ type }) => type === 'integer')
