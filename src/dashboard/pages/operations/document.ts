/** The operations of the service, read from its OpenAPI document. */
import type { Caller } from '../../components/service-call.tsx'

export interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly format?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly pattern?: string
  readonly oneOf?: readonly Schema[]
}

export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required: boolean
  readonly description?: string
  readonly schema: Schema
  readonly example?: unknown
}

export interface Operation {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly tag: string
  readonly summary: string
  readonly parameters: readonly Parameter[]
  readonly body: { readonly type: string; readonly schema: Schema; readonly example: unknown } | undefined
  /** Null: it needs no token. */
  readonly caller: Caller | null
  /** What to arrange so that the example works, and which of its values stand in the path. */
  readonly given: string | undefined
  readonly values: Readonly<Record<string, string>>
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Item>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

interface Item {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly summary: string
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema; readonly example?: unknown }>> }
  readonly 'x-example'?: { readonly caller: Caller | null; readonly given?: string; readonly values?: Readonly<Record<string, string>> }
}

/** Control rows have no example of a caller, and are left out: the pages call them. */
export function operationsIn(document: unknown): Operation[] {
  return Object.entries((document as Document).paths).flatMap(([path, items]) =>
    Object.entries(items).flatMap(([method, { operationId, tags, summary, parameters = [], requestBody, 'x-example': example }]) => {
      if (!example) return []
      const [type, content] = Object.entries(requestBody?.content ?? {})[0] ?? []
      return {
        id: operationId,
        method: method.toUpperCase(),
        path,
        tag: tags[0] ?? '',
        summary,
        parameters,
        body: type && content ? { type, schema: content.schema, example: content.example } : undefined,
        caller: example.caller,
        given: example.given,
        values: example.values ?? {},
      }
    }),
  )
}

/** A schema, also one that stands elsewhere in the document. */
export function schemaAt(document: unknown, schema: Schema): Schema {
  const name = schema.$ref?.split('/').at(-1)
  return name === undefined ? schema : ((document as Document).components.schemas[name] ?? schema)
}
