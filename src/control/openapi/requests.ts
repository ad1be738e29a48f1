/** Documents a row's requests: parameters, body and security. */
import { z } from 'zod'
import type { RowFacts } from '../../service/wire/row.ts'
import type { Access } from '../../service/wire/vocabulary.ts'
import { type Json, jsonSchema } from './json-schema.ts'
import { type Components, descriptionOf, pascal } from './schemas.ts'

export interface RequestExample {
  readonly params?: Readonly<Record<string, string>> | undefined
  readonly query?: Readonly<Record<string, string>> | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly body?: unknown
}

export const namesIn = (path: string): readonly string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)

export function parametersOf(path: string, { id, request: { params, query, headers } }: RowFacts, example: RequestExample): Json[] {
  const named = namesIn(path)
  const inPath = z.object(Object.fromEntries(named.map((name) => [name, params?.shape[name] ?? z.string()])))
  return [
    ...within(id, 'path', inPath, example.params),
    ...within(id, 'query', query, example.query),
    ...within(id, 'header', headers, example.headers),
  ]
}

function within(id: string, part: string, schema: z.ZodObject | undefined, examples: Readonly<Record<string, string>> = {}): Json[] {
  if (!schema) return []
  const { properties = {}, required = [] } = jsonSchema(schema, 'input') as { properties?: Record<string, Json>; required?: string[] }
  return Object.entries(properties).map(([name, { description, ...inner }]) => ({
    name,
    in: part,
    // A row can have paths with and without a parameter.
    required: part === 'path' || required.includes(name),
    description: description ?? descriptionOf(`${id}.${name}`),
    schema: inner,
    ...(examples[name] === undefined ? {} : { example: typed(examples[name], inner) }),
  }))
}

const typed = (text: string, { type }: Json): unknown => {
  // An example id can be a placeholder for a value from a given, which is not a number.
  if (type === 'integer' || type === 'number') return Number.isNaN(Number(text)) ? 1 : Number(text)
  return type === 'boolean' ? text === 'true' : text
}

const filePart = 'FileTransfer'
const someContent = 'The file content.'
const binary: Json = { type: 'string', format: 'binary' }

export function bodyOf({ id, request: { body } }: RowFacts, example: RequestExample, components: Components): Json | undefined {
  if (!body) return undefined
  if (body.kind === 'bytes') {
    const required = body.checkedWhen === 'routing'
    // If a row's example needs no body, the document must not show a body that contradicts the rest of the example.
    const shown = required || example.body !== undefined ? shownBytes(example.body) : ''
    return { required, content: { [body.type]: { schema: binary, example: shown } } }
  }
  const name = `${pascal(id)}Request`
  if (body.kind === 'json' || body.kind === 'fields') {
    const schema = components.ref(name, body.schema, 'input')
    const shown = example.body === undefined ? {} : { example: example.body }
    if (body.kind === 'json') return { required: !body.optional, content: { [body.type ?? 'application/json']: { schema, ...shown } } }
    return { required: true, content: { 'application/x-www-form-urlencoded': { schema, ...shown } } }
  }
  const parts = flattened(jsonSchema(body.schema, 'input'))
  const schema = {
    type: 'object',
    properties: { ...parts.properties, [filePart]: binary },
    required: [...parts.required, filePart],
  }
  const shown = example.body instanceof FormData ? { example: partsOf(example.body, parts) } : {}
  return { required: true, content: { 'multipart/form-data': { schema: components.refJson(name, schema, 'input'), ...shown } } }
}

interface Parts {
  readonly properties: Record<string, Json>
  readonly required: string[]
}

/** Forms cannot nest objects, so nested fields become parts with names such as `Metadata.FileName`. */
function flattened(schema: Json, prefix = ''): Parts {
  const parts: Parts = { properties: {}, required: [] }
  for (const [name, inner] of Object.entries((schema.properties ?? {}) as Record<string, Json>)) {
    const part = `${prefix}${name.charAt(0).toUpperCase()}${name.slice(1)}`
    const demanded = ((schema.required ?? []) as string[]).includes(name)
    if (inner.properties) {
      const { properties, required } = flattened(inner, `${part}.`)
      Object.assign(parts.properties, properties)
      parts.required.push(...(demanded ? required : []))
    } else {
      parts.properties[part] = inner
      if (demanded) parts.required.push(part)
    }
  }
  return parts
}

function partsOf(form: FormData, { properties }: Parts): Json {
  const shown: Record<string, unknown> = {}
  for (const name of Object.keys(properties)) {
    const texts = form.getAll(name).filter((value) => typeof value === 'string')
    if (texts.length > 0) shown[name] = properties[name]?.type === 'array' ? texts : texts[0]
  }
  return { ...shown, [filePart]: someContent }
}

const shownBytes = (body: unknown) => (ArrayBuffer.isView(body) ? new TextDecoder().decode(body) : someContent)

/** Documents the access that an operation requires. Any one of the scopes is sufficient. */
export function securityOf(access: Access): Json[] {
  if (access.kind === 'scope') return access.anyOf.map((scope) => ({ bearer: [scope] }))
  if (access.kind === 'token') return [{ bearer: [] }]
  // Clients on the same machine need no token.
  return access.kind === 'admin' ? [{}, { admin: [] }] : []
}

const securitySchemes = {
  bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'A token with one of the listed scopes.' },
  admin: { type: 'http', scheme: 'bearer', description: 'The admin token. Clients on the same machine do not need it.' },
}

export function securitySchemesOf(rows: readonly RowFacts[]): Json {
  const { admin, ...ofService } = securitySchemes
  return rows.some(({ access }) => access.kind === 'admin') ? { ...ofService, admin } : ofService
}
