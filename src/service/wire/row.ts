/** A row's facts: all of an endpoint's properties except its behaviour. */
import type { z } from 'zod'
import type { CallBody } from './call.ts'
import type { RequestNames } from './json-errors.ts'
import type { Errors } from './refusal.ts'
import type { Access, DialectName, LimitName, Question, Service } from './vocabulary.ts'

/** Input for constraints besides the body. */
export interface ConstraintContext {
  /** World time in milliseconds since 1970. */
  readonly now: number
}

/** Checks what a schema cannot express. Returns undefined if the value is valid. */
type BodyConstraints<T> = (value: T, context: ConstraintContext) => Errors | undefined

export interface JsonBody<S extends z.ZodType = z.ZodType> {
  readonly kind: 'json'
  readonly schema: S
  readonly constraints?: BodyConstraints<z.output<S>> | undefined
  /** Names for the body's parts in validation messages. Default: those of the area's reader. */
  readonly names?: RequestNames | undefined
  /** Maximum body size in bytes. Default: the same limit as for other rows. */
  readonly limit?: number
  readonly optional?: boolean
  /** The only content type that the row accepts. Default: all of the area's types. */
  readonly type?: string
  /** Parses the text if JSON.parse and a schema are not sufficient. The schema then serves only as documentation. */
  readonly parse?: (text: string) => unknown
}
export interface BytesBody {
  readonly kind: 'bytes'
  readonly type: string
  /** When the service checks the content type: during routing or in the row's handler. */
  readonly checkedWhen: 'routing' | 'handling'
}
export interface FormBody<S extends z.ZodType = z.ZodType> {
  readonly kind: 'form'
  readonly schema: S
  /** The refusal for a file that cannot be stored. */
  readonly storageRefusal: string
}

export const json = <S extends z.ZodType>(schema: S, constraints?: BodyConstraints<z.output<S>>, names?: RequestNames): JsonBody<S> => ({
  kind: 'json',
  schema,
  constraints,
  names,
})
/** JSON with its own content type and parser. The schema serves only as documentation. */
export const parsedJson = <T>(type: string, schema: z.ZodType, parse: (text: string) => T, names: RequestNames) =>
  ({ kind: 'json', schema, type, parse, names }) as const
export const bytes = (type = 'application/octet-stream', checkedWhen: BytesBody['checkedWhen'] = 'routing'): BytesBody => ({
  kind: 'bytes',
  type,
  checkedWhen,
})
export const form = <S extends z.ZodType>(schema: S, storageRefusal: string): FormBody<S> => ({
  kind: 'form',
  schema,
  storageRefusal,
})

/** A form with fields but without a file: `application/x-www-form-urlencoded`. */
export interface FieldsBody<S extends z.ZodType = z.ZodType> {
  readonly kind: 'fields'
  readonly schema: S
}
export const fields = <S extends z.ZodType>(schema: S): FieldsBody<S> => ({ kind: 'fields', schema })

/** A form's file, stored while the form is read. */
export interface StoredFile {
  readonly content: { readonly id: string; readonly size: number; readonly md5: string | null; readonly malware: boolean }
  /** Keeps the content. Otherwise, the content is discarded at the end of the call. */
  keep(): void
}

export interface RequestShape {
  readonly params?: z.ZodObject
  readonly query?: z.ZodObject
  readonly headers?: z.ZodObject
  readonly body?: JsonBody | BytesBody | FormBody | FieldsBody
}

type PartOfRequest<T> = T extends z.ZodType ? z.output<T> : Record<never, never>
type BodyValue<B> = B extends { readonly kind: 'json'; readonly parse: (text: string) => infer T }
  ? T
  : B extends JsonBody<infer S>
    ? z.output<S>
    : B extends FieldsBody<infer S>
      ? z.output<S>
      : B extends FormBody<infer S>
        ? { fields: z.output<S>; file: StoredFile }
        : B extends BytesBody
          ? CallBody | undefined
          : undefined

/** A handler's input: the parsed and validated parts of a request. */
export interface Input<R extends RequestShape = RequestShape> {
  readonly params: PartOfRequest<R['params']>
  readonly query: PartOfRequest<R['query']>
  readonly headers: PartOfRequest<R['headers']>
  readonly body: BodyValue<R['body']>
}

