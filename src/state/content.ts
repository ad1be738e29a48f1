/** The content of file transfers: how it comes in, and how it goes. */
import { ClientGone } from '../wire/call.ts'
import type { Act } from './act.ts'
import { type FileTransfer, moveFileTransfer } from './file-transfer.ts'
import type { Blob, BlobStore } from './platform.ts'

/** Stores as fast as the store takes it; of what breaks off nothing is kept. */
export async function storeContent(blobs: BlobStore, chunks: AsyncIterable<Uint8Array>, signal: AbortSignal | undefined): Promise<Blob> {
  const writer = blobs.create()
  try {
    for await (const chunk of chunks) {
      if (signal?.aborted) throw new ClientGone()
      const full = writer.write(chunk)
      if (full !== undefined) await full
    }
    return await writer.finish()
  } catch (thrown) {
    await writer.discard()
    throw thrown
  }
}

/** Removes what is stored, and says so. The record keeps the size, and that something was there. */
export function purgeFileTransfer({ world, reach, commit, now }: Act<'storage'>, transfer: FileTransfer): void {
  const { content } = transfer
  if (content) reach('storage')
  commit(() => {
    moveFileTransfer(transfer, 'Purged', now())
    if (content) world.blobs.remove(content.id)
  })
}
