/** Adds to a value of JSON what its schema leaves open. */
import { z } from 'zod'

/** What is added. Each function draws anew. */
export interface Addition {
  /** Unknown members of an object. `isScalar`: without objects, lists and null. */
  members(isScalar: boolean): Readonly<Record<string, unknown>>
  /** Another text for a status. */
  text(text: string): string
  order(entries: readonly (readonly [string, unknown])[]): readonly (readonly [string, unknown])[]
}

type Schema = z.core.$ZodType

/** The texts of statuses have no schema but `string`, so a later version can have others. Source: file-transfer §5.2. */
const statusText = /StatusText$/

/** Without a schema, only the value itself gets members: the rest may be anything. */
export function withAdditions(value: unknown, schema: Schema | undefined, addition: Addition): unknown {
  if (typeof value !== 'object' || value === null) return value
  const { def } = schemaOf(schema, value)?._zod ?? {}
  if (Array.isArray(value)) return def?.type === 'array' ? value.map((each) => withAdditions(each, def.element, addition)) : value
  const entries = Object.entries(value)
  // Its names are data.
  if (def?.type === 'record') return Object.fromEntries(entries.map(([name, each]) => [name, withAdditions(each, def.valueType, addition)]))
  if (def !== undefined && def.type !== 'object') return value
  const shape = def?.shape ?? {}
  const inner = entries.map(([name, each]) => {
    const isText = typeof each === 'string' && statusText.test(name) && Object.hasOwn(shape, name)
    const known = Object.hasOwn(shape, name) ? shape[name] : undefined
    return [name, isText ? addition.text(each) : known ? withAdditions(each, known, addition) : each] as const
  })
  // The attributes of an event are scalars. Source: events §3.1.
  return Object.fromEntries(addition.order([...inner, ...Object.entries(addition.members('specversion' in value))]))
}

/** The schema of an object or a list behind what wraps it. */
function schemaOf(schema: Schema | undefined, value: object): z.core.$ZodTypes | undefined {
  if (schema === undefined) return undefined
  const found = schema as z.core.$ZodTypes
  const { def } = found._zod
  if ('innerType' in def) return schemaOf(def.innerType, value)
  if (def.type === 'lazy') return schemaOf(def.getter(), value)
  if (def.type === 'pipe') return schemaOf(def.in, value)
  if (def.type === 'union')
    return schemaOf(
      def.options.find((option) => z.safeParse(option, value).success),
      value,
    )
  return found
}
