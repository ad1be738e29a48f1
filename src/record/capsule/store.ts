/** Where a recording goes; one kind of store keeps it where the content of files lies, until it is read. */
import { Misuse } from '../../misuse.ts'
import type { Blob, Platform } from '../../world/platform.ts'

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

export function spooledStore({ openBlobs }: Platform): CapsuleStore {
  const blobs = openBlobs()
  const blob = blobs.create()
  const gzip = new CompressionStream('gzip')
  const input = gzip.writable.getWriter()
  let whole: Blob | undefined
  const copied = (async () => {
    for await (const chunk of gzip.readable) await blob.write(chunk)
    whole = await blob.finish()
  })()
  let failed: { readonly thrown: unknown } | undefined
  copied.catch((thrown) => {
    failed = { thrown }
  })
  /** The copy says why it failed. */
  const nothing = () => {}
  return {
    write(lines) {
      if (failed) throw failed.thrown
      input.write(lines.slice() as Uint8Array<ArrayBuffer>).catch(nothing)
    },
    async end() {
      if (!failed) await input.close().catch(nothing)
      await copied
    },
    read() {
      if (!whole) throw new Misuse('Nothing of the capsule was stored.', undefined, 409)
      return blobs.read(whole.id, 0, whole.size)
    },
    remove: () => blobs.close(),
  }
}
