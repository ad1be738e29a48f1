/** Calls and answers: the plain values that hosts exchange with the engine. */
import type { LiveEnvironment } from './vocabulary.ts'

/** Header names are lowercase. As in Node, a header that occurs several times has a list of values. */
export type CallHeaders = Readonly<Record<string, string | readonly string[] | undefined>>

/** A request body, which may still be arriving. It can be read only once, either whole or in chunks. */
export interface CallBody {
  /**
   * Resolves to the whole body. Rejects with {@link BodyTooLarge} if it is larger than `limit` bytes, and with {@link ClientGone} if the
   * client disconnects. Calls `arrived` with the size of each chunk in bytes.
   */
  collect(limit: number, arrived?: (bytes: number) => void): Promise<Uint8Array>
  /** Yields the body in chunks, with backpressure. Throws {@link ClientGone} if the client disconnects. */
  chunks(): AsyncIterable<Uint8Array>
  /**
   * Returns the whole body if it has already arrived and is no larger than `limit` bytes. The body can still be read afterwards. Absent if
   * the host cannot tell.
   */
  readonly whole?: ((limit: number) => Uint8Array | undefined) | undefined
}

/** The target of a call whose URL does not specify a world or environment. */
export interface LivePlace {
  /** Default: `default`. */
  readonly world?: string | undefined
  /** Default: `test`. */
  readonly environment?: LiveEnvironment | undefined
}

/** A request as a host received it. */
export interface Call {
  /** Uppercase. */
  readonly method: string
  /** Path and query, or an absolute URL. */
  readonly url: string
  /**
   * The scheme, host and mount path to which the path in `url` is relative, such as `https://app.test/service`. If absent, the engine
   * derives them from `url` and `Host`.
   */
  readonly base?: string | undefined
  readonly place?: LivePlace | undefined
  readonly headers: CallHeaders
  readonly body?: CallBody | undefined
  readonly signal: AbortSignal
  /** Identifies the connection: all calls on it share this object. Absent if the host cannot identify connections. */
  readonly connection?: object | undefined
  /** True if Standin itself makes the call, for example to arrange a given. Verdicts ignore such calls. */
  readonly isOwn?: true
  readonly isForwarded?: true
  /**
   * True if the client runs on this machine and used one of this machine's own names. Only such clients may call control rows without a
   * token.
   */
  isLocal(): boolean
}

/** Header names are lowercase. A header that occurs several times has a list of values. */
export type AnswerHeaders = Record<string, string | readonly string[]>
/** A string is sent as UTF-8. */
export type AnswerBody = string | Uint8Array | AsyncIterable<Uint8Array>

/** Tells the host to drop the connection instead of completing the answer. */
export interface Cut {
  /**
   * Number of body bytes to send first. A shorter body is sent in full. If absent, the connection is dropped before the response headers.
   */
  readonly afterBytes?: number | undefined
  readonly how: 'reset' | 'end'
}

/** A reply for a host to send. Header names are lowercase. */
export interface Answer {
  readonly status: number
  readonly headers: AnswerHeaders
  readonly body?: AnswerBody | undefined
  readonly cut?: Cut | undefined
}

/** The result of sending an answer. */
export interface Sent {
  readonly bytes: number
  /** True if the whole body was sent. */
  readonly complete: boolean
}

/** The part of a call's journal line that describes the answer. Complete once the answer has been sent. */
export interface AnswerNote {
  readonly status: number | null
  readonly code: string | null
  readonly scenario: string | null
  /** The row id. */
  readonly operation: string | null
  readonly why: string | null
}

/** An answer to send. The host calls `sent` once, when it has finished sending. */
export interface PendingAnswer {
  readonly answer: Answer
  /** Absent if the call has no journal line on this server. */
  readonly line?: AnswerNote | undefined
  /** Aborts if the connection must be dropped while a streamed body is being sent: the client has disconnected or the world has ended. */
  readonly signal?: AbortSignal | undefined
  /** True if the answer contains no stored data and need not wait for the store. */
  readonly leavesAtOnce?: boolean
  /**
   * The server that answered: `another-server` if the world is on another server and that server answered, `none` if no server answered. If
   * absent, this server answered.
   */
  readonly by?: 'another-server' | 'none'
  sent(report: Sent): void
}

