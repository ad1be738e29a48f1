/** The port to the machine: its time, its storage, and calls to other machines. */
import type { VerifySignature } from '../tokens/issue.ts'
import { shortDuration } from '../wire/timestamp.ts'

export { ClientGone } from '../wire/call.ts'

/** Stored content. Plain data: it is part of records. */
export interface Blob {
  readonly id: string
  /** Bytes. */
  readonly size: number
  /** Lower-case hexadecimal. */
  readonly md5: string
}

/** Stores content, and hashes and counts it meanwhile. */
export interface BlobWriter {
  /** Bytes written so far. */
  readonly size: number
  /**
   * Resolves when more may be written; undefined: at once. The caller must not change the chunk until `finish`, `pause` or `discard` has
   * ended.
   */
  write(chunk: Uint8Array): Promise<void> | undefined
  /** The content is complete: it is kept under its id. */
  finish(): Promise<Blob>
  /** More content follows later: what was written is kept, and `create` continues it. Resolves to what there is until now. */
  pause(): Promise<Blob>
  /** Removes what was written since the last pause. Does nothing after `finish`, `pause` or another `discard`. */
  discard(): Promise<void>
}

/** The content of one world. */
export interface BlobStore {
  /** A writer of new content, or one that continues paused content: one writer at a time. */
  create(paused?: string): BlobWriter
  /** A writer of content from another store, which keeps its id. */
  restore(id: string): BlobWriter
  /** All content that is kept, finished or paused. */
  list(): readonly { readonly id: string; readonly size: number; readonly paused: boolean }[]
  /** The bytes from `start` up to, but not including, `end`. Throws when the content is removed meanwhile. */
  read(id: string, start: number, end: number): AsyncIterable<Uint8Array>
  /**
   * Waits until the bytes of content are known to be those that were stored; undefined: they are. Rejects where they are not. Absent:
   * nothing else can change them.
   */
  check?(id: string): Promise<void> | undefined
  /** Does nothing for an unknown id. */
  remove(id: string): void
  /** How many bytes, and how many contents, are kept. */
  readonly held: { readonly bytes: number; readonly count: number }
  /** Removes all content, also of open writers. No more can be written. */
  close(): void
  /** Whether its content is there again after a restart. */
  readonly outlives?: boolean
}

/** A call to another machine. */
export interface OutgoingRequest {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | undefined
  /** Real milliseconds, until the last byte of the reply. */
  readonly timeout: number
  /** Bytes of the reply's body to read. */
  readonly limit: number
  readonly signal: AbortSignal
}

