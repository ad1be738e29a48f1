/** Keeps a capsule where the content of files lies, until it is read. */
import type { Blob, Platform } from '../state/platform.ts'
import type { CapsuleStore } from './store.ts'

export function spooledStore({ openBlobs, alarm }: Platform): CapsuleStore {
  const blobs = openBlobs()
  const blob = blobs.create()
  const gzip = new CompressionStream('gzip')
  const input = gzip.writable.getWriter()
  let whole: Blob | undefined
  const copied = (async () => {
    for await (const chunk of gzip.readable) await blob.write(chunk)
    whole = await blob.finish()
  })()
  copied.catch(alarm)
  return {
    write: (lines) => void input.write(lines.slice() as Uint8Array<ArrayBuffer>).catch(alarm),
    async end() {
      await input.close()
      await copied
    },
    read() {
      if (!whole) throw new Error('The capsule has not ended.')
      return blobs.read(whole.id, 0, whole.size)
    },
    remove: () => blobs.close(),
  }
}
