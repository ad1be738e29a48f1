/** The members of a body's schema, both as data for forms and as a list with types, limits and descriptions. */

import type { ComponentChildren } from 'preact'
import { Text } from '../../components/text.tsx'
import { type Schema, schemaAt } from './document.ts'

export interface MemberOf {
  readonly name: string
  readonly member: Schema
  readonly required: boolean
}

/** Returns the members of an object, of a list's entries, or of all variants. */
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

/** Returns a schema without its `null` variant. */
export function plainOf(document: unknown, given: Schema): Schema {
  const schema = schemaAt(document, given)
  const variants = (schema.anyOf ?? schema.oneOf ?? []).map((each) => schemaAt(document, each)).filter(({ type }) => type !== 'null')
  const [only] = variants
  if (!only || variants.length > 1) return schema
  return { ...plainOf(document, only), ...(schema.description !== undefined && { description: schema.description }) }
}

/** Returns the type of non-null values, such as `string`, or undefined if the schema allows several types. */
export function kindOf({ type, enum: choices }: Schema): string | undefined {
  if (choices) return choices.every((each) => typeof each === 'string') ? 'string' : undefined
  const kinds = [type].flat().filter((each) => each !== 'null')
  return kinds.length === 1 ? kinds[0] : undefined
}

/** Maximum schema depth, because a schema can be recursive. */
const deepest = 6

/** Returns an initial value. Objects contain their required members. */
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

interface MembersProps {
  readonly document: unknown
  readonly schema: Schema
  readonly depth?: number
}

export function Members({ document, schema, depth = 0 }: MembersProps) {
  const members = membersOf(document, schema)
  if (members.length === 0 || depth > deepest) return null
  return (
    <ul class="members">
      {members.map(({ name, member, required }) => (
        <Member
          key={name}
          name={name}
          type={`${typeOf(document, member)}${limitsOf(member)}`}
          required={required}
          text={member.description}
        >
          <Members document={document} schema={member} depth={depth + 1} />
        </Member>
      ))}
    </ul>
  )
}

interface MemberProps {
  readonly name: string
  readonly type: string
  readonly required?: boolean
  readonly text?: string | undefined
  readonly children?: ComponentChildren
}

export const Member = ({ name, type, required = false, text = '', children }: MemberProps) => (
  <li>
    <code>{name}</code> <span class="quiet">{type}</span>
    {required && <span class="required"> required</span>}
    {text !== '' && (
      <p class="quiet">
        <Text>{text}</Text>
      </p>
    )}
    {children}
  </li>
)

/** Returns a type such as `string (uuid)`, `list of object` or `Email | Sms`. */
export function typeOf(document: unknown, given: Schema): string {
  const { type, format, enum: choices, items, anyOf, oneOf } = schemaAt(document, given)
  if (choices) return choices.map(String).join(' | ')
  if (items) return `list of ${typeOf(document, items)}`
  const variants = anyOf ?? oneOf
  if (variants && type === undefined) return [...new Set(variants.map((each) => typeOf(document, each)))].join(' or ')
  const name = [type ?? 'any'].flat().join(' or ')
  return format === undefined ? name : `${name} (${format})`
}

function limitsOf({ minimum, maximum, minLength, maxLength, minItems, maxItems, pattern }: Schema): string {
  const limits = [
    boundsOf('', minimum, maximum),
    boundsOf(' characters', minLength, maxLength),
    boundsOf(' entries', minItems, maxItems),
    pattern === undefined || pattern === '\\S' ? '' : `matches ${pattern}`,
  ]
  return limits
    .filter((each) => each !== '')
    .map((each) => `, ${each}`)
    .join('')
}

/** Describes bounds, except the limits of JSON integers. */
function boundsOf(what: string, least: number | undefined, most: number | undefined): string {
  const [from, to] = [least, most].map((each) => (each === undefined || Math.abs(each) >= Number.MAX_SAFE_INTEGER ? undefined : each))
  if (from !== undefined && to !== undefined) return `${from} to ${to}${what}`
  if (from !== undefined) return `at least ${from}${what}`
  return to === undefined ? '' : `at most ${to}${what}`
}
