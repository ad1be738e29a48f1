/** What a body may hold: each member with its type and meaning. */
import { Text } from '../../components/text.tsx'
import { type Schema, schemaAt } from './document.ts'

interface MembersProps {
  readonly document: unknown
  readonly schema: Schema
  readonly depth?: number
}

/** A schema may hold itself. */
const deepest = 6

export function Members({ document, schema: given, depth = 0 }: MembersProps) {
  const schema = schemaAt(document, given)
  const inner = schema.items ? schemaAt(document, schema.items) : schema
  const { properties = {}, required = [] } = inner
  const names = Object.keys(properties)
  if (names.length === 0 || depth > deepest) return null
  return (
    <ul class="members">
      {names.map((name) => {
        const member = schemaAt(document, properties[name] ?? {})
        return (
          <li key={name}>
            <code>{name}</code> <span class="quiet">{typeOf(document, member)}</span>
            {required.includes(name) && <span class="required"> needed</span>}
            {member.description !== undefined && (
              <p class="quiet">
                <Text>{member.description}</Text>
              </p>
            )}
            <Members document={document} schema={member} depth={depth + 1} />
          </li>
        )
      })}
    </ul>
  )
}

/** `text (uuid)`, `list of object`, `Email or Sms`. */
function typeOf(document: unknown, schema: Schema): string {
  const { type, format, enum: choices, items, anyOf, oneOf } = schema
  if (choices) return choices.map(String).join(' | ')
  if (items) return `list of ${typeOf(document, schemaAt(document, items))}`
  const variants = anyOf ?? oneOf
  if (variants && type === undefined) return [...new Set(variants.map((each) => typeOf(document, schemaAt(document, each))))].join(' or ')
  const name = [type ?? 'any'].flat().join(' or ')
  return format === undefined ? name : `${name} (${format})`
}
