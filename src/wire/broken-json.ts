/** The errors for a text that is not JSON: what a reader of the text meets first, which may be a value of the wrong type before the place where the text breaks. */
import type { z } from 'zod'
import type { Known } from './json/errors.ts'
import { parseExactly } from './json/exact.ts'
import { createLookup } from './json/position.ts'
import { type Path, type Step, scan } from './json/scan.ts'
import type { Reader } from './readers.ts'
import type { Errors } from './refusals/refusal.ts'
import type { RequestNames } from './request-names.ts'

/** `reason` is used where the text does not show what is wrong. Source: notifications §4.3. */
export function brokenJson(text: string, reason: string, reader: Reader, schema: z.ZodType, names: RequestNames | undefined): Errors {
  return misreadBefore(text, reader, schema, names) ?? reader.malformed(text, reason, names, knownIn(schema))
}

function misreadBefore(text: string, reader: Reader, schema: z.ZodType, names: RequestNames | undefined): Errors | undefined {
  const error = scan(text, () => undefined)
  if (!error || error.closings === '') return undefined
  const before = text.slice(0, error.whole) + error.closings
  const value = parseExactly(before)
  const result = schema.safeParse(reader.read(schema, value))
  const lookUp = createLookup()
  const misread = (result.error?.issues ?? []).filter(({ path, code }) => {
    const found = lookUp(value, path as Path) ?? undefined
    return found !== undefined && code !== 'invalid_format' && (code !== 'custom' || typeof found === 'string')
  })
  return misread.length > 0 ? reader.errors(misread, value, before, names) : undefined
}

type Schema = z.core.$ZodType

const knownIn =
  (schema: Schema): Known =>
  (path) => {
    let within: Schema | undefined = schema
    for (const [at, step] of path.entries()) {
      within = within && memberOf(within, step)
      if (!within) return path.slice(0, at + 1)
    }
    return path
  }

/** The schema of a member; undefined where the service skips it. */
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
      return memberOf(def.innerType, step)
    default:
      return undefined
  }
}
