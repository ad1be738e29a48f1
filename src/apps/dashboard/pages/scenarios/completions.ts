/** Completions in a scenario's YAML document, based on the scenario schema. */
import type { Schema } from '../operations/document.ts'

interface Completion {
  readonly label: string
  readonly apply?: string
  readonly detail?: string
  readonly type: 'property' | 'enum'
}

/** `above`: the preceding lines; `before`: the line up to the cursor. */
export function completionsAt(schema: Schema, above: string, before: string): Completion[] {
  const { names, value } = positionIn(above, before)
  const schemas = schemasAt(schema, names)
  return value ? valuesOf(schemas) : namesOf(schemas)
}

const keyLine = /^(\s*(?:- +)*)(?:"?([\w.-]+)"?):(.*)$/

/** Returns the path to the cursor. `value`: true if a value is expected, false if a name is expected. */
function positionIn(above: string, before: string): { readonly names: readonly string[]; readonly value: boolean } {
  const indent = /^\s*(?:- +)*(?:-$)?/.exec(before)?.[0].length ?? 0
  const around = namesAround(above, indent)
  const rest = before.slice(indent)
  const [, , name, after = ''] = keyLine.exec(before) ?? []
  if (name !== undefined && !after.includes('{')) return { names: [...around, name], value: true }
  const flow = rest.lastIndexOf('{')
  if (flow < 0) return { names: around, value: false }
  // In `{ … }`, the path continues with the name before each opening brace.
  const outer = [...rest.slice(0, flow + 1).matchAll(/(?<![\w.-])([\w.-]+): {0,9}\{/g)].map(([, each = '']) => each)
  const last =
    rest
      .slice(flow + 1)
      .split(',')
      .at(-1) ?? ''
  const [, member] = /^\s*([\w.-]+):\s/.exec(last) ?? []
  return member === undefined ? { names: [...around, ...outer], value: false } : { names: [...around, ...outer, member], value: true }
}

/** Returns the path to a line with this indentation. */
function namesAround(above: string, indent: number): string[] {
  const stack: { readonly indent: number; readonly name: string }[] = []
  for (const line of above.split('\n')) {
    const [, lead = '', name] = keyLine.exec(line) ?? []
    if (name === undefined) continue
    while (stack.length > 0 && (stack.at(-1)?.indent ?? 0) >= lead.length) stack.pop()
    stack.push({ indent: lead.length, name })
  }
  return stack.filter((each) => each.indent < indent).map(({ name }) => name)
}

/** Returns the schema itself, its variants, and the schema of a list's items. */
function alternatives(schema: Schema): Schema[] {
  const { anyOf = [], oneOf = [], allOf = [], items } = schema
  return [schema, ...[...anyOf, ...oneOf, ...allOf].flatMap(alternatives), ...(items ? alternatives(items) : [])]
}

const schemasAt = (schema: Schema, names: readonly string[]): Schema[] =>
  names.reduce<Schema[]>(
    (schemas, name) => schemas.flatMap((each) => (each.properties?.[name] ? alternatives(each.properties[name]) : [])),
    alternatives(schema),
  )

function namesOf(schemas: readonly Schema[]): Completion[] {
  const all = new Map(schemas.flatMap(({ properties }) => Object.entries(properties ?? {})))
  return [...all].map(([label, { description }]) => ({
    label,
    apply: `${label}: `,
    type: 'property',
    ...(description !== undefined && { detail: description.slice(0, 80) }),
  }))
}

function valuesOf(schemas: readonly Schema[]): Completion[] {
  const values = schemas.flatMap(({ enum: listed = [], const: only, type }) => [
    ...listed,
    ...(only === undefined ? [] : [only]),
    ...(type === 'boolean' ? [true, false] : []),
  ])
  return [...new Set(values.map(String))].map((label) => ({ label, type: 'enum' }))
}

interface OpenapiDocument {
  readonly paths?: Readonly<Record<string, Readonly<Record<string, { readonly requestBody?: { readonly content?: Content } }>>>>
  readonly components?: { readonly schemas?: Readonly<Record<string, Schema>> }
}
type Content = Readonly<Record<string, { readonly schema?: Schema }>>

/** Returns the scenario schema from the OpenAPI document, with all references resolved. */
export function scenarioSchemaIn(openapi: unknown): Schema | undefined {
  const { paths, components } = (openapi ?? {}) as OpenapiDocument
  const schema = paths?.['/_standin/scenarios']?.post?.requestBody?.content?.['application/json']?.schema
  return schema && resolved(schema, components?.schemas ?? {}, 0)
}

const deepest = 30

function resolved(schema: Schema, named: Readonly<Record<string, Schema>>, depth: number): Schema {
  if (depth > deepest) return {}
  if (schema.$ref !== undefined) {
    const { $ref, ...beside } = schema
    return { ...resolved(named[$ref.slice($ref.lastIndexOf('/') + 1)] ?? {}, named, depth + 1), ...beside }
  }
  const inner = (each: Schema) => resolved(each, named, depth + 1)
  const { properties, items, ...rest } = schema
  const choices = (['anyOf', 'oneOf', 'allOf'] as const).flatMap((name) => (rest[name] ? [[name, rest[name].map(inner)]] : []))
  return {
    ...rest,
    ...(properties && { properties: Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, inner(each)])) }),
    ...(items && { items: inner(items) }),
    ...Object.fromEntries(choices),
  }
}
