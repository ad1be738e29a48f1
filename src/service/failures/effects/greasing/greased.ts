/** Adds content that a later version of the service might include in a reply. */
import { z } from 'zod'
import type { Answer } from '../../../wire/call.ts'
import { parseJson } from '../../../wire/json.ts'
import type { ReplyShapes } from '../../../wire/row.ts'
import { utf8 } from '../../../wire/text.ts'

/** Each function draws new random values. */
interface Addition {
  /** Unknown members for an object. `isScalar`: returns only strings, numbers and booleans. */
  members(isScalar: boolean): Readonly<Record<string, unknown>>
  text(text: string): string
  order(entries: readonly (readonly [string, unknown])[]): readonly (readonly [string, unknown])[]
}

type Schema = z.core.$ZodType

/** The schema for status texts is only `string`, so that a later version can change them. Source: file-transfer §5.2. */
const statusText = /StatusText$/

/** Adds unknown members to a value. Without a schema, members are added only at the top level, because inner values can be anything. */
export function withAdditions(value: unknown, schema: Schema | undefined, addition: Addition): unknown {
  if (typeof value !== 'object' || value === null) return value
  const { def } = schemaOf(schema, value)?._zod ?? {}
  if (Array.isArray(value)) return def?.type === 'array' ? value.map((each) => withAdditions(each, def.element, addition)) : value
  const entries = Object.entries(value)
  // The names in a record are data, so no names are added.
  if (def?.type === 'record') return Object.fromEntries(entries.map(([name, each]) => [name, withAdditions(each, def.valueType, addition)]))
  if (def !== undefined && def.type !== 'object') return value
  const shape = def?.shape ?? {}
  const inner = entries.map(([name, each]) => {
    const isText = typeof each === 'string' && statusText.test(name) && Object.hasOwn(shape, name)
    const known = Object.hasOwn(shape, name) ? shape[name] : undefined
    return [name, isText ? addition.text(each) : known ? withAdditions(each, known, addition) : each] as const
  })
  // Event attributes are scalars. Source: events §3.1.
  return Object.fromEntries(addition.order([...inner, ...Object.entries(addition.members('specversion' in value))]))
}

/** Unwraps a schema until it describes an object or list. For a union, uses the option that accepts the value. */
function schemaOf(schema: Schema | undefined, value: object): z.core.$ZodTypes | undefined {
  if (schema === undefined) return undefined
  const zodType = schema as z.core.$ZodTypes
  const { def } = zodType._zod
  if ('innerType' in def) return schemaOf(def.innerType, value)
  if (def.type === 'lazy') return schemaOf(def.getter(), value)
  if (def.type === 'pipe') return schemaOf(def.in, value)
  if (def.type === 'union')
    return schemaOf(
      def.options.find((option) => z.safeParse(option, value).success),
      value,
    )
  return zodType
}

export type Kind = 'members' | 'texts' | 'order' | 'space' | 'headers'

export function greased(answer: Answer, wanted: readonly Kind[], replies: ReplyShapes, fraction: () => number): Answer {
  const headers = wanted.includes('headers') ? { ...answer.headers, ...unknownHeaders(fraction) } : answer.headers
  const { body, status } = answer
  const value = typeof body === 'string' && String(headers['content-type']).includes('json') ? parseJson(body) : undefined
  if (value === undefined) return { ...answer, headers }
  const reply = replies[status]
  const changed = withAdditions(value, reply && 'schema' in reply ? reply.schema : undefined, changeOf(wanted, fraction))
  const text = wanted.includes('space')
    ? JSON.stringify(changed, null, fraction() < 0.5 ? 3 : '\t').replaceAll('\n', '\r\n')
    : JSON.stringify(changed)
  const length = headers['content-length'] === undefined ? {} : { 'content-length': String(utf8(text).byteLength) }
  return { ...answer, headers: { ...headers, ...length }, body: text }
}

const long = (fraction: () => number, length: number) => Array.from({ length }, () => Math.floor(fraction() * 36).toString(36)).join('')

const unknownHeaders = (fraction: () => number) => ({
  'x-added-later': long(fraction, 8),
  'x-added-later-id': long(fraction, 300),
  'server-timing': `added;dur=${Math.floor(fraction() * 1_000)}`,
})

function changeOf(wanted: readonly Kind[], fraction: () => number): Addition {
  const pick = <T>(choices: readonly T[]) => choices[Math.floor(fraction() * choices.length)] as T
  const rank = (entry: readonly [string, unknown]) => ({ entry, at: fraction() })
  const scalars = [() => long(fraction, 300), () => Math.floor(fraction() * 2 ** 40), () => fraction() < 0.5] as const
  const anything = [...scalars, () => null, () => ({ addedlater: true }), () => [long(fraction, 8), 1]] as const
  return {
    members: (isScalar) =>
      wanted.includes('members') ? { [`addedlater${long(fraction, 4)}`]: pick<() => unknown>(isScalar ? scalars : anything)() } : {},
    text: (text) => (wanted.includes('texts') ? `${text} (since ${long(fraction, 6)})` : text),
    order: (entries) =>
      wanted.includes('order')
        ? entries
            .map(rank)
            .sort((one, other) => one.at - other.at)
            .map(({ entry }) => entry)
        : entries,
  }
}
