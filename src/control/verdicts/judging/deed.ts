/** A deed: the facts that verdicts judge about a client's closed call, or about an attempt to call the client's webhook. */
import { header } from '../../../service/wire/call.ts'
import type { Line } from '../../../service/world/journal.ts'
import { fingerprint, type OrderContent, orderContent, type RuleFacts, retryAfterOf, ruleFacts } from './line-facts.ts'

/** Facts that are remembered for verdicts on later calls. Bodies are omitted to save memory. */
export const remembered = [
  'id',
  'status',
  'code',
  'lost',
  'scenario',
  'refusedByOutage',
  'collided',
  'token',
  'retryAfter',
] as const satisfies readonly (keyof Facts)[]

/** An earlier call with the same request from the same caller, whose reply had already ended when the later call arrived. */
export interface Earlier extends Pick<Facts, (typeof remembered)[number]> {
  /** Milliseconds between the end of this call and the arrival of the later call: in real time, and the longer of real and world time. */
  readonly waitedReally: number
  readonly waited: number
  /** True if, between the two calls, a tester changed a setting or moved the clock, or others or the caller changed the world. */
  readonly turned: boolean
  readonly clockMoved: boolean
  readonly changedByOthers: boolean
  readonly changedByCaller: boolean
}

/** The result of calling one of the caller's webhook endpoints. */
export interface Delivery {
  /** The reply's status; null if there was no reply. */
  readonly status: number | null
  /** Why the attempt failed; null if it succeeded. */
  readonly why: string | null
  /** True if the call validates the subscription. */
  readonly validates: boolean
  /** True if the result had to wait for an earlier event's result. The endpoint's response time is then unknown. */
  readonly held?: boolean
}

type ToldByLine = 'id' | 'operation' | 'status' | 'code' | 'scenario' | 'at' | 'began' | 'commits' | 'query' | 'replyBody' | 'replyBytes'

/**
 * Facts from a single line. Times are in milliseconds: `at` and `until` in world time since 1970, `began` and `ended` in real time from an
 * arbitrary start.
 */
export interface Facts extends RuleFacts, Readonly<Pick<Line, ToldByLine>> {
  readonly caller: string
  readonly environment: string
  readonly method: string
  readonly path: string
  /** True if the reply was cut off or never sent. */
  readonly lost: boolean
  readonly until: number
  readonly ended: number
  readonly turns: number
  readonly clockMoves: number
  /** A placeholder that is the same for equal tokens. */
  readonly token: string | null
  readonly scopes: readonly string[]
  /** When the token expires, in world time. */
  readonly expires: number | null
  readonly orgNo: string | null
  /** Null if unknown, or behind a proxy. On a single connection, a client sends a call only after reading the previous reply. */
  readonly connection: number | null
  /** True if the call came through a proxy, which uses its own connections. */
  readonly proxied: boolean
  /** Body size in bytes; null if the body was not read. */
  readonly bytes: number | null
  readonly headers: Line['requestHeaders']
  readonly replyHeaders: Line['requestHeaders']
  readonly body: string | null
  /** For a download: the size of the entire file in bytes. */
  readonly fileSize: number | null
  /** The wait that Retry-After requests, in milliseconds. */
  readonly retryAfter: number | null
  readonly order: OrderContent | null
  readonly delivery: Delivery | null
}

/** Facts about a call, together with its caller's earlier calls. */
export type Deed = Facts & Readonly<Omit<Before, 'request'>> & Pick<Before, 'request'>

/** Facts that depend on the caller's earlier calls. The fold fills them in. */
export interface Before {
  /** Cached result of {@link requestOf}. */
  request: string | null | undefined
  earlier: Earlier | null
  /** Preceding failed attempts that were worth retrying, oldest first, up to 16. */
  attempts: readonly Earlier[]
  /** True if it was probably the client's HTTP library that retried a lost call. */
  byLibrary: boolean
}

export const noAttempts: readonly Earlier[] = []

export const nobody = 'anonymous'
const noHeaders = {}
const noScopes: readonly string[] = []

/** `until`: world time when the call ended. */
export function factsOf(line: Line, until: number): Facts & Before {
  const { token, requestHeaders: headers, requestBody: body, operation } = line
  const replyHeaders = line.replyHeaders ?? noHeaders
  const proxied = isProxied(headers)
  return {
    id: line.id,
    caller: token?.clientId ?? token?.orgNo ?? token?.org ?? nobody,
    environment: line.environment,
    operation,
    method: line.method ?? '',
    path: line.path ?? '',
    status: line.status,
    code: line.code,
    lost: line.cut || line.status === null,
    scenario: line.scenario,
    at: line.at,
    until,
    began: line.began,
    ended: line.began + (line.ms ?? 0),
    turns: line.doings.turns,
    clockMoves: line.doings.clockMoves,
    commits: line.commits,
    token: header(headers, 'authorization') ?? null,
    scopes: token?.scopes ?? noScopes,
    expires: token?.exp ?? null,
    ...ruleFacts(line),
    orgNo: token?.orgNo ?? line.caller?.orgNo ?? null,
    connection: proxied ? null : (line.sender?.connection ?? null),
    proxied,
    query: line.query,
    bytes: line.requestBytes,
    headers,
    replyHeaders,
    body,
    replyBody: line.replyBody,
    replyBytes: line.replyBytes,
    fileSize: null,
    retryAfter: retryAfterOf(replyHeaders, until),
    order: orderContent(operation, body) ?? null,
    delivery: null,
    request: undefined,
    earlier: null,
    attempts: noAttempts,
    byLibrary: false,
  }
}

const isProxied = (headers: Line['requestHeaders']) =>
  headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined || headers.via !== undefined

/**
 * Returns equal strings for requests with the same method, URL and content, or null if the content is unknown. Computed lazily, because
 * most requests are never compared.
 */
export function requestOf(deed: Facts & Pick<Before, 'request'>): string | null {
  if (deed.request !== undefined) return deed.request
  const content = contentOf(deed)
  const { method, environment, path, query, headers } = deed
  deed.request = content === undefined ? null : `${method} ${environment} ${path}?${query} ${header(headers, 'range') ?? ''} ${content}`
  return deed.request
}

const withoutBody = new Set(['GET', 'HEAD', 'DELETE'])

/** Returns undefined if the content is unknown. Files are treated as equal if they have the same length. */
function contentOf({ method, headers, body, bytes }: Facts): string | undefined {
  if (withoutBody.has(method)) return ''
  if (body !== null) return `${bytes ?? body.length} ${fingerprint(body)}`
  const length = header(headers, 'content-length')
  if (length === '0' || bytes === 0) return ''
  if (header(headers, 'content-type') === undefined && length === undefined && headers['transfer-encoding'] === undefined) return ''
  if (length === undefined || header(headers, 'content-type')?.includes('json')) return undefined
  return `${length} bytes at ${header(headers, 'upload-offset') ?? ''}`
}

/** Caches the result for the last path, because several verdicts look up the same path in succession. */
let last = { path: '', name: '' }

/** Returns the id of the file transfer or shipment in a path, or an empty string if there is none. */
export function namedIn(path: string): string {
  if (path !== last.path)
    last = { path, name: /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/i.exec(path)?.[0].toLowerCase() ?? '' }
  return last.name
}
