/** What the OpenAPI document says about one operation beside what its form needs. */
import { counted } from '../../components/text.tsx'
import type { Schema } from './document.ts'

export interface Content {
  readonly type: string
  readonly schema: Schema
  readonly examples: readonly { readonly name: string; readonly summary: string; readonly value: unknown }[]
}

interface Answer {
  readonly status: string
  readonly description: string
  readonly headers: readonly (readonly [name: string, description: string])[]
  readonly contents: readonly Content[]
}

export interface Documented {
  /** Scopes: a token needs one of them; undefined: no token is needed. */
  readonly scopes: readonly string[] | undefined
  readonly limit: string | undefined
  readonly dependsOn: readonly string[]
  readonly bodies: readonly Content[]
  readonly replies: readonly Answer[]
}

type Contents = Readonly<Record<string, { readonly schema?: Schema; readonly example?: unknown; readonly examples?: Examples }>>
type Examples = Readonly<Record<string, { readonly summary?: string; readonly value?: unknown }>>

interface Item {
  readonly operationId: string
  readonly security?: readonly { readonly bearer?: readonly string[] }[]
  readonly requestBody?: { readonly content?: Contents }
  readonly responses: Readonly<
    Record<
      string,
      {
        readonly description: string
        readonly headers?: Readonly<Record<string, { readonly description?: string }>>
        readonly content?: Contents
      }
    >
  >
  readonly 'x-rate-limit'?: { readonly calls: number; readonly seconds: number }
  readonly 'x-depends-on'?: readonly string[]
}

export function documentedIn(document: unknown, id: string): Documented | undefined {
  const { paths } = document as { readonly paths: Readonly<Record<string, Readonly<Record<string, Item>>>> }
  const item = Object.values(paths)
    .flatMap((items) => Object.values(items))
    .find(({ operationId }) => operationId === id)
  if (!item) return undefined
  const { security = [], requestBody, responses, 'x-rate-limit': limit, 'x-depends-on': dependsOn = [] } = item
  return {
    scopes: security.length === 0 ? undefined : security.flatMap(({ bearer = [] }) => bearer),
    limit: limit && `${counted(limit.calls, 'call')} in ${limit.seconds} s`,
    dependsOn,
    bodies: contentsOf(requestBody?.content),
    replies: Object.entries(responses).map(([status, { description, headers = {}, content }]) => ({
      status,
      description,
      headers: Object.entries(headers).map(([name, header]) => [name, header.description ?? '']),
      contents: contentsOf(content),
    })),
  }
}

const contentsOf = (contents: Contents = {}): Content[] =>
  Object.entries(contents).map(([type, { schema = {}, example, examples = {} }]) => ({
    type,
    schema,
    examples: [
      ...(example === undefined ? [] : [{ name: 'example', summary: '', value: example }]),
      ...Object.entries(examples).map(([name, { summary = '', value }]) => ({ name, summary, value })),
    ],
  }))
