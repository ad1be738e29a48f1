/** Finds the error that a streaming reader would report first in invalid JSON, even a wrong type before the syntax error. */
import { z } from 'zod'
import type { BodyReader } from '../../areas/areas.ts'
import { type Path, parseExactly, type Step, scan } from '../../wire/json.ts'
import { createLookup, isHalfName, type Known, type RequestNames } from '../../wire/json-errors.ts'
import type { Errors } from '../../wire/refusal.ts'
import { readValue } from './json-values.ts'

/** `reason`: the message to use if scanning the text finds no error. Source: notifications §4.3. */
export function brokenJson(text: string, reason: string, reader: BodyReader, schema: z.ZodType, names: RequestNames | undefined): Errors {
  return misreadBefore(text, reader, schema, names) ?? reader.malformed(text, reason, names, knownIn(schema))
}

/** True if the service rejects a member name in valid JSON text. */
export function hasHalfName(text: string, schema: z.ZodType): boolean {
  const known = knownIn(schema)
  return (
    scan(
      text,
      () => undefined,
      (path, written) => isHalfName(known, path, written),
    )?.why === 'half'
  )
}

/** Returns errors for unparsable values before the syntax error, and for missing members in objects that are complete by then. */
function misreadBefore(text: string, reader: BodyReader, schema: z.ZodType, names: RequestNames | undefined): Errors | undefined {
  const known = knownIn(schema)
  const error = scan(
    text,
    () => undefined,
    (path, written) => isHalfName(known, path, written),
  )
  if (!error || error.closings === '') return undefined
  const before = text.slice(0, error.whole) + error.closings
  const value = parseExactly(before)
  const result = schema.safeParse(readValue(schema, value, reader.accepts))
  const lookUp = createLookup()
  const isOpen = (object: Path) => object.length < error.closings.length && isSame(object, error.path.slice(0, object.length))
  const issues = (result.error?.issues ?? []).filter(
    ({ path }) => lookUp(value, path as Path) !== undefined || !isOpen(path.slice(0, -1) as Path),
  )
  return reader.misread(issues, value, before, names)
}

const isSame = (one: Path, other: Path) => one.every((step, at) => String(step).toLowerCase() === String(other[at]).toLowerCase())

type Schema = z.core.$ZodType

const knownIn = (schema: Schema): Known => ({
  cut(path) {
    let within: Schema | undefined = schema
    for (const [at, step] of path.entries()) {
      within = within && memberOf(within, step)
      if (!within) return path.slice(0, at + 1)
    }
    return path
  },
  kindAt(path) {
    let within: Schema | undefined = schema
    for (const step of path) within = within && memberOf(within, step)
    return within && kindOf(within)
  },
})

function kindOf(schema: Schema): 'object' | 'record' | undefined {
  const { def } = (schema as z.core.$ZodTypes)._zod
  if (def.type === 'object' || def.type === 'record') return def.type
  // A dictionary whose schema checks the entries itself.
  if (def.type === 'custom') return z.globalRegistry.get(schema)?.type === 'object' ? 'record' : undefined
  return 'innerType' in def ? kindOf(def.innerType) : undefined
}

/** Returns a member's schema, or `undefined` if the service ignores the member. */
function memberOf(schema: Schema, step: Step): Schema | undefined {
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'object':
      return Object.entries(def.shape).find(([name]) => name.toLowerCase() === String(step).toLowerCase())?.[1]
    case 'array':
      return typeof step === 'number' ? def.element : undefined
    case 'record':
      return def.valueType
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
      return memberOf(def.innerType, step)
    default:
      return undefined
  }
}
