/** The port to the machine: its time, its storage, and calls to other machines. */
import type { VerifySignature } from '../tokens/issue.ts'
import { shortDuration } from '../wire/timestamp.ts'

export { ClientGone } from '../wire/call.ts'

/** Stored content. Plain data that records include. */
export interface Blob {
  readonly id: string
  /** In bytes. */
  readonly size: number
  /** Lowercase hexadecimal. */
  readonly md5: string
}

/** Stores content, hashing and counting it as it arrives. */
export interface BlobWriter {
  /** Bytes written so far. */
  readonly size: number
  /**
   * Resolves when more can be written; returns `undefined` if that is already possible. Do not change the chunk until `finish`, `pause` or
   * `discard` has ended.
   */
  write(chunk: Uint8Array): Promise<void> | undefined
  /** Stores the complete content under its id. */
  finish(): Promise<Blob>
  /** Stores the partial content, which `create` can continue. Resolves to the content so far. */
  pause(): Promise<Blob>
  /** Removes everything written since the last pause. Does nothing after `finish`, `pause` or another `discard`. */
  discard(): Promise<void>
}

/** A world's content. */
export interface BlobStore {
  /** Creates a writer for new content, or to continue paused content. Only one writer at a time may write a given content. */
  create(paused?: string): BlobWriter
  /** Creates a writer for content from another store, keeping its id. */
  restore(id: string): BlobWriter
  /** All stored content, finished or paused. */
  list(): readonly { readonly id: string; readonly size: number; readonly paused: boolean }[]
  /** The bytes from `start` (included) to `end` (excluded). Throws if the content is removed while it is being read. */
  read(id: string, start: number, end: number): AsyncIterable<Uint8Array>
  /**
   * Verifies that the bytes are unchanged. Returns `undefined` if they are already verified, and rejects if they have changed. Absent if
   * nothing else can change them.
   */
  check?(id: string): Promise<void> | undefined
  /** Ignores unknown ids. */
  remove(id: string): void
  /** Number of stored contents, and their total bytes. */
  readonly held: { readonly bytes: number; readonly count: number }
  /** Removes all content, including content still being written, and prevents further writes. */
  close(): void
  /** True if the content survives a restart. */
  readonly outlives?: boolean
}

/** A call to another machine. */
export interface OutgoingRequest {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | undefined
  /** Maximum real milliseconds until the last byte of the reply. */
  readonly timeout: number
  /** Maximum number of bytes in the reply's body. */
  readonly limit: number
  readonly signal: AbortSignal
}