export interface OutgoingReply {
  readonly status: number
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

/** The body of a reply is longer than its reader allows. */
export class ReplyTooLong extends Error {
  readonly status: number
  constructor(status: number, limit: number) {
    super(`the reply exceeds ${limit} bytes`)
    this.status = status
  }
}

/** Hashes content as it comes. */
export interface Hashing {
  update(chunk: Uint8Array): void
  /** Lower-case hexadecimal. Nothing can be added afterwards. */
  end(): string
}

/** The library of collections. */
export type CollectionLibrary = Pick<typeof import('@mswjs/data'), 'Collection' | 'Query'>

/** A page of Standin's documentation. */
export interface DocsPage {
  /** Its path below `docs/`. */
  readonly name: string
  readonly title: string
  /** Its first sentences; empty where it begins in another way. */
  readonly summary: string
}

/** Standin's own documentation. */
export interface Docs {
  list(): Promise<readonly DocsPage[]>
  /** Undefined for a name that {@link list} does not give. */
  read(name: string): Promise<string | undefined>
}

/** One call or job. */
export interface Observation {
  /** The id of the row or job; `none` where no row has the address. */
  readonly operation: string
  /** Null for a job, and for a call whose client has gone. */
  readonly status: number | null
  readonly seconds: number
}

/** What is so at the moment. */
export interface Gauges {
  readonly worlds: number
  readonly bookings: number
  readonly contentBytes: number
  /** Of the world with the largest one. */
  readonly leadSeconds: number
}

/** Counts for Prometheus. */
export interface MetricsRecorder {
  call(observation: Observation): void
  job(operation: string): void
  /** The exposition format of Prometheus, version 0.0.4. */
  text(gauges: Gauges): Promise<string>
}

export interface Platform {
  /** Milliseconds since 1970. It never goes back: where the machine's clock is set back, it goes on by {@link tick}, ahead of it. */
  now(): number
  /** Milliseconds by which the last {@link now} was ahead of the machine's clock. */
  lead(): number
  /** Calls with the milliseconds by which the machine's clock was set forward, or back, when {@link now} finds out. Returns what ends it. */
  whenSet(call: (by: number) => void): () => void
  /** Milliseconds of a clock that only moves forward. */
  tick(): number
  /** Waits in real time. Rejects with {@link ClientGone} when the signal is aborted. */
  pause(milliseconds: number, signal?: AbortSignal): Promise<void>
  /**
   * Calls once after a number of real milliseconds, of any size. Returns a function that cancels it. Does not keep the process alive.
   * `world`: the name of the world whose clock asks.
   */
  wake(milliseconds: number, call: () => void, world?: string): () => void
  /** Bytes of memory that the process uses. Absent where the machine does not say. */
  memory?(): number
  /** Lets the machine handle what has arrived meanwhile. */
  breathe(): Promise<void>
  /**
   * `contentNumber`: the number under which the content outlives the process, where a folder keeps it. Absent: it ends with the process.
   */
  openBlobs(contentNumber?: number): BlobStore
  /** Bytes of content that is kept, and whose worlds are not here. Absent: there is none. */
  restingBytes?(): number
  /** Follows no redirects, where the platform allows that. Rejects with an error that says why there is no reply, with {@link ReplyTooLong} for a longer one. */
  call(request: OutgoingRequest): Promise<OutgoingReply>
  /** Eight characters that are equal for equal secrets, and tell nothing else: an HMAC under a key of this process. */
  seal(secret: string): string
  /** 32 hexadecimal digits from the secure randomness of the machine: a caller could predict that of a world. */
  makeSecret(): string
  sha256(): Hashing
  /** Checks a signature faster than Web Cryptography does, which is used where this is absent. */
  readonly verifySignature?: VerifySignature
  /** Absent in browsers, which have no files. */
  readonly docs?: Docs
  /** A file for tests in another language, by its name. Absent in browsers, which run no such tests. */
  readClientFile?(name: string): string
  /** Absent in browsers, because Prometheus does not read them. */
  openMetrics?(): Promise<MetricsRecorder>
  /** Absent in browsers. `version`: of Standin. `tell`: says why traces cannot be sent. */
  openTraces?(version: string, tell: (text: string) => void): Promise<TraceRecorder>
  /** Reports a defect of Standin itself. */
  alarm(defect: unknown): void
}

/** What follows for worlds where the machine's clock is set back. */
export const leadText =
  'Worlds go on from where they were, ahead of it: "standin clock show" shows their lead, and "standin reset" takes it away.'

/** What the machine's clock shows, in milliseconds since 1970. */
export const wallClock = ({ now, lead }: Pick<Platform, 'now' | 'lead'>): number => now() - lead()

/** Times are real milliseconds since 1970, with fractions. */
export interface Span {
  readonly name: string
  readonly began: number
  readonly ended: number
  readonly attributes: Readonly<Record<string, string | number>>
}

export interface Trace extends Span {
  /** Tells it apart from all others of a simulator. */
  readonly key: string
  /** The key of the call or job that booked it. Undefined: a call. */
  readonly cause: string | undefined
  /** Of a call: they may continue the trace of its caller. */
  readonly headers: Readonly<Record<string, unknown>>
  readonly failed: boolean
  readonly stages: readonly Span[]
}

/** Sends traces to a collector. */
export interface TraceRecorder {
  record(trace: Trace): void
  /** Sends what is not sent yet. */
  end(): Promise<void>
}

/** Real milliseconds between two looks, and those by which the clock was set back, or forward, before it is said. */
const [betweenLooks, saidBack, saidForward] = [1_000, 1_000, 60_000]

/** Says when the clock of the machine is set. Returns a function that ends it. */
export function watchMachineClock(
  { now, whenSet, wake }: Pick<Platform, 'now' | 'whenSet' | 'wake'>,
  tell: (text: string) => void,
): () => void {
  const end = whenSet((by) => {
    if (by <= -saidBack) tell(`The clock of this machine was set back by ${shortDuration(-by)}. ${leadText}\n`)
    if (by >= saidForward)
      tell(
        `The clock of this machine went forward by ${shortDuration(by)} at once, or the machine slept. What fell due in worlds runs now.\n`,
      )
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
