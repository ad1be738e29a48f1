/** A typed client for the service, and the only code that builds a request from a row and its input. */
import type { z } from 'zod'
import { pathValue } from '../wire/misuse.ts'
import { type Input, paths, type RequestShape } from '../wire/row.ts'
import { utf8 } from '../wire/text.ts'
import { prefixesOf } from '../wire/vocabulary.ts'
import { whenNeeded } from '../wire/when-needed.ts'
import { areaName, areas } from './areas.ts'
import type { OperationId, OperationOf } from './index.ts'

/** The caller, as described in a call's token. */
export interface Identity {
  readonly org?: string | undefined
  readonly orgNo: string
  /** Scopes, separated by spaces. Default: all of the service's scopes. */
  readonly scope?: string | undefined
  readonly clientId?: string | undefined
  /** Default: `platform`. With `maskinporten`, the token is not exchanged. */
  readonly issuer?: 'platform' | 'maskinporten' | undefined
  /** The token's lifetime in seconds. */
  readonly ttl?: number | undefined
}

export interface ClientInput {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  /** Overrides headers that the client sends by default. Null omits a header. */
  readonly headers?: Readonly<Record<string, string | null>>
  /** A value for a JSON row (a string is sent as is), bytes for a binary row, or a FormData for a form. */
  readonly body?: unknown
  /** `null` for a call without a token. Default: the identity from the row's example. */
  readonly as?: Identity | null
  readonly signal?: AbortSignal
}

type ParamName<Id extends OperationId> = Id extends OperationId ? keyof Input<OperationOf<Id>['request']>['params'] & string : never

export interface InputOf<Id extends OperationId> extends Omit<ClientInput, 'params'> {
  readonly params?: { readonly [Name in ParamName<Id>]?: string }
}

export interface ClientReply<Body> {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly bytes: Uint8Array
  /** The reply body. Throws {@link CallFailed} for a refusal. */
  readonly body: Body
  /** The problem document's members. Empty if the body is not JSON. */
  readonly problem: Readonly<Record<string, unknown>> & {
    readonly code?: string
    readonly detail?: string
    readonly errors?: Record<string, string[]>
  }
}

type JsonOf<Replies> = {
  [Status in keyof Replies]: Replies[Status] extends { kind: 'json'; schema: infer S extends z.ZodType } ? z.output<S> : never
}[keyof Replies]

export interface Client {
  call<Id extends OperationId>(id: Id, input?: InputOf<Id>): Promise<ClientReply<JsonOf<OperationOf<Id>['replies']>>>
  /** Returns the response without reading its body. */
  open<Id extends OperationId>(id: Id, input?: InputOf<Id>): Promise<Response>
  /** Repeats a call, with pauses, until the reply is the expected one. Throws {@link CallFailed} after 300 calls. */
  until<Id extends OperationId>(
    id: Id,
    input: InputOf<Id>,
    isExpected: (reply: ClientReply<JsonOf<OperationOf<Id>['replies']>>) => boolean,
  ): Promise<ClientReply<JsonOf<OperationOf<Id>['replies']>>>
  token(as: Identity): Promise<string>
}

interface ClientOptions {
  /** The service's base URL: scheme, host and world. */
  readonly base: string
  /** Sends a request, like `fetch` or an in-process equivalent. */
  send(request: Request): Promise<Response>
  token(as: Identity): Promise<string>
  /** Waits for one second of world time. `seen`: describes the last reply. */
  wait(seen: string): Promise<void>
}

export const loadAreas = whenNeeded(() => import('./all.ts'))

/** Maximum number of calls in `until`, one second apart. At any pace, all of the service's flows finish sooner. */
const mostCalls = 300

/** Thrown if the service's reply is not as expected. */
export class CallFailed extends Error {}

export function createClient({ base, send, token, wait }: ClientOptions): Client {
  const open = async (id: OperationId, input: ClientInput = {}) => send(await requestOf(base, id, input, token))

  async function call<Id extends OperationId>(id: Id, input: ClientInput = {}) {
    const response = await open(id, input)
    const bytes = new Uint8Array(await response.arrayBuffer())
    const text = new TextDecoder().decode(bytes)
    return {
      status: response.status,
      headers: response.headers,
      text,
      bytes,
      get body() {
        if (response.status >= 400) throw new CallFailed(`${id} returned ${response.status}: ${text}`)
        return JSON.parse(text)
      },
      get problem() {
        return response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : {}
      },
    }
  }
  return {
    call,
    open,
    token,
    async until(id, input, isExpected) {
      for (let calls = 0; calls < mostCalls; calls++) {
        const reply = await call(id, input as ClientInput)
        if (isExpected(reply)) return reply
        await wait(`${id} returned ${reply.status}: ${reply.text}`)
      }
      throw new CallFailed(`${id} did not reach the expected state after ${mostCalls} calls.`)
    },
  }
}

async function requestOf(base: string, id: OperationId, input: ClientInput, token: ClientOptions['token']): Promise<Request> {
  const { operationsById } = await loadAreas()
  const row = operationsById.get(id)
  if (!row) throw new Error(`Unknown operation: ${id}.`)
  const as = input.as === undefined ? row.example.as : input.as
  const path = (paths(row)[0] ?? '').replace(/\{(\w+)\}/g, (_, name: string) => pathValue(name, input.params?.[name]))
  const query = input.query ? `?${new URLSearchParams(input.query)}` : ''
  const headers = new Headers(as ? { authorization: `Bearer ${await token(as)}` } : {})
  const made = bodyOf(row.request.body, input.body, headers)
  for (const [name, value] of Object.entries(input.headers ?? {})) {
    if (value === null) headers.delete(name)
    else headers.set(name, value)
  }
  // `Request` would add a content type to a string, so strings are sent as bytes.
  const body = typeof made === 'string' && !headers.has('content-type') ? utf8(made) : made
  const streamed = typeof body === 'object' && 'getReader' in body ? { duplex: 'half' } : {}
  const init = {
    method: row.method,
    headers,
    ...streamed,
    ...(body === undefined ? {} : { body }),
    ...(input.signal ? { signal: input.signal } : {}),
  }
  return new Request(`${base}${prefixesOf(areas[areaName(id)], row)[0]}${path}${query}`, init as RequestInit)
}

function bodyOf(shape: RequestShape['body'], body: unknown, headers: Headers): BodyInit | undefined {
  if (body === undefined) return undefined
  const kind = shape?.kind
  if (shape?.kind === 'json') headers.set('content-type', shape.type ?? 'application/json')
  if (shape?.kind === 'bytes') headers.set('content-type', shape.type)
  if (kind === 'fields' && typeof body !== 'string') return new URLSearchParams(body as Record<string, string>)
  if (kind === 'fields') headers.set('content-type', 'application/x-www-form-urlencoded')
  return kind === 'json' && typeof body !== 'string' && !ArrayBuffer.isView(body) ? JSON.stringify(body) : (body as BodyInit)
}
