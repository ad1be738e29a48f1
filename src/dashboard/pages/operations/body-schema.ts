/** What a form needs to know of the schema of a body. */
import { type Schema, schemaAt } from './document.ts'

export interface MemberOf {
  readonly name: string
  readonly member: Schema
  readonly required: boolean
}

/** Those of an object, of the entries of a list, or of all variants. */
export function membersOf(document: unknown, given: Schema): MemberOf[] {
  const schema = schemaAt(document, given)
  if (schema.items) return membersOf(document, schema.items)
  const { properties = {}, required = [], anyOf = [], oneOf = [], allOf = [] } = schema
  const own = Object.entries(properties).map(([name, member]) => ({
    name,
    member: schemaAt(document, member),
    required: required.includes(name),
  }))
  const others = [...anyOf, ...oneOf, ...allOf].flatMap((each) => membersOf(document, each))
  return [...new Map([...others, ...own].map((each) => [each.name, each])).values()]
}

/** A schema without the variant `null`. */
export function plainOf(document: unknown, given: Schema): Schema {
  const schema = schemaAt(document, given)
  const variants = (schema.anyOf ?? schema.oneOf ?? []).map((each) => schemaAt(document, each)).filter(({ type }) => type !== 'null')
  const [only] = variants
  if (!only || variants.length > 1) return schema
  return { ...plainOf(document, only), ...(schema.description !== undefined && { description: schema.description }) }
}

/** The type of a value that is not null: `string`, `boolean` … Undefined where the schema allows several. */
export function kindOf({ type, enum: choices }: Schema): string | undefined {
  if (choices) return choices.every((each) => typeof each === 'string') ? 'string' : undefined
  const kinds = [type].flat().filter((each) => each !== 'null')
  return kinds.length === 1 ? kinds[0] : undefined
}

/** A schema may hold itself. */
const deepest = 6

/** A first value: objects with what they need. */
export function blankOf(document: unknown, given: Schema, depth = 0): unknown {
  const schema = plainOf(document, given)
  if (schema.enum) return schema.enum[0]
  if (schema.items) return []
  const needed = membersOf(document, schema).filter(({ required }) => required)
  const kind = kindOf(schema)
  if (kind === 'object' || (kind === undefined && needed.length > 0))
    return depth > deepest ? {} : Object.fromEntries(needed.map(({ name, member }) => [name, blankOf(document, member, depth + 1)]))
  if (kind === 'boolean') return true
  if (kind === 'integer' || kind === 'number') return Math.max(schema.minimum ?? 0, 0)
  return ''
}

export const without = (object: Readonly<Record<string, unknown>>, name: string): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(object).filter(([each]) => each !== name))
