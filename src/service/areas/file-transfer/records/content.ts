/** Stores and removes the content of file transfers. */
import { ClientGone, unlessGone } from '../../../wire/call.ts'
import type { BlobSink } from '../../../wire/form.ts'
import type { BlobStore } from '../../../world/platform.ts'
import type { Act } from '../../act.ts'
import { dropUploads, type PausedContent } from '../../resumable-upload/records/resumable-upload.ts'
import type { Content, FileTransfer } from './file-transfer.ts'
import { moveFileTransfer } from './file-transfer-moves.ts'
import { malwareSearch } from './malware.ts'

interface ContentSink extends BlobSink<Content> {
  /** More content follows later. */
  pause(): Promise<PausedContent>
}

/** Stores content. Searches it for malware meanwhile if it will be scanned, so that it is read once. */
export function openContent(blobs: BlobStore, scanned: boolean, paused?: PausedContent): ContentSink {
  const writer = blobs.create(paused?.id)
  const search = scanned ? malwareSearch(paused?.search) : undefined
  return {
    write(chunk) {
      const room = writer.write(chunk)
      search?.add(chunk)
      return room
    },
    finish: async () => ({ ...(await writer.finish()), malware: search?.found() ?? false }),
    pause: async () => ({ ...(await writer.pause()), search: search?.state() }),
    discard: () => writer.discard(),
  }
}

/** Stores all chunks, as fast as the store takes them. Keeps nothing if that fails. */
export async function storeContent(
  sink: BlobSink<Content>,
  chunks: AsyncIterable<Uint8Array>,
  signal: AbortSignal | undefined,
): Promise<Content> {
  try {
    await pourContent(sink, chunks, signal)
    return await sink.finish()
  } catch (thrown) {
    const discarded = sink.discard()
    // Do not wait for the disk when the client has gone.
    if (!(thrown instanceof ClientGone)) await discarded
    throw thrown
  }
}

/** Writes all chunks, as fast as the store takes them. */
export async function pourContent(
  sink: BlobSink<unknown>,
  chunks: AsyncIterable<Uint8Array>,
  signal: AbortSignal | undefined,
): Promise<void> {
  for await (const chunk of chunks) {
    if (signal?.aborted) throw new ClientGone()
    const full = sink.write(chunk)
    if (full !== undefined) await unlessGone(full, signal)
  }
}

/** Removes the content of a transfer. Its record keeps the size. */
export function purgeFileTransfer(act: Act<'storage'>, transfer: FileTransfer): void {
  const { world, environment, reach, commit } = act
  const { content } = transfer
  if (content) reach('storage')
  commit(() => {
    moveFileTransfer(act, transfer, 'Purged')
    if (content) world.blobs.remove(content.id)
    dropUploads(world, environment, transfer.id)
  })
}
