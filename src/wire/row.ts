/** The facts of a row: what can be said of an endpoint without saying what it does. */
import type { z } from 'zod'
import type { CallBody } from './http/call.ts'
import type { LimitName } from './rate-limits.ts'
import type { Errors, RefusalKey } from './refusals.ts'
import type { RequestNames } from './request-names.ts'
import type { Access } from './scopes.ts'
import type { Question, Service } from './services.ts'

/** What a rule about a request may know besides the request. Times in milliseconds since 1970. */
export interface RuleContext {
  readonly now: number
}

/** Violations that a schema cannot express, by key; nothing when there are none. */
export type BodyRules<T> = (value: T, known: RuleContext) => Errors | undefined

export interface JsonBody<S extends z.ZodType = z.ZodType> {
  readonly kind: 'json'
  readonly schema: S
  readonly rules?: BodyRules<z.output<S>> | undefined
  /** What its parts are called in refusals, where the reader does not know. */
  readonly names?: RequestNames | undefined
  /** Whether a call may come without a body. */
  readonly optional?: boolean
}
export interface BytesBody {
  readonly kind: 'bytes'
  readonly type: string
  /** Whether another type is judged with the path, or by the row itself. */
  readonly judged: 'routing' | 'handling'
}
export interface FormBody<S extends z.ZodType = z.ZodType> {
  readonly kind: 'form'
  readonly schema: S
  /** What a file is refused with that cannot be stored. */
  readonly lost: RefusalKey
}

export const json = <S extends z.ZodType>(schema: S, rules?: BodyRules<z.output<S>>, names?: RequestNames): JsonBody<S> => ({
  kind: 'json',
  schema,
  rules,
  names,
})
export const bytes = (type = 'application/octet-stream', judged: BytesBody['judged'] = 'routing'): BytesBody => ({
  kind: 'bytes',
  type,
  judged,
})
export const form = <S extends z.ZodType>(schema: S, lost: RefusalKey): FormBody<S> => ({ kind: 'form', schema, lost })

/** A file part of a form, stored while it was read; whoever takes it keeps it, else it is discarded with the call. */
export interface StoredPart {
  readonly content: { readonly id: string; readonly size: number; readonly md5: string | null; readonly malware: boolean }
  /** Takes the content over: it is then no longer discarded with the call. */
  keep(): void
}

export interface RequestShape {
  readonly params?: z.ZodObject
  readonly query?: z.ZodObject
  readonly headers?: z.ZodObject
  readonly body?: JsonBody | BytesBody | FormBody
}

type PartOfRequest<T> = T extends z.ZodType ? z.output<T> : Record<never, never>
export type BodyValue<B> =
  B extends JsonBody<infer S>
    ? z.output<S>
    : B extends FormBody<infer S>
      ? { fields: z.output<S>; file: StoredPart }
      : B extends BytesBody
        ? CallBody | undefined
        : undefined

/** What a handler gets: the parts of the request, read and validated. */
export interface Input<R extends RequestShape = RequestShape> {
  readonly params: PartOfRequest<R['params']>
  readonly query: PartOfRequest<R['query']>
  readonly headers: PartOfRequest<R['headers']>
  readonly body: BodyValue<R['body']>
}

export type ReplyShape =
  | { readonly kind: 'json'; readonly schema: z.ZodType; readonly headers: readonly string[]; readonly type?: string }
  | { readonly kind: 'bytes' | 'text' | 'empty'; readonly headers: readonly string[] }
  /** Server-sent events, each with data of the schema. */
  | { readonly kind: 'eventStream'; readonly schema: z.ZodType; readonly headers: readonly string[] }
export type ReplyShapes = Readonly<Record<number, ReplyShape>>

export const reply = {
  json: <S extends z.ZodType>(schema: S, ...headers: readonly string[]) => ({ kind: 'json', schema, headers }) as const,
  eventStream: <S extends z.ZodType>(schema: S, ...headers: readonly string[]) => ({ kind: 'eventStream', schema, headers }) as const,
  /** JSON of a type of its own. */
  jsonAs: <S extends z.ZodType>(type: string, schema: S, ...headers: readonly string[]) =>
    ({ kind: 'json', schema, headers, type }) as const,
  bytes: (...headers: readonly string[]) => ({ kind: 'bytes', headers }) as const,
  text: (...headers: readonly string[]) => ({ kind: 'text', headers }) as const,
  empty: (...headers: readonly string[]) => ({ kind: 'empty', headers }) as const,
}

export type ReplyBody<S extends ReplyShape> = S extends { kind: 'json'; schema: infer Z extends z.ZodType }
  ? z.output<Z>
  : S extends { kind: 'bytes' | 'eventStream' }
    ? AsyncIterable<Uint8Array> | Uint8Array
    : S extends { kind: 'text' }
      ? string
      : undefined

/** A reply that a row makes: a status, a body of that status's shape, and the headers it varies. */
export interface Reply {
  readonly status: number
  readonly body: unknown
  readonly headers?: Readonly<Record<string, string>> | undefined
}

/** What a call is about, for rules' `where`, journal filters and recorders. */
export interface About {
  readonly resource?: string | undefined
  readonly recipients?: readonly string[] | undefined
  /** Organization code or number of whoever owns what a job is about. */
  readonly org?: string | undefined
  /** Its number, where the code does not say it. */
  readonly orgNo?: string | undefined
  readonly order?: string | undefined
  readonly transfer?: string | undefined
}

export interface RowFacts {
  readonly id: string
  readonly method: string
  /** The canonical path first. Parameters as `{name}`. */
  readonly path: string | readonly [string, ...string[]]
  readonly summary: string
  readonly access: Access
  readonly limit?: LimitName
  readonly dependsOn: readonly Service[]
  /** What else it asks, where a scenario may answer. */
  readonly asks?: readonly Question[]
  readonly request: RequestShape
  readonly replies: ReplyShapes
  readonly refusals: readonly RefusalKey[]
  /** Path parameters that must have a form for the path to exist at all. */
  readonly constraints?: Readonly<Record<string, 'guid'>>
  /** A call that names a content type must name that of JSON, although no body is read. */
  readonly demandsJson?: true
}

export const paths = (row: Pick<RowFacts, 'path'>): readonly string[] => (typeof row.path === 'string' ? [row.path] : row.path)