export interface OutgoingReply {
  readonly status: number
  /** Names are lowercase. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

/** Thrown if a reply's body exceeds the limit. */
export class ReplyTooLong extends Error {
  readonly status: number
  constructor(status: number, limit: number) {
    super(`the reply exceeds ${limit} bytes`)
    this.status = status
  }
}

/** Hashes content incrementally. */
export interface Hashing {
  update(chunk: Uint8Array): void
  /** Returns the hash in lowercase hexadecimal. Call it last. */
  end(): string
}

/** The collection library. */
export type CollectionLibrary = Pick<typeof import('@mswjs/data'), 'Collection' | 'Query'>

/** A page in Standin's documentation. */
export interface DocsPage {
  /** Its path below `docs/`. */
  readonly name: string
  readonly title: string
  /** Its first sentences, or an empty string if the page does not start with a paragraph. */
  readonly summary: string
}

/** Standin's own documentation. */
export interface Docs {
  list(): Promise<readonly DocsPage[]>
  /** Returns `undefined` for a name that {@link list} does not contain. */
  read(name: string): Promise<string | undefined>
}

/** A finished call or job. */
export interface Observation {
  /** The row or job id; `none` if no row has the address. */
  readonly operation: string
  /** `null` for a job, and for a call whose client has disconnected. */
  readonly status: number | null
  readonly seconds: number
}

/** Current values. */
export interface Gauges {
  readonly worlds: number
  readonly bookings: number
  readonly contentBytes: number
  /** The largest lead in any world. */
  readonly leadSeconds: number
}

/** Prometheus metrics. */
export interface MetricsRecorder {
  call(observation: Observation): void
  job(operation: string): void
  /** Returns the Prometheus exposition format, version 0.0.4. */
  text(gauges: Gauges): Promise<string>
}

export interface Platform {
  /** Milliseconds since 1970. Never decreases: after the machine's clock is set back, it continues by {@link tick}, ahead of that clock. */
  now(): number
  /** Milliseconds by which the last {@link now} was ahead of the machine's clock. */
  lead(): number
  /**
   * Calls `call` with the number of milliseconds by which the machine's clock jumped, once {@link now} notices. Returns a function that
   * stops this.
   */
  whenSet(call: (by: number) => void): () => void
  /** Milliseconds from a monotonic clock. */
  tick(): number
  /** Waits in real time. Rejects with {@link ClientGone} if the signal aborts. */
  pause(milliseconds: number, signal?: AbortSignal): Promise<void>
  /**
   * Calls `call` once after any number of real milliseconds, without keeping the process alive. Returns a function that cancels it.
   * `world`: the name of the clock's world.
   */
  wake(milliseconds: number, call: () => void, world?: string): () => void
  /** Number of bytes of memory that the process uses. Absent if unknown. */
  memory?(): number
  /** Lets the event loop handle pending events. */
  breathe(): Promise<void>
  /** `contentNumber`: the number under which the content is stored. If absent, the content ends with the process. */
  openBlobs(contentNumber?: number): BlobStore
  /** Bytes of stored content in worlds that are not loaded. Absent if there is none. */
  restingBytes?(): number
  /**
   * Follows no redirects if the platform allows that. Rejects with the reason if there is no reply, or with {@link ReplyTooLong} if it
   * exceeds the limit.
   */
  call(request: OutgoingRequest): Promise<OutgoingReply>
  /** A secret's 8-character fingerprint: an HMAC using this process's key. */
  seal(secret: string): string
  /** 32 hexadecimal digits from a secure random source, because a caller could predict a world's randomness. */
  makeSecret(): string
  sha256(): Hashing
  /** Verifies a signature faster than Web Cryptography, which is used if this is absent. */
  readonly verifySignature?: VerifySignature
  /** Absent in browsers, which have no files. */
  readonly docs?: Docs
  /** Returns a file for tests in other languages. Absent in browsers, which run no such tests. */
  readClientFile?(name: string): string
  /** Absent in browsers, because Prometheus cannot scrape them. */
  openMetrics?(): Promise<MetricsRecorder>
  /** Absent in browsers. `version`: Standin's. `tell`: reports why traces cannot be sent. */
  openTraces?(version: string, tell: (text: string) => void): Promise<TraceRecorder>
  /** Reports an internal error in Standin. */
  alarm(defect: unknown): void
}

/** Explains how worlds are affected if the machine's clock is set back. */
export const leadText = 'Worlds continue from their time, ahead of it. "standin clock show" shows the lead, and "standin reset" removes it.'

/** The machine clock's time, in milliseconds since 1970. */
export const wallClock = ({ now, lead }: Pick<Platform, 'now' | 'lead'>): number => now() - lead()

/** Times are real milliseconds since 1970, with fractions. */
export interface Span {
  readonly name: string
  readonly began: number
  readonly ended: number
  readonly attributes: Readonly<Record<string, string | number>>
}

export interface Trace extends Span {
  /** Unique within a simulator. */
  readonly key: string
  /** The key of the call or job that booked it. `undefined` for a call. */
  readonly cause: string | undefined
  /** A call's headers, which may continue its caller's trace. */
  readonly headers: Readonly<Record<string, unknown>>
  readonly failed: boolean
  readonly stages: readonly Span[]
}

/** Sends traces to a collector. */
export interface TraceRecorder {
  record(trace: Trace): void
  /** Sends the remaining traces. */
  end(): Promise<void>
}

/** Real milliseconds between two checks, and how far the clock must jump back or forward to be reported. */
const [betweenLooks, saidBack, saidForward] = [1_000, 1_000, 60_000]

/** Reports when the machine's clock is set. Returns a function that stops it. */
export function watchMachineClock(
  { now, whenSet, wake }: Pick<Platform, 'now' | 'whenSet' | 'wake'>,
  tell: (text: string) => void,
): () => void {
  const end = whenSet((by) => {
    if (by <= -saidBack) tell(`The clock of this machine was set back by ${shortDuration(-by)}. ${leadText}\n`)
    if (by >= saidForward)
      tell(`The clock of this machine jumped forward by ${shortDuration(by)}, or the machine slept. Overdue jobs run now.\n`)
  })
  let cancel = () => {}
  function look(): void {
    now()
    cancel = wake(betweenLooks, look)
  }
  look()
  return () => {
    end()
    cancel()
  }
}
