/** A deed: the facts of one closed call of a client, or of one attempt to call its webhook, that verdicts judge by. */
import { header } from '../../../service/wire/call.ts'
import type { Line } from '../../../service/world/journal-line.ts'
import { fingerprint, type OrderContent, orderContent, type RuleFacts, retryAfterOf, ruleFacts } from './line-facts.ts'

/** What is remembered of a call, for verdicts on a later one: it would keep its bodies in memory. */
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

/** The same request, sent earlier by the same caller, whose reply had ended when the later one arrived. */
export interface Earlier extends Pick<Facts, (typeof remembered)[number]> {
  /** The milliseconds from its end to the later arrival: of real time, and the larger of real and world time. */
  readonly waitedReally: number
  readonly waited: number
  /**
   * What happened meanwhile: a tester turned a knob, a tester moved the clock, somebody else or the service changed the world, the caller
   * did.
   */
  readonly turned: boolean
  readonly clockMoved: boolean
  readonly changedByOthers: boolean
  readonly changedByCaller: boolean
}

/** How a webhook endpoint of the caller was called. */
export interface Delivery {
  /** The status of its reply; null: no reply. */
  readonly status: number | null
  /** Why the attempt failed; null: it succeeded. */
  readonly why: string | null
  /** Whether it validates the subscription. */
  readonly validates: boolean
  /** Whether its result waited for the one of an earlier event: the time of its endpoint is unknown. */
  readonly held?: boolean
}

type ToldByLine = 'id' | 'operation' | 'status' | 'code' | 'scenario' | 'at' | 'began' | 'commits' | 'query' | 'replyBody' | 'replyBytes'

/**
 * What a line tells by itself. Times are milliseconds: `at` and `until` of the world since 1970, `began` and `ended` real with an arbitrary
 * start.
 */
export interface Facts extends RuleFacts, Readonly<Pick<Line, ToldByLine>> {
  readonly caller: string
  readonly environment: string
  readonly method: string
  readonly path: string
  /** Whether its reply broke off, or never came. */
  readonly lost: boolean
  readonly until: number
  readonly ended: number
  readonly turns: number
  readonly clockMoves: number
  /** A mark that tells equal tokens. */
  readonly token: string | null
  readonly scopes: readonly string[]
  /** World time. */
  readonly expires: number | null
  readonly orgNo: string | null
  /**
   * Null: the connection is not known, or a proxy stands in between. On one connection, a client sends a call after it has read the reply
   * before.
   */
  readonly connection: number | null
  /** Whether it came through a proxy, which has connections of its own to its client. */
  readonly proxied: boolean
  /** Bytes of the body; null: it was not read. */
  readonly bytes: number | null
  readonly headers: Line['requestHeaders']
  readonly replyHeaders: Line['requestHeaders']
  readonly body: string | null
  /** The bytes of the whole file, of a download. */
  readonly fileSize: number | null
  /** The wait that its reply asked for, in milliseconds. */
  readonly retryAfter: number | null
  /** What it orders. */
  readonly order: OrderContent | null
  readonly delivery: Delivery | null
}

/** Facts, beside what the caller did before. */
export type Deed = Facts & Readonly<Omit<Before, 'request'>> & Pick<Before, 'request'>

/** The fold fills it in. */
export interface Before {
  /** What {@link requestOf} has found. */
  request: string | null | undefined
  earlier: Earlier | null
  /** The attempts just before it that failed and may succeed later, the oldest first; at most 16. */
  attempts: readonly Earlier[]
  /** Whether the HTTP library of the client probably repeated a lost call by itself. */
  byLibrary: boolean
}

export const noAttempts: readonly Earlier[] = []

export const nobody = 'anonymous'
const noHeaders = {}
const noScopes: readonly string[] = []

/** `until`: world time at its end. */
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

/** Equal for requests that are equal in method, address and content. Null: the content is not known. Most deeds are never compared. */
export function requestOf(deed: Facts & Pick<Before, 'request'>): string | null {
  if (deed.request !== undefined) return deed.request
  const content = contentOf(deed)
  const { method, environment, path, query, headers } = deed
  deed.request = content === undefined ? null : `${method} ${environment} ${path}?${query} ${header(headers, 'range') ?? ''} ${content}`
  return deed.request
}

const withoutBody = new Set(['GET', 'HEAD', 'DELETE'])

/** Undefined for content that is not known. The content of a file counts as equal when its length is. */
function contentOf({ method, headers, body, bytes }: Facts): string | undefined {
  if (withoutBody.has(method)) return ''
  if (body !== null) return `${bytes ?? body.length} ${fingerprint(body)}`
  const length = header(headers, 'content-length')
  if (length === '0' || bytes === 0) return ''
  if (header(headers, 'content-type') === undefined && length === undefined && headers['transfer-encoding'] === undefined) return ''
  if (length === undefined || header(headers, 'content-type')?.includes('json')) return undefined
  return `${length} bytes at ${header(headers, 'upload-offset') ?? ''}`
}

/** Several verdicts ask for the name in one address, one after the other. */
let last = { path: '', name: '' }

/** The id of the file transfer or the shipment that an address names; empty where it names none. */
export function namedIn(path: string): string {
  if (path !== last.path)
    last = { path, name: /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/i.exec(path)?.[0].toLowerCase() ?? '' }
  return last.name
}
