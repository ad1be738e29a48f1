/** Where a recording goes. */

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
