/** What a body may hold: each member with its type, its limits and its meaning. */
import type { ComponentChildren } from 'preact'
import { Text } from '../../components/text.tsx'
import { membersOf } from './body-schema.ts'
import { type Schema, schemaAt } from './document.ts'

interface MembersProps {
  readonly document: unknown
  readonly schema: Schema
  readonly depth?: number
}

/** A schema may hold itself. */
const deepest = 6

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
  /** A text is its meaning, anything else what it holds. */
  readonly children?: ComponentChildren
}

export function Member({ name, type, required = false, text, children }: MemberProps) {
  const meaning = text ?? (typeof children === 'string' ? children : undefined)
  return (
    <li>
      <code>{name}</code> <span class="quiet">{type}</span>
      {required && <span class="required"> needed</span>}
      {meaning !== undefined && meaning !== '' && (
        <p class="quiet">
          <Text>{meaning}</Text>
        </p>
      )}
      {typeof children !== 'string' && children}
    </li>
  )
}

/** `text (uuid)`, `list of object`, `Email or Sms`. */
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
    pattern === undefined || pattern === '\\S' ? '' : `like ${pattern}`,
  ]
  return limits
    .filter((each) => each !== '')
    .map((each) => `, ${each}`)
    .join('')
}

/** A whole number of JSON has limits of its own, which say nothing. */
function boundsOf(what: string, least: number | undefined, most: number | undefined): string {
  const [from, to] = [least, most].map((each) => (each === undefined || Math.abs(each) >= Number.MAX_SAFE_INTEGER ? undefined : each))
  if (from !== undefined && to !== undefined) return `${from} to ${to}${what}`
  if (from !== undefined) return `at least ${from}${what}`
  return to === undefined ? '' : `at most ${to}${what}`
}
