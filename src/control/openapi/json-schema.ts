/** Converts Zod schemas to the JSON Schema used in OpenAPI 3.1. */
import { z } from 'zod'
import { isNullSchema, type Json, mapInner, typesOf } from './inner-schemas.ts'

export type { Json } from './inner-schemas.ts'

type Mutable = Record<string, unknown>
/** `input` for request schemas, `output` for reply schemas. */
export type Io = 'input' | 'output'

/** Converts a schema. If the schema accepts anything because its row does the validation, converts `documentedAs` instead. */
export function jsonSchema(schema: z.ZodType, io: Io): Json {
  const documented = schema.meta()?.documentedAs
  if (documented instanceof z.ZodType) return jsonSchema(documented, io)
  const converted: Mutable = z.toJSONSchema(schema, {
    target: 'draft-2020-12',
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema: json }) => adapt(zodSchema as z.core.$ZodTypes, json as Mutable, io),
  })
  delete converted.$schema
  return tidied(converted)
}

/** Expresses nullable values in the type, because client generators turn `anyOf` with null into an empty class. */
function tidied(schema: Json): Json {
  const { anyOf, propertyNames, ...rest } = mapInner(schema, tidied)
  // Member names are always strings, so `propertyNames` with only a type is omitted.
  const names = propertyNames && Object.keys(propertyNames).length > 1 ? { propertyNames } : {}
  // If a row sets the type, that type is documented instead of the variants that it accepts.
  if (!anyOf || rest.type !== undefined) return { ...rest, ...names }
  const variants = (anyOf as Json[]).filter((each) => !isNullSchema(each))
  if (variants.length === (anyOf as Json[]).length) return { ...rest, anyOf, ...names }
  const [only = {}] = variants
  return { ...orNull(variants.length === 1 ? only : { anyOf: variants }), ...rest }
}

function orNull(schema: Json): Json {
  const { anyOf, type, const: single, enum: listed = single === undefined ? undefined : [single], ...rest } = schema
  if (type !== undefined)
    return { type: [...typesOf(schema), 'null'], ...(listed ? { enum: [...(listed as unknown[]), null] } : {}), ...rest }
  // A schema that accepts any value.
  if (!anyOf) return schema
  const at = (anyOf as Json[]).findIndex((each) => !each.properties)
  if (at < 0) return { oneOf: [schema, { type: 'null' }] }
  return { ...rest, anyOf: (anyOf as Json[]).map((each, index) => (index === at ? orNull(each) : each)) }
}

function adapt(schema: z.core.$ZodTypes, json: Mutable, io: Io): void {
  const { def } = schema._zod
  if (def.type === 'object') adaptObject(def, json, io)
  if (def.type === 'union') preferNames(json)
  if (def.type === 'literal' && def.values.every(Number.isInteger)) json.type = 'integer'
  // The format makes the pattern redundant.
  if (json.format !== undefined) delete json.pattern
  // These limits come from JavaScript, not from the service.
  if (json.minimum === Number.MIN_SAFE_INTEGER) delete json.minimum
  if (json.maximum === Number.MAX_SAFE_INTEGER) delete json.maximum
}

/**
 * Marks a field as required if its schema refuses undefined. A default alone does not make a field optional, because a schema can refuse
 * its own default.
 */
function adaptObject({ shape, catchall }: z.core.$ZodObjectDef, json: Mutable, io: Io): void {
  if (io === 'output') {
    if (!catchall) delete json.additionalProperties
    return
  }
  const required = Object.keys(shape).filter((name) => !z.safeParse(shape[name] as z.core.$ZodType, undefined).success)
  delete json.required
  if (required.length > 0) json.required = required
  const properties = json.properties as Record<string, Mutable> | undefined
  for (const name of required) delete properties?.[name]?.default
}

/** Documents only the names in an enumeration, although numbers are accepted too. */
function preferNames(json: Mutable): void {
  const [first] = (json.anyOf ?? []) as Mutable[]
  if (!first?.numbers) return
  delete json.anyOf
  Object.assign(json, first)
  delete json.numbers
}