/** Handles calls from a host. */
export type Carrier = (call: Call) => Promise<PendingAnswer>

/** The client disconnected, or was disconnected, during its call. */
export class ClientGone extends Error {
  /** Why Standin disconnected the client. Undefined if the client itself disconnected. */
  readonly reason: string | undefined

  constructor(reason?: string) {
    super(reason ?? 'The client disconnected.')
    this.name = 'ClientGone'
    this.reason = reason
  }
}

/** Waits for `work`, but throws {@link ClientGone} as soon as the client disconnects. The work itself continues. */
export function unlessGone<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(new ClientGone())
    if (signal?.aborted) giveUp()
    signal?.addEventListener('abort', giveUp, { once: true })
    void work.then(resolve, reject).then(() => signal?.removeEventListener('abort', giveUp))
  })
}

export class BodyTooLarge extends Error {
  constructor(limit: number) {
    super(`The body exceeds ${limit} bytes.`)
    this.name = 'BodyTooLarge'
  }
}

/** Returns the first value of a header. */
export function header(headers: CallHeaders, name: string): string | undefined {
  const value = headers[name]
  return typeof value === 'string' || value === undefined ? value : value[0]
}

const traceParent = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/

/** Returns the `traceId` for a problem: a W3C trace parent that continues the caller's trace or starts a new one. Source: decisions §1. */
export function traceIdOf(call: Pick<Call, 'headers'>, random: { hex(digits: number): string }): string {
  const given = header(call.headers, 'traceparent')
  const span = random.hex(16)
  return given !== undefined && traceParent.test(given)
    ? `${given.slice(0, 36)}${span}${given.slice(52)}`
    : `00-${random.hex(32)}-${span}-00`
}

export const isStream = (body: AnswerBody | undefined): body is AsyncIterable<Uint8Array> =>
  typeof body === 'object' && Symbol.asyncIterator in body

export async function* noBytes(): AsyncIterable<Uint8Array> {}

interface GatheredBytes {
  /** Throws {@link BodyTooLarge} beyond the limit. Copies every chunk except the first. */
  add(chunk: Uint8Array): void
  whole(): Uint8Array
}

/**
 * Uses at most three times the body's size in memory, however small the chunks are. A list of chunks would need hundreds of bytes more per
 * chunk.
 */
export function gatherBytes(limit = Number.POSITIVE_INFINITY): GatheredBytes {
  let buffer: Uint8Array = new Uint8Array()
  let size = 0
  return {
    add(chunk) {
      const before = size
      size += chunk.byteLength
      if (size > limit) throw new BodyTooLarge(limit)
      // Most bodies are a single chunk, which needs no copy.
      if (before === 0) buffer = chunk
      else if (size > buffer.byteLength) buffer = withRoom(buffer.subarray(0, before), Math.min(limit, 2 * size))
      if (before > 0) buffer.set(chunk, before)
    },
    whole: () => (size === buffer.byteLength ? buffer : buffer.subarray(0, size)),
  }
}

function withRoom(bytes: Uint8Array, length: number): Uint8Array {
  const room = new Uint8Array(length)
  room.set(bytes)
  return room
}

/** Joins chunks. Calls `arrived` with the size of each chunk in bytes. Throws {@link BodyTooLarge} beyond `limit` bytes. */
export async function gatherChunks(
  chunks: AsyncIterable<Uint8Array>,
  limit: number,
  arrived?: (bytes: number) => void,
): Promise<Uint8Array> {
  const gathered = gatherBytes(limit)
  for await (const chunk of chunks) {
    gathered.add(chunk)
    arrived?.(chunk.byteLength)
  }
  return gathered.whole()
}

/** Extracts the lowercase host name from `name`, `name:port` or `[address]:port`. */
export const nameOf = (host: string): string => host.replace(/\.?(?::\d*)?$/, '').toLowerCase()
