/** The port to what only the machine can do: time that passes, bytes that are kept, hashes. */

export { ClientGone } from '../wire/http/call.ts'

/** Stored content. Plain data: it lies in records and snapshots. */
export interface Blob {
  readonly id: string
  /** Bytes. */
  readonly size: number
  /** Lower-case hexadecimal. */
  readonly md5: string
}

/** Takes content in, hashing and counting it while it passes. */
export interface BlobWriter {
  /** Bytes written so far. */
  readonly size: number
  /** Resolves when more may be written; undefined means at once. The chunk stays as it is until `finish`, `pause` or `discard` has ended. */
  write(chunk: Uint8Array): Promise<void> | undefined
  /** No more is coming: the content is kept under an id. */
  finish(): Promise<Blob>
  /** More is coming, but not now: the content so far is kept, for `create` to go on with. */
  pause(): Promise<Pick<Blob, 'id' | 'size'>>
  /** Nothing of it is kept but what was paused before. Safe at any time, also twice and after `finish` or `pause` (then nothing happens). */
  discard(): Promise<void>
}

/** The content of one world. */
export interface BlobStore {
  /** Goes on with what was paused, where its id is given: one writer at a time. */
  create(paused?: string): BlobWriter
  /** Writes content of another store under the id that it has there. */
  restore(id: string): BlobWriter
  /** What is kept. Content that was paused is not finished. */
  list(): readonly { readonly id: string; readonly size: number; readonly paused: boolean }[]
  /** Bytes `start` up to and without `end`. Reading content that was removed meanwhile throws. */
  read(id: string, start: number, end: number): AsyncIterable<Uint8Array>
  /** Removing what is not there is nothing. */
  remove(id: string): void
  /** Bytes kept, and how many contents. */
  readonly held: { readonly bytes: number; readonly count: number }
  /** Removes everything, also what is being written; later writers are refused. */
  close(): void
}

/** A call to the world outside. */
export interface OutgoingRequest {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | undefined
  /** Real milliseconds, until the last byte of the reply. */
  readonly timeout: number
  /** Bytes of the reply's body; 0: it is not read. */
  readonly limit: number
  readonly signal: AbortSignal
}

export interface OutgoingReply {
  readonly status: number
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

export interface Platform {
  /** Wall-clock milliseconds since 1970. */
  now(): number
  /** Milliseconds of a clock that only moves forward. */
  tick(): number
  /** Waits in real time; rejects with {@link ClientGone} as soon as the signal is aborted. */
  pause(milliseconds: number, signal?: AbortSignal): Promise<void>
  /** Calls once after so many real milliseconds (any number, however large); returns what takes the call back. Never keeps a process alive. */
  wake(milliseconds: number, call: () => void): () => void
  /** Lets whatever has arrived meanwhile be handled. */
  breathe(): Promise<void>
  openBlobs(): BlobStore
  /** Follows no redirect where the platform can help it. Rejects with an error that says why there is no reply. */
  call(request: OutgoingRequest): Promise<OutgoingReply>
  /** Reports a defect of Standin itself. */
  alarm(defect: unknown): void
}
