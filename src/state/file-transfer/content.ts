/** The content of file transfers: how it comes in, and how it goes. */
import { ClientGone, unlessGone } from '../../wire/http/call.ts'
import type { BlobSink } from '../../wire/http/form.ts'
import type { Act } from '../act.ts'
import type { BlobStore } from '../platform.ts'
import type { PausedContent } from '../resumable-upload/resumable-upload.ts'
import { dropUploads } from '../resumable-upload/unfinished-uploads.ts'
import type { Content, FileTransfer } from './file-transfer.ts'
import { moveFileTransfer } from './file-transfer-moves.ts'
import { malwareSearch } from './malware.ts'

interface ContentSink extends BlobSink<Content> {
  /** More is coming, but not now. */
  pause(): Promise<PausedContent>
}

/** Stores content; what is to be scanned is searched while it passes, so that nobody has to read it again. */
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

/** Stores as fast as the store takes it; of what breaks off nothing is kept. */
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
    // The disk may take its time: nobody waits for it who has noticed that the client has gone.
    if (!(thrown instanceof ClientGone)) await discarded
    throw thrown
  }
}

/** As fast as the store takes it. */
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

/** Removes what is stored, and says so. The record keeps the size, and that something was there. */
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
