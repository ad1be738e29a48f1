/** A row and an input become a call: the one place where requests to the service are built. */
import type { z } from 'zod'
import { type OperationId, type OperationOf, operationsById } from './operations/index.ts'
import { areaName, areas } from './wire/areas.ts'
import { paths, type RequestShape } from './wire/row.ts'

/** Who calls. Without a scope, the token carries all that the service knows. */
export interface As {
  readonly org?: string | undefined
  readonly orgNo: string
  readonly scope?: string | undefined
  readonly clientId?: string | undefined
  /** How long the token is good, in seconds. */
  readonly ttl?: number | undefined
}

export interface ClientInput {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  /** For a JSON row a value (a text is sent as it is), for bytes the bytes, for a form a FormData. */
  readonly body?: unknown
  /** Null: without a token. Absent: as the row's example. */
  readonly as?: As | null
  readonly signal?: AbortSignal
}

export interface ClientReply<Body> {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly bytes: Uint8Array
  /** The body of a good reply; reading it from a refusal fails. */
  readonly body: Body
  /** The members of a problem, empty where the body is none. */
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
  call<Id extends OperationId>(id: Id, input?: ClientInput): Promise<ClientReply<JsonOf<OperationOf<Id>['replies']>>>
  /** Calls until the reply is as wanted: lets world time pass on a frozen clock, waits on a running one. */
  until<Id extends OperationId>(
    id: Id,
    input: ClientInput,
    wanted: (reply: ClientReply<JsonOf<OperationOf<Id>['replies']>>) => boolean,
  ): Promise<ClientReply<JsonOf<OperationOf<Id>['replies']>>>
  token(as: As): Promise<string>
}

export interface ClientOptions {
  /** Where the service lies: scheme, host and world. */
  readonly base: string
  /** `fetch`, or a host's own way from a request to a response. */
  send(request: Request): Promise<Response>
  token(as: As): Promise<string>
  /** A moment passes. */
  moment(): Promise<void>
}

/** Moments of a second: no flow takes longer, at whatever pace. */
const patience = 300

/** A call was not answered as whoever made it needs it. */
export class CallFailed extends Error {}

export function createClient({ base, send, token, moment }: ClientOptions): Client {
  async function call<Id extends OperationId>(id: Id, input: ClientInput = {}) {
    const response = await send(await requestOf(base, id, input, token))
    const bytes = new Uint8Array(await response.arrayBuffer())
    const text = new TextDecoder().decode(bytes)
    return {
      status: response.status,
      headers: response.headers,
      text,
      bytes,
      get body() {
        if (response.status >= 400) throw new CallFailed(`${id} answered ${response.status}: ${text}`)
        return JSON.parse(text)
      },
      get problem() {
        return response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : {}
      },
    }
  }
  return {
    call,
    token,
    async until(id, input, wanted) {
      for (let tries = 0; tries < patience; tries++) {
        const reply = await call(id, input)
        if (wanted(reply)) return reply
        await moment()
      }
      throw new CallFailed(`${id} did not become as wanted.`)
    },
  }
}

async function requestOf(base: string, id: OperationId, input: ClientInput, token: ClientOptions['token']): Promise<Request> {
  const row = operationsById.get(id)
  if (!row) throw new Error(`There is no operation ${id}.`)
  const as = input.as === undefined ? row.example.as : input.as
  const path = (paths(row)[0] ?? '').replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(input.params?.[name] ?? ''))
  const query = input.query ? `?${new URLSearchParams(input.query)}` : ''
  const headers = new Headers(as ? { authorization: `Bearer ${await token(as)}` } : {})
  const body = bodyOf(row.request.body, input.body, headers)
  for (const [name, value] of Object.entries(input.headers ?? {})) headers.set(name, value)
  const streamed = body instanceof ReadableStream ? { duplex: 'half' } : {}
  const init = {
    method: row.method,
    headers,
    ...streamed,
    ...(body === undefined ? {} : { body }),
    ...(input.signal ? { signal: input.signal } : {}),
  }
  return new Request(`${base}${areas[areaName(id)].prefixes[0]}${path}${query}`, init as RequestInit)
}

function bodyOf(shape: RequestShape['body'], body: unknown, headers: Headers): BodyInit | undefined {
  if (body === undefined) return undefined
  const kind = shape?.kind
  if (kind === 'json') headers.set('content-type', 'application/json')
  if (shape?.kind === 'bytes') headers.set('content-type', shape.type)
  return kind === 'json' && typeof body !== 'string' && !(body instanceof Uint8Array) ? JSON.stringify(body) : (body as BodyInit)
}
