/** Parts of a capsule that its recorder and its readers share: the store, marks of secrets, and headers. */
import type { RecordedHeaders } from './capsule-lines.ts'

/** Bytes of text that a capsule may have. */
export const mostCapsule = 2 ** 30

/** Bytes that are too many for a line. */
export interface KeptContent {
  write(chunk: Uint8Array): void
  /** `sha256`: of all bytes. Returns what the line says of them. */
  end(sha256: string): void
}

export interface CapsuleStore {
  /** Whole lines, in UTF-8. The bytes hold something else afterwards. */
  write(lines: Uint8Array): void
  /** Keeps the bytes of a body beside the lines; absent: they become lines. */
  readonly keep?: () => KeptContent
  /** Resolves when everything is written. */
  end(): Promise<void>
  /** The whole file, after the end. */
  read(): AsyncIterable<Uint8Array>
  /** Where it lies; absent: only here. */
  readonly file?: string
  /** Forgets it. */
  remove?(): void
}

/** Finds the marks of a capsule in its texts. */
export const marksIn = (beginning: string) => new RegExp(`${beginning.replaceAll('.', '\\.')}\\.(token|secret)-(\\d+)~`, 'g')

/** A reply has the number of its call in this header, which is not written. */
export const numberHeader = 'x-standin-call'

/** The headers that were written. */
export function readHeaders(
  sets: ReadonlyMap<number, RecordedHeaders>,
  { headers, more, less }: { headers?: number | undefined; more?: RecordedHeaders | undefined; less?: string[] | undefined },
): RecordedHeaders {
  const whole = { ...(headers !== undefined && sets.get(headers)), ...more }
  for (const name of less ?? []) delete whole[name]
  return whole
}
