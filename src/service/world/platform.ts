/** The port to the machine: its time, its storage, and outgoing calls. */
import type { VerifySignature } from '../tokens/issue.ts'
import { shortDuration } from '../wire/timestamp.ts'

export { ClientGone } from '../wire/call.ts'

/** A piece of stored content. Plain data, which records include. */
export interface Blob {
  readonly id: string
  /** In bytes. */
  readonly size: number
  /** Lowercase hexadecimal. */
  readonly md5: string
}

/** Stores, hashes and counts content as it arrives. */
export interface BlobWriter {
  readonly size: number
  /**
   * Resolves when the next chunk may be written. Returns `undefined` if it may be written immediately. Do not change the chunk until
   * `finish`, `pause` or `discard` has resolved.
   */
  write(chunk: Uint8Array): Promise<void> | undefined
  /** Stores the complete content under its id. */
  finish(): Promise<Blob>
  /** Stores partial content, which `create` can continue. Resolves to the content so far. */
  pause(): Promise<Blob>
  /** Removes everything written since the last pause. Does nothing after `finish`, `pause` or `discard`. */
  discard(): Promise<void>
}

export interface BlobStore {
  /** Creates a writer for new content, or continues paused content. Content can have only one writer at a time. */
  create(paused?: string): BlobWriter
  /** Creates a writer for content from another store, and keeps the content's id. */
  restore(id: string): BlobWriter
  /** All stored content, whether complete or with its upload paused. */
  list(): readonly { readonly id: string; readonly size: number; readonly paused: boolean }[]
  /** Yields the bytes from `start` (inclusive) to `end` (exclusive). Throws if the content is removed while it is being read. */
  read(id: string, start: number, end: number): AsyncIterable<Uint8Array>
  /**
   * Verifies that the stored bytes are unchanged. Returns `undefined` if the bytes have already been verified, and rejects if they have
   * changed. Absent if no other program can change the bytes.
   */
  check?(id: string): Promise<void> | undefined
  remove(id: string): void
  /** Total size of the stored content, and the number of pieces. */
  readonly held: { readonly bytes: number; readonly count: number }
  /** Removes all content, including content being written, and prevents further writes. */
  close(): void
  /** True if the content survives a restart. */
  readonly outlives?: boolean
}

export interface OutgoingRequest {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | undefined
  /** Maximum time until the last byte of the reply, in real milliseconds. */
  readonly timeout: number
  /** Maximum size of the reply body in bytes. */
  readonly limit: number
  readonly signal: AbortSignal
}

export interface OutgoingReply {
  readonly status: number
  /** Names are lowercase. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

export class ReplyTooLong extends Error {
  readonly status: number
  constructor(status: number, limit: number) {
    super(`the reply exceeds ${limit} bytes`)
    this.status = status
  }
}

export interface Hashing {
  update(chunk: Uint8Array): void
  /** Returns the hash in lowercase hexadecimal. Do not call any method after this one. */
  end(): string
}

export type CollectionLibrary = Pick<typeof import('@mswjs/data'), 'Collection' | 'Query'>

export interface DocsPage {
  /** The page's path below `docs/`. */
  readonly name: string
  readonly title: string
  /** The page's first sentences. Empty if the page does not start with a paragraph. */
  readonly summary: string
}

export interface Docs {
  list(): Promise<readonly DocsPage[]>
  /** Returns `undefined` for a name that is not in {@link list}. */
  read(name: string): Promise<string | undefined>
}

export interface Observation {
  /** The row or job id, or `none` if no row has the path. */
  readonly operation: string
  /** `null` for a job, and for a call whose client disconnected. */
  readonly status: number | null
  readonly seconds: number
}

export interface Gauges {
  readonly worlds: number
  readonly bookings: number
  readonly contentBytes: number
  /** The largest lead of any world. */
  readonly leadSeconds: number
}

export interface MetricsRecorder {
  call(observation: Observation): void
  job(operation: string): void
  /** Returns the metrics in the Prometheus exposition format, version 0.0.4. */
  text(gauges: Gauges): Promise<string>
}

