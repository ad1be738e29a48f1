/** The typed client for control rows, small enough for commands and browsers because it loads only methods and paths. */
import type { z } from 'zod'
import { isObject, parseJson } from '../service/wire/json.ts'
import { demandPathValue } from '../service/wire/misuse.ts'
import type { BytesBody, JsonBody } from '../service/wire/row.ts'
import type { ControlId } from './facts.ts'
import type { Control } from './index.ts'
import { controlUrl, methodOf, type UrlParts } from './rows/url.ts'
import { readEvents } from './serving/event-stream.ts'

export type { CapsuleReply } from './capsule/rows.ts'
export type { DeliveryReply } from './deliveries/rows.ts'
export type { Exploration } from './exploration/rows.ts'
export type { ControlId } from './facts.ts'
export type { JournalLine } from './journal/rows.ts'
export type { SentMessage } from './outbox/rows.ts'
export type { CollectionName, RecordOf } from './records/rows.ts'
export type { StoryEntry } from './story/rows.ts'
export type { VerdictsReply } from './verdicts/rows.ts'
export { controlUrl, demandPathValue }

/** Rows that reply with an event stream. In a browser, open the {@link controlUrl} with an `EventSource`. */
export type StreamId = 'control.streamJournal'
/** Rows that reply with bytes. */
export type BytesId = 'control.readSnapshotContent' | 'control.readCapsule'
export type CallableId = Exclude<ControlId, StreamId | BytesId>

type Bytes = Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>
type Params<R> = R extends { params: infer P extends z.ZodType } ? { readonly params: z.output<P> } : unknown
type Query<R> = R extends { query: infer Q extends z.ZodType } ? { readonly query?: z.output<Q> } : unknown
type BodyOf<S extends z.ZodType> = undefined extends z.input<S> ? { readonly body?: z.input<S> } : { readonly body: z.input<S> }
type Body<R> = R extends { body: JsonBody<infer S> } ? BodyOf<S> : R extends { body: BytesBody } ? { readonly body: Bytes } : unknown
type InputOf<R> = Params<R> & Query<R> & Body<R> & { readonly signal?: AbortSignal | undefined }

/** A row's input: params, query and body. */
export type ControlInput<Id extends ControlId> = InputOf<Control<Id>['request']>
type InputArgs<Input> = Record<never, never> extends Input ? [input?: Input] : [input: Input]

/** 422 is a normal reply from `journal/verify`, not a refusal. */
type GoodStatus = 200 | 201 | 204 | 422
type Value<S> = S extends { kind: 'json'; schema: infer Z extends z.ZodType } ? z.output<Z> : undefined
type Good<Replies> = { [Status in keyof Replies & GoodStatus]: Value<Replies[Status]> }[keyof Replies & GoodStatus]

/** A row's JSON reply; undefined if the reply is empty. */
export type ControlReply<Id extends ControlId> = Good<Control<Id>['replies']>

type Shown<S> = S extends { kind: 'eventStream'; schema: infer Z extends z.ZodType } ? z.output<Z> : never

/** The data of a single event in a stream. */
export type ControlEvent<Id extends StreamId> = Shown<Control<Id>['replies'][200]>

export interface ControlClientOptions {
  /** Scheme, host, world and environment, for example `http://127.0.0.1:4300/worlds/mine`. */
  readonly base: string
  /** Required if Standin runs on another machine. */
  readonly adminToken?: string | undefined
  /** `fetch`, or a function to use instead. */
  send(url: string, request: ControlRequest): Promise<ControlResponse>
}

/** Options for `fetch`. */
export interface ControlRequest {
  readonly method: string
  readonly headers: Record<string, string>
  readonly body?: string | Bytes
  /** `fetch` needs this to send a stream. */
  readonly duplex?: 'half'
  readonly signal?: AbortSignal
}

/** The parts of a `Response` that the client reads. */
export interface ControlResponse {
  readonly status: number
  readonly headers: { has(name: string): boolean }
  readonly body: ReadableStream<Uint8Array> | null
  text(): Promise<string>
}

