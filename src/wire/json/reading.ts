/** Brings what JSON.parse made of a body into the form that a schema checks. */
import { z } from 'zod'
import { readEnum, readNumber } from './reading-scalars.ts'

/** What a reader accepts besides names in any case. */
export interface Manner {
  /** Names of enumerations in any case, and their numbers. */
  readonly enums: boolean
  /** Numbers written as strings. */
  readonly numbersAsText: boolean
}

/** What cannot be converted stays as it is: the schema then complains. */
export type Read = (value: unknown) => unknown
type Schema = z.core.$ZodType

/** Two schemas may meet twice under one manner; a manner is its flags, whoever made it. */
const compiled = [0, 1, 2, 3].map(() => new WeakMap<Schema, Read>())

/** Property names in any case become the schema's, of duplicates the last; unknown ones are left out. Source: notifications §3.1, file-transfer §0. */
export function readValue(schema: Schema, value: unknown, manner: Manner): unknown {
  return readerOf(schema, manner)(value)
}

const same: Read = (value) => value

function readerOf(schema: Schema, manner: Manner): Read {
  const known = compiled[(manner.enums ? 1 : 0) + (manner.numbersAsText ? 2 : 0)] as WeakMap<Schema, Read>
  const ready = known.get(schema)
  if (ready) return ready
  // A schema that contains itself finds this one, which looks again once the real one is there.
  known.set(schema, (value) => readerOf(schema, manner)(value))
  const reader = compile(schema, (inner) => readerOf(inner, manner), manner)
  known.set(schema, reader)
  return reader
}

type Compile = (schema: Schema) => Read

function compile(schema: Schema, of: Compile, manner: Manner): Read {
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
      return manner.enums ? readEnum(def.entries, numbersOf(schema)) : same
    case 'number':
      return manner.numbersAsText ? readNumber : same
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

const numbersOf = (schema: Schema) => (z.globalRegistry.get(schema) as { numbers?: Readonly<Record<string, string>> } | undefined)?.numbers

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

function readObject({ shape, catchall }: z.core.$ZodObjectDef, of: Compile): Read {
  const slots = new Map<string, { readonly name: string; readonly read: Read }>()
  for (const [name, schema] of Object.entries(shape)) {
    const slot = { name, read: of(schema) }
    slots.set(name, slot)
    slots.set(name.toLowerCase(), slot)
  }
  return (value) => {
    if (!isObject(value)) return value
    const result: Record<string, unknown> = {}
    for (const key of Object.keys(value)) {
      const slot = slots.get(key) ?? slots.get(key.toLowerCase())
      if (slot) result[slot.name] = slot.read(value[key])
      else if (catchall) put(result, key, value[key])
    }
    return result
  }
}

/** An own property, also where the name would reach the prototype. */
function put(target: Record<string, unknown>, key: string, value: unknown): void {
  if (key === '__proto__') Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true })
  else target[key] = value
}

type Fit = (value: unknown) => boolean
const isText: Fit = (value) => typeof value === 'string'
const anything: Fit = () => true

/** What an element or entry must be. Reading stops at the first that is not: a body has room for millions, and a complaint costs far more than its cause. */
function fitOf(schema: Schema): Fit {
  const { type } = schema._zod.def
  return type === 'string' ? isText : type === 'object' || type === 'record' ? isObject : anything
}

function readArray(read: Read, fits: Fit): Read {
  return (value) => {
    if (!Array.isArray(value)) return value
    const misfit = value.findIndex((each) => !fits(each))
    const kept = misfit < 0 ? value : value.slice(0, misfit + 1)
    return read === same ? kept : kept.map((each) => read(each))
  }
}

function readRecord(read: Read, fits: Fit): Read {
  return (value) => {
    if (!isObject(value)) return value
    const result: Record<string, unknown> = {}
    for (const [key, each] of Object.entries(value)) {
      put(result, key, read(each))
      if (!fits(each)) break
    }
    return result
  }
}

/** The first option that fits what it reads; where none does, the first that would have changed something. */
function readUnion(options: readonly Schema[], of: Compile): Read {
  const ways = options.map((schema) => ({ schema, read: of(schema) }))
  return (value) => {
    let fallback = value
    for (const { schema, read } of ways) {
      const result = read(value)
      if (z.safeParse(schema, result).success) return result
      if (fallback === value) fallback = result
    }
    return fallback
  }
}
