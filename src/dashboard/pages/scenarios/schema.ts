/** A JSON schema, as far as completion needs it. */

export interface Schema {
  readonly description?: string
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly $ref?: string
}

interface OpenapiDocument {
  readonly paths?: Readonly<Record<string, Readonly<Record<string, { readonly requestBody?: { readonly content?: Content } }>>>>
  readonly components?: { readonly schemas?: Readonly<Record<string, Schema>> }
}
type Content = Readonly<Record<string, { readonly schema?: Schema }>>

/** The schema of a scenario in the OpenAPI document, without references. */
export function scenarioSchemaIn(openapi: unknown): Schema | undefined {
  const { paths, components } = (openapi ?? {}) as OpenapiDocument
  const asked = paths?.['/_standin/scenarios']?.post?.requestBody?.content?.['application/json']?.schema
  return asked && resolved(asked, components?.schemas ?? {}, 0)
}

/** No schema of a scenario is deeper. */
const deepest = 30

function resolved(schema: Schema, named: Readonly<Record<string, Schema>>, depth: number): Schema {
  if (depth > deepest) return {}
  if (schema.$ref !== undefined) return resolved(named[schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1)] ?? {}, named, depth + 1)
  const inner = (each: Schema) => resolved(each, named, depth + 1)
  return {
    ...schema,
    ...(schema.properties && {
      properties: Object.fromEntries(Object.entries(schema.properties).map(([name, each]) => [name, inner(each)])),
    }),
    ...(schema.items && { items: inner(schema.items) }),
    ...(schema.anyOf && { anyOf: schema.anyOf.map(inner) }),
    ...(schema.oneOf && { oneOf: schema.oneOf.map(inner) }),
    ...(schema.allOf && { allOf: schema.allOf.map(inner) }),
  }
}
