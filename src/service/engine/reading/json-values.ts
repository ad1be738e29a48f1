/** Converts the JSON values in a body to the form that a schema validates, as the area's body reader requires. */
import { z } from 'zod'
import type { ReadOptions } from '../../areas/areas.ts'
import { isObject, wholeNumber } from '../../wire/json.ts'
import { trimBlanks } from '../../wire/text.ts'

/** Converts a value. If that is impossible, returns the value unchanged, so the schema reports it. */
type Read = (value: unknown) => unknown
type Schema = z.core.$ZodType

/** Readers per schema, with a map for each combination of options. */
const compiled = [0, 1, 2, 3].map(() => new WeakMap<Schema, Read>())

/**
 * Converts a JSON value to the form that a schema validates. Property names get the schema's spelling. The last of several duplicates wins.
 * Unknown properties are dropped. Without options, the value is returned unchanged. Source: notifications §3.1, file-transfer §0.
 */
export function readValue(schema: Schema, value: unknown, options: ReadOptions | undefined): unknown {
  return options ? readerOf(schema, options)(value) : value
}

const same: Read = (value) => value

function readerOf(schema: Schema, options: ReadOptions): Read {
  const readers = compiled[(options.enums ? 1 : 0) + (options.numbersAsText ? 2 : 0)] as WeakMap<Schema, Read>
  const known = readers.get(schema)
  if (known) return known
  // For a recursive schema, this reader looks up the real reader when it runs.
  readers.set(schema, (value) => readerOf(schema, options)(value))
  const reader = compile(schema, (inner) => readerOf(inner, options), options)
  readers.set(schema, reader)
  return reader
}

type Compile = (schema: Schema) => Read

function compile(schema: Schema, of: Compile, options: ReadOptions): Read {
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'object':
      return readObject(def, of)
    case 'array':
      return readArray(of(def.element), fitOf(def.element))
    case 'record':
      return readRecord(of(def.valueType), fitOf(def.valueType))
    case 'union':
      return readUnion(def.options, of)
    case 'enum':
      return options.enums ? readEnum(def.entries, numbersOf(schema)) : same
    case 'number':
      return options.numbersAsText ? readNumber : same
    case 'lazy':
      return of(def.getter())
    case 'pipe':
      return of(def.in)
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'nonoptional':
    case 'readonly':
    case 'catch':
      return of(def.innerType)
    default:
      return same
  }
}

type Numbers = Readonly<Record<string, string>>

const numbersOf = (schema: Schema) => (z.globalRegistry.get(schema) as { numbers?: Numbers } | undefined)?.numbers

/**
 * Accepts a name (case-insensitively, with surrounding blanks), several names separated by commas, or a number. `numbers` maps numbers to
 * names; by default, names are numbered from 0. An unknown number is returned unchanged. Source: notifications §3.1.
 */
function readEnum(entries: Readonly<Record<string, string | number>>, numbers?: Numbers): Read {
  const names = Object.values(entries)
  const byName = new Map(names.map((name) => [String(name).toLowerCase(), name]))
  const byNumber = new Map<number, unknown>(numbers ? Object.entries(numbers).map(([at, name]) => [Number(at), name]) : names.entries())
  const numberOf = (name: string) => [...byNumber].find(([, named]) => named === byName.get(name.toLowerCase()))?.[0]
  return (value) => {
    if (typeof value === 'number') return byNumber.get(value) ?? value
    if (typeof value !== 'string') return value
    const text = trimBlanks(value)
    const named = byName.get(text.toLowerCase())
    if (named !== undefined) return named
    const number = wholeNumber(text) ?? combined(text, numberOf)
    return number === undefined ? value : (byNumber.get(number) ?? number)
  }
}

/** Combines comma-separated names as bit flags; a trailing comma is allowed. .NET parses all enums this way. */
function combined(text: string, numberOf: (name: string) => number | undefined): number | undefined {
  if (!text.includes(',') || text.length > 1000) return undefined
  const names = text.replace(/,$/, '').split(',').map(trimBlanks)
  return names.reduce<number | undefined>((bits, name) => {
    const number = numberOf(name)
    return bits === undefined || number === undefined ? undefined : bits | number
  }, 0)
}

const readNumber: Read = (value) => (typeof value === 'string' ? (wholeNumber(value) ?? value) : value)

function readObject({ shape, catchall }: z.core.$ZodObjectDef, of: Compile): Read {
  const properties = new Map<string, { readonly name: string; readonly read: Read }>()
  for (const [name, schema] of Object.entries(shape)) {
    const property = { name, read: of(schema) }
    properties.set(name, property)
    properties.set(name.toLowerCase(), property)
  }
  return (value) => {
    if (!isObject(value)) return value
    const result: Record<string, unknown> = {}
    for (const key of Object.keys(value)) {
      const property = properties.get(key) ?? properties.get(key.toLowerCase())
      if (property) result[property.name] = property.read(value[key])
      else if (catchall) setOwn(result, key, value[key])
    }
    return result
  }
}

/** Sets an own property, even one named `__proto__`. */
function setOwn(target: Record<string, unknown>, key: string, value: unknown): void {
  if (key === '__proto__') Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true })
  else target[key] = value
}

type Fit = (value: unknown) => boolean
const isText: Fit = (value) => typeof value === 'string'
const anything: Fit = () => true

/**
 * Returns a check for list or record entries. Reading stops at the first invalid entry, because a body can contain millions of entries and
 * each error is far larger than its entry.
 */
function fitOf(schema: Schema): Fit {
  const { type } = schema._zod.def
  return type === 'string' ? isText : type === 'object' || type === 'record' ? isObject : anything
}

function readArray(read: Read, fits: Fit): Read {
  return (value) => {
    if (!Array.isArray(value)) return value
    const misfit = value.findIndex((each) => !fits(each))
    const entries = misfit < 0 ? value : value.slice(0, misfit + 1)
    return read === same ? entries : entries.map((each) => read(each))
  }
}

function readRecord(read: Read, fits: Fit): Read {
  return (value) => {
    if (!isObject(value)) return value
    const result: Record<string, unknown> = {}
    for (const [key, each] of Object.entries(value)) {
      setOwn(result, key, read(each))
      if (!fits(each)) break
    }
    return result
  }
}

/** Reads with the first schema that accepts the result or, if none does, with the first that changes the value. */
function readUnion(schemas: readonly Schema[], of: Compile): Read {
  const options = schemas.map((schema) => ({ schema, read: of(schema) }))
  return (value) => {
    let fallback = value
    for (const { schema, read } of options) {
      const result = read(value)
      if (z.safeParse(schema, result).success) return result
      if (fallback === value) fallback = result
    }
    return fallback
  }
}
