/** Reads the service's operations, with their parameters and replies, from the OpenAPI document. */
import type { Caller } from '../../components/service-call.tsx'
import { counted } from '../../components/text.tsx'

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
  /** `null` if no token is needed. */
  readonly caller: Caller | null
  /** The provider state that the example needs, and the values that it provides for path parameters. */
  readonly given: string | undefined
  readonly values: Readonly<Record<string, string>>
  readonly item: Item
}

type Named<Value> = Readonly<Record<string, Value>>

interface Document {
  readonly paths: Named<Named<Item>>
  readonly components: { readonly schemas: Named<Schema> }
}

interface Reply {
  readonly description: string
  readonly headers?: Named<{ readonly description?: string }>
  readonly content?: Named<Media>
}

interface Media {
  readonly schema?: Schema
  readonly example?: unknown
  readonly examples?: Named<{ readonly summary?: string; readonly value?: unknown }>
}

interface Item {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly summary: string
  readonly parameters?: readonly Parameter[]
  readonly security?: readonly { readonly bearer?: readonly string[] }[]
  readonly requestBody?: { readonly content?: Named<Media> }
  readonly responses: Named<Reply>
  readonly 'x-example'?: { readonly caller: Caller | null; readonly given?: string; readonly values?: Named<string> }
  readonly 'x-rate-limit'?: { readonly calls: number; readonly seconds: number }
  readonly 'x-depends-on'?: readonly string[]
}

/** Excludes control rows, which have no examples. */
export const operationsIn = (document: unknown): Operation[] =>
  Object.entries((document as Document).paths).flatMap(([path, items]) =>
    Object.entries(items).flatMap(([method, item]) => {
      const { operationId, tags, summary, parameters = [], requestBody, 'x-example': example } = item
      if (!example) return []
      const [type, content] = Object.entries(requestBody?.content ?? {})[0] ?? []
      return {
        id: operationId,
        method: method.toUpperCase(),
        path,
        tag: tags[0] ?? '',
        summary,
        parameters,
        body: type && content ? { type, schema: content.schema ?? {}, example: content.example } : undefined,
        caller: example.caller,
        given: example.given,
        values: example.values ?? {},
        item,
      }
    }),
  )

/** Resolves a schema's reference. Members next to `$ref` are merged in. */
export function schemaAt(document: unknown, schema: Schema): Schema {
  const { $ref, ...beside } = schema
  const name = $ref?.split('/').at(-1)
  return name === undefined ? schema : { ...(document as Document).components.schemas[name], ...beside }
}

export type Documented = ReturnType<typeof documentedIn>
export type Content = Documented['bodies'][number]

/** Returns an operation's documentation. `scopes`: a token needs one of these scopes; undefined if no token is needed. */
export const documentedIn = ({ security = [], requestBody, responses, 'x-rate-limit': limit, 'x-depends-on': dependsOn = [] }: Item) => ({
  scopes: security.length === 0 ? undefined : security.flatMap(({ bearer = [] }) => bearer),
  limit: limit && `${counted(limit.calls, 'call')} in ${limit.seconds} s`,
  dependsOn,
  bodies: contentsOf(requestBody?.content),
  replies: Object.entries(responses).map(([status, { description, headers = {}, content }]) => ({
    status,
    description,
    headers: Object.entries(headers).map(([name, header]) => [name, header.description ?? ''] as const),
    contents: contentsOf(content),
  })),
})

const contentsOf = (contents: Named<Media> = {}) =>
  Object.entries(contents).map(([type, { schema = {}, example, examples = {} }]) => ({
    type,
    schema,
    examples: [
      ...(example === undefined ? [] : [{ name: 'example', summary: '', value: example }]),
      ...Object.entries(examples).map(([name, { summary = '', value }]) => ({ name, summary, value })),
    ],
  }))
