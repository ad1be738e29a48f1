/** Names the schemas and components of a document, and describes their members. */
import type { z } from 'zod'
import { type Io, type Json, jsonSchema } from './json-schema.ts'
import { members } from './members.ts'

type Mutable = Record<string, unknown>

const texts: ReadonlyMap<string, string> = new Map(Object.entries(members))

/** Looks a path up by its longest known end: `FileTransferSearchReply.status`, then `SearchReply.status`, then `status`. */
export function descriptionOf(path: string): string | undefined {
  for (const end of endsOf(path)) {
    const text = texts.get(end)
    if (text !== undefined) return text
  }
  return undefined
}

/** An end begins with a name of the path, or with a word of its first name. */
const endsOf = (path: string) => [...path.matchAll(/^|(?<=\.)|(?<=[a-z\d])(?=[A-Z][\w]*\.)/g)].map(({ index }) => path.slice(index))

/** Writes the descriptions into a schema. `path` begins with the name of the component. */
function describeMembers(schema: unknown, path: string): void {
  if (typeof schema !== 'object' || schema === null) return
  const { properties, items, additionalProperties, anyOf, oneOf, allOf } = schema as Record<string, Mutable>
  for (const [name, member] of Object.entries(properties ?? {})) {
    const at = `${path}.${name}`
    const known = (member as Mutable).description ?? descriptionOf(at)
    if (known !== undefined) (member as Mutable).description = known
    describeMembers(member, at)
  }
  for (const inner of [items, additionalProperties, anyOf, oneOf, allOf].flat()) describeMembers(inner, path)
}

export interface Components {
  readonly schemas: Readonly<Record<string, Json>>
  /** A reference to a schema. A schema keeps its first name. */
  ref(name: string, schema: z.ZodType, io: Io): Json
  /** The same for JSON Schema. Takes the first name that is free or already has the same schema. */
  refJson(names: readonly string[], schema: Json): Json
}

const refTo = (name: string): Json => ({ $ref: `#/components/schemas/${name}` })

export function createComponents(): Components {
  const schemas: Record<string, Json> = {}
  const named = new Map<z.ZodType, string>()
  return {
    schemas,
    ref(name, schema, io) {
      const known = named.get(schema)
      if (known !== undefined) return refTo(known)
      named.set(schema, name)
      const converted = jsonSchema(schema, io)
      describeMembers(converted, name)
      schemas[name] = converted
      return refTo(name)
    },
    refJson(names, schema) {
      describeMembers(schema, names[0] ?? '')
      const fits = (name: string) => schemas[name] === undefined || JSON.stringify(schemas[name]) === JSON.stringify(schema)
      const name = names.find(fits) ?? names.at(-1) ?? ''
      schemas[name] = schema
      return refTo(name)
    },
  }
}

/** `fileTransfer.overview` is `FileTransferOverview`. */
export const pascal = (id: string): string => id.replace(/(?:^|\.)([a-z])/g, (_, letter: string) => letter.toUpperCase())
