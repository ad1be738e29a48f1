/** Receives bytes for a resumable upload and stores those that arrived before a client disconnected. Source: file-transfer §8. */
import { type CallBody, type CallHeaders, ClientGone, header } from '../../wire/call.ts'
import { Refusal } from '../../wire/refusal.ts'
import { openContent, pourContent } from '../file-transfer/content.ts'
import {
  type FileTransfer,
  findUpload,
  isComplete,
  type PausedContent,
  type ResumableUpload,
  recordReceived,
  resumableUploads,
} from '../file-transfer/records.ts'
import { failUpload, uploadError } from '../file-transfer/sending.ts'
import type { Act } from '../operation.ts'
import type { PartAddress } from './constraints/header-fields.ts'

/** Refuses with upload-overrun, or with BRO-00008, which fails the transfer. The caller must hold the upload's lock. */
export async function receive(
  transfer: FileTransfer,
  upload: ResumableUpload,
  { headers, body, checked }: { headers: CallHeaders; body: CallBody | undefined; checked: boolean },
  act: Act,
): Promise<void> {
  const { world } = act
  const room = upload.length - upload.offset
  if (Number(header(headers, 'content-length') ?? 0) > room) throw new Refusal('upload-overrun')
  const sink = openContent(world.blobs, transfer.virusScan, upload.content)
  try {
    const gone = body ? await interrupted(pourContent(sink, atMost(room, body.chunks(), upload), act.signal())) : undefined
    const content = await sink.pause()
    await act.waited()
    act.commitAfterDisconnect(() => keep(upload, content, checked, act))
    if (gone) throw gone
  } catch (thrown) {
    await sink.discard()
    if (thrown instanceof Refusal || thrown instanceof ClientGone) throw thrown
    act.commit(() => failUpload(act, transfer, uploadError))
    throw new Refusal('BRO-00008', { reason: thrown instanceof Error ? thrown.message : String(thrown) })
  }
}

async function* atMost(room: number, chunks: AsyncIterable<Uint8Array>, upload: ResumableUpload): AsyncIterable<Uint8Array> {
  let left = room
  for await (const chunk of chunks) {
    left -= chunk.byteLength
    if (left < 0) throw new Refusal('upload-overrun')
    recordReceived(upload, upload.length - left)
    yield chunk
  }
}

/** Resolves to the error if the client disconnected. Rethrows other errors. */
const interrupted = (pouring: Promise<void>): Promise<ClientGone | undefined> =>
  pouring.then(
    () => undefined,
    (thrown) => {
      if (thrown instanceof ClientGone) return thrown
      throw thrown
    },
  )

/** Stores the received bytes unless, in the meantime, the upload was terminated or created again. */
function keep(upload: ResumableUpload, content: PausedContent, checked: boolean, act: Act): void {
  const { world, environment, now } = act
  if (findUpload(environment, upload.fileTransferId, upload.partialId) !== upload) {
    world.blobs.remove(content.id)
    throw new Refusal('no-such-upload')
  }
  upload.content = content
  upload.offset = content.size
  upload.active = now()
  if (!isComplete(upload) || upload.partialId !== '') environment.of(resumableUploads).changed(upload)
  else if (checked) {
    upload.held = true
    environment.of(resumableUploads).changed(upload)
  } else finish(upload, act)
}

/** Books the job that turns a complete upload into the transfer's file. */
export function finish(upload: ResumableUpload, { environment, book }: Pick<Act, 'environment' | 'book'>): void {
  delete upload.held
  environment.of(resumableUploads).changed(upload)
  book('resumableUpload.completeUpload', { fileTransferId: upload.fileTransferId, upload: upload.upload })
}

/** Finds the parts to concatenate. Refuses duplicate or unknown URLs and incomplete parts. */
export function partsOf({ id }: FileTransfer, addresses: readonly PartAddress[], { environment }: Act): ResumableUpload[] {
  const named = addresses.map(({ partialId }) => (partialId === undefined ? undefined : findUpload(environment, id, partialId)))
  const parts = [...new Set(named.flatMap((part) => part ?? []))]
  const bad = (fits: (part: ResumableUpload | undefined, nth: number) => boolean) =>
    addresses.flatMap(({ name }, nth) => (fits(named[nth], nth) ? [] : [name])).join(', ')
  if (parts.length < addresses.length)
    throw new Refusal('upload-parts-unknown', { parts: bad((part, nth) => part !== undefined && named.indexOf(part) === nth) })
  const unfinished = bad((part) => part !== undefined && isComplete(part))
  if (unfinished !== '') throw new Refusal('upload-parts-unfinished', { parts: unfinished })
  return parts
}