export interface ControlClient {
  /** Throws {@link ControlRefused} for a refusal. If `send` rejects because there is no response, `call` rejects too. */
  call<Id extends CallableId>(id: Id, ...input: InputArgs<ControlInput<Id>>): Promise<ControlReply<Id>>
  /** Returns a reply's bytes as they arrive. Throws like `call`. */
  bytes<Id extends BytesId>(id: Id, ...input: InputArgs<ControlInput<Id>>): Promise<ReadableStream<Uint8Array>>
  /** Yields the data of each event until the server or the signal ends the stream. Throws like `call`. */
  stream<Id extends StreamId>(id: Id, ...input: InputArgs<ControlInput<Id>>): AsyncGenerator<ControlEvent<Id>>
}

/** Thrown if a control row refuses the call, or if the reply is not from Standin. */
export class ControlRefused extends Error {
  readonly status: number
  readonly url: string
  /** Describes the problem; undefined if the reply contains no description. */
  readonly detail: string | undefined
  /** All valid choices, if the reply lists them. `detail` mentions only the first few. */
  readonly choices: readonly string[] | undefined
  /** True if the caller asked for something that does not exist. */
  readonly isMisuse: boolean

  constructor({ status, headers }: Pick<ControlResponse, 'status' | 'headers'>, url: string, problem?: unknown) {
    const { detail: said, choices } = (problem ?? {}) as { readonly detail?: unknown; readonly choices?: unknown }
    const detail = typeof said === 'string' ? said : undefined
    super(detail ?? `${url} returned ${status}.`)
    this.status = status
    this.url = url
    this.detail = detail
    this.choices = Array.isArray(choices) ? choices : undefined
    this.isMisuse = headers.has('x-standin-misuse')
  }
}

interface Parts extends UrlParts {
  readonly body?: unknown
  readonly signal?: AbortSignal | undefined
}

export function createControlClient({ base, adminToken, send }: ControlClientOptions): ControlClient {
  async function open(id: ControlId, { body, signal, ...address }: Parts): Promise<ControlResponse> {
    const headers = {
      ...(body !== undefined && { 'content-type': isBytes(body) ? 'application/octet-stream' : 'application/json' }),
      ...(adminToken && { authorization: `Bearer ${adminToken}` }),
    }
    const sent = { method: methodOf(id), headers, ...(body !== undefined && bodyOf(body)), ...(signal && { signal }) }
    return send(controlUrl(base, id, address), sent)
  }
  const opened = async (id: ControlId, input: Parts = {}) => {
    const response = await open(id, input)
    if (isOk(response) && response.body) return response.body
    throw new ControlRefused(response, controlUrl(base, id, input), parseJson(await response.text()))
  }
  return {
    async call(id: CallableId, input: Parts = {}) {
      const response = await open(id, input)
      const text = await response.text()
      const reply = text === '' ? undefined : parseJson(text)
      // Every JSON reply from a control row is an object.
      if ((!isOk(response) && response.status !== 422) || (text !== '' && !isObject(reply)))
        throw new ControlRefused(response, controlUrl(base, id, input), reply)
      // Safe because the types come from the same table that the server uses.
      return reply as never
    },
    bytes: (id: ControlId, input?: Parts) => opened(id, input),
    async *stream(id: StreamId, input?: Parts) {
      for await (const data of readEvents(await opened(id, input))) {
        const event = parseJson(data)
        if (event === undefined) throw new ControlRefused({ status: 200, headers: new Headers() }, controlUrl(base, id, input))
        // Safe because the types come from the same table that the server uses.
        yield event as never
      }
    },
  }
}

const isBytes = (body: unknown): body is Bytes => body instanceof Uint8Array || body instanceof ReadableStream

const isOk = ({ status }: ControlResponse) => status >= 200 && status < 300

const bodyOf = (body: unknown): Pick<ControlRequest, 'body' | 'duplex'> =>
  isBytes(body) ? { body, duplex: 'half' } : { body: JSON.stringify(body) }
