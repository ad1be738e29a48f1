/** Names the schemas of a document, and describes their members. */
import type { z } from 'zod'
import { describeMembers } from './describe.ts'
import { type Io, type Json, jsonSchema } from './json-schema.ts'

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
