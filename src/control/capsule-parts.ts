/** The capsule parts that its recorder and its readers share: its store, its placeholders for secrets, and its headers. */
import type { RecordedHeaders } from './capsule-lines.ts'

/** Maximum uncompressed capsule size in bytes. */
export const mostCapsule = 2 ** 30

/** Writes content that is too large for a line. */
export interface ContentWriter {
  write(chunk: Uint8Array): void
  /** `sha256`: the hash of all bytes. */
  end(sha256: string): void
}

export interface CapsuleStore {
  /** Writes whole lines in UTF-8. The buffer is reused after the call. */
  write(lines: Uint8Array): void
  /** Stores the bytes of a body alongside the lines. Absent if they become lines. */
  readonly keep?: () => ContentWriter
  /** Resolves once everything is written. */
  end(): Promise<void>
  /** Reads the whole file after `end`. */
  read(): AsyncIterable<Uint8Array>
  /** The file's path; absent if the capsule is stored only in this process. */
  readonly file?: string
  /** Deletes the capsule. */
  remove?(): void
}

/** Matches a capsule's placeholders. */
export const marksIn = (beginning: string) => new RegExp(`${beginning.replaceAll('.', '\\.')}\\.(token|secret)-(\\d+)~`, 'g')

/** A reply carries its call's number in this header, so the header is not recorded. */
export const numberHeader = 'x-standin-call'

/** Restores a line's headers from the shared set it refers to. */
export function readHeaders(
  sets: ReadonlyMap<number, RecordedHeaders>,
  { headers, more, less }: { headers?: number | undefined; more?: RecordedHeaders | undefined; less?: string[] | undefined },
): RecordedHeaders {
  const whole = { ...(headers !== undefined && sets.get(headers)), ...more }
  for (const name of less ?? []) delete whole[name]
  return whole
}