export interface Platform {
  /**
   * Milliseconds since 1970. Never decreases: after the machine's clock is set back, this time continues with {@link tick} and is ahead of
   * the machine's clock.
   */
  now(): number
  /** Returns how many milliseconds the last {@link now} was ahead of the machine's clock. */
  lead(): number
  /**
   * Calls `call` when {@link now} notices that the machine's clock jumped, with the size of the jump in milliseconds. Returns a function
   * that stops watching.
   */
  whenSet(call: (by: number) => void): () => void
  /** Milliseconds from a monotonic clock. */
  tick(): number
  /** Waits in real time. Rejects with {@link ClientGone} if the signal aborts. */
  pause(milliseconds: number, signal?: AbortSignal): Promise<void>
  /**
   * Calls `call` once after the given number of real milliseconds, without keeping the process alive. Returns a function that cancels the
   * call. `world`: the name of the world that needs the call.
   */
  wake(milliseconds: number, call: () => void, world?: string): () => void
  /** Bytes of memory that the process uses. Absent if unknown. */
  memory?(): number
  /** Lets the event loop process pending events. */
  breathe(): Promise<void>
  /** `contentNumber`: identifies the stored content. If absent, the content is lost when the process ends. */
  openBlobs(contentNumber?: number): BlobStore
  /** Bytes of content stored for worlds that are not loaded. */
  restingBytes?(): number
  /**
   * Sends a request. If the platform allows that, redirects are not followed. Rejects with the reason if there is no reply, or with
   * {@link ReplyTooLong} if the reply exceeds the limit.
   */
  call(request: OutgoingRequest): Promise<OutgoingReply>
  /** Returns a secret's 8-character fingerprint: an HMAC with this process's key. */
  seal(secret: string): string
  /** Returns 32 hexadecimal digits from a secure random source. A world's own random numbers are predictable. */
  makeSecret(): string
  sha256(): Hashing
  /** Verifies a signature faster than Web Cryptography, which is used if this is absent. */
  readonly verifySignature?: VerifySignature
  /** Absent in browsers, which have no files. */
  readonly docs?: Docs
  /** Returns a client file for tests in another language. Absent in browsers, which cannot run those tests. */
  readClientFile?(name: string): string
  /** Absent in browsers, because Prometheus cannot scrape them. */
  openMetrics?(): Promise<MetricsRecorder>
  /** Absent in browsers. `version`: Standin's version. `tell`: reports why traces cannot be sent. */
  openTraces?(version: string, tell: (text: string) => void): Promise<TraceRecorder>
  /** Reports an internal error in Standin. */
  alarm(defect: unknown): void
}

/** Explains the effect on worlds if the machine's clock is set back. */
export const leadText =
  'Worlds keep their own time, which is ahead of that clock. "standin clock show" shows the lead, and "standin reset" removes it.'

/** Returns the machine clock's time in milliseconds since 1970. */
export const wallClock = ({ now, lead }: Pick<Platform, 'now' | 'lead'>): number => now() - lead()

/** Times are real milliseconds since 1970, with fractions. */
export interface Span {
  readonly name: string
  readonly began: number
  readonly ended: number
  readonly attributes: Readonly<Record<string, string | number>>
}

export interface Trace extends Span {
  /** Unique in a simulator. */
  readonly key: string
  /** The key of the call or job that booked this job. `undefined` for a call. */
  readonly cause: string | undefined
  /** The call's headers, which can continue the caller's trace. */
  readonly headers: Readonly<Record<string, unknown>>
  readonly failed: boolean
  readonly stages: readonly Span[]
}

export interface TraceRecorder {
  record(trace: Trace): void
  end(): Promise<void>
}

/** Interval between checks in real milliseconds, and how far the clock must jump back or forward for a report. */
const [betweenLooks, saidBack, saidForward] = [1_000, 1_000, 60_000]

/** Reports when the machine's clock is set. Returns a function that stops the reports. */
export function watchMachineClock(
  { now, whenSet, wake }: Pick<Platform, 'now' | 'whenSet' | 'wake'>,
  tell: (text: string) => void,
): () => void {
  const end = whenSet((by) => {
    if (by <= -saidBack) tell(`This machine's clock was set back by ${shortDuration(-by)}. ${leadText}\n`)
    if (by >= saidForward)
      tell(`This machine's clock jumped forward by ${shortDuration(by)}, or the machine slept. Overdue jobs run now.\n`)
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