type HeaderNames = readonly string[]
export type ReplyShape =
  /** `isText`: the body is already JSON text. */
  | { readonly kind: 'json'; readonly schema: z.ZodType; readonly headers: HeaderNames; readonly type?: string; readonly isText?: true }
  | { readonly kind: 'bytes' | 'empty'; readonly headers: HeaderNames }
  /** `orJson`: the schema for the text if the row sends it as application/json. */
  | { readonly kind: 'text'; readonly headers: HeaderNames; readonly type?: string; readonly orJson?: z.ZodType }
  /** Server-sent events. The schema describes the data in a single event. */
  | { readonly kind: 'eventStream'; readonly schema: z.ZodType; readonly headers: HeaderNames }
export type ReplyShapes = Readonly<Record<number, ReplyShape>>

export const reply = {
  json: <S extends z.ZodType>(schema: S, ...headers: readonly string[]) => ({ kind: 'json', schema, headers }) as const,
  eventStream: <S extends z.ZodType>(schema: S, ...headers: readonly string[]) => ({ kind: 'eventStream', schema, headers }) as const,
  /** JSON that is sent with the given content type instead of the area's. */
  jsonAs: <S extends z.ZodType>(type: string, schema: S, ...headers: readonly string[]) =>
    ({ kind: 'json', schema, headers, type }) as const,
  /** JSON text that is sent with the given content type instead of the area's. */
  jsonTextAs: <S extends z.ZodType>(type: string, schema: S, ...headers: readonly string[]) =>
    ({ kind: 'json', schema, headers, type, isText: true }) as const,
  bytes: (...headers: readonly string[]) => ({ kind: 'bytes', headers }) as const,
  text: (...headers: readonly string[]) => ({ kind: 'text', headers }) as const,
  html: (...headers: readonly string[]) => ({ kind: 'text', headers, type: 'text/html' }) as const,
  textOrJson: <S extends z.ZodType>(orJson: S, ...headers: readonly string[]) => ({ kind: 'text', headers, orJson }) as const,
  empty: (...headers: readonly string[]) => ({ kind: 'empty', headers }) as const,
}

export type ReplyBody<S extends ReplyShape> = S extends { kind: 'json'; isText: true }
  ? string
  : S extends { kind: 'json'; schema: infer Z extends z.ZodType }
    ? z.output<Z>
    : S extends { kind: 'bytes' | 'eventStream' }
      ? AsyncIterable<Uint8Array> | Uint8Array
      : S extends { kind: 'text' }
        ? string
        : undefined

/** A row's reply: status, headers, and a body in the shape that the row declares for that status. */
export interface Reply {
  readonly status: number
  readonly body: unknown
  readonly headers?: Readonly<Record<string, string>> | undefined
}

/** The subject of a call or job, for `where` conditions in rules, journal filters and recorders. */
export interface About {
  readonly resource?: string | undefined
  readonly recipients?: readonly string[] | undefined
  /** The code or number of the organization that a job acts for. */
  readonly org?: string | undefined
  /** That organization's number, if `org` is a code. */
  readonly orgNo?: string | undefined
  readonly order?: string | undefined
  /** A hash of an order's recipients and text, for comparing the content of orders. */
  readonly content?: string | undefined
  readonly transfer?: string | undefined
}

export interface RowFacts {
  readonly id: string
  readonly method: string
  /** The canonical path comes first. Parameters are written as `{name}`. */
  readonly path: string | readonly [string, ...string[]]
  readonly summary: string
  readonly access: Access
  readonly limit?: LimitName
  readonly dependsOn: readonly Service[]
  /** External decisions that the row depends on. A scenario can determine their results. */
  readonly asks?: readonly Question[]
  readonly request: RequestShape
  readonly replies: ReplyShapes
  readonly refusals: readonly string[]
  /** The formats of path parameters. A path with a value in any other format does not exist. */
  readonly constraints?: Readonly<Record<string, 'guid'>>
  /** The only dialect that has the row. Default: both. */
  readonly dialect?: DialectName
  /** The content type of problem details about the request itself (400, 415), if it differs from the area's. */
  readonly problemType?: string
  /** True if the Content-Type header must be JSON, although the row reads no body. */
  readonly demandsJson?: true
  /** True if the values of a repeated query parameter are joined with commas. */
  readonly joinsQuery?: true
  /** True if the row ignores the Accept header, although its area checks it. */
  readonly ignoresAccept?: true
}

export const paths = (row: Pick<RowFacts, 'path'>): readonly string[] => (typeof row.path === 'string' ? [row.path] : row.path)
