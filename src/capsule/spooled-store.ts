/** Keeps a capsule where the content of files lies, until it is read. */
import { Misuse } from '../misuse.ts'
import type { Blob, Platform } from '../state/platform.ts'
import type { CapsuleStore } from './store.ts'

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
