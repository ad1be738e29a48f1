/** Turns a complete resumable upload into its transfer's file. Source: file-transfer §8. */
import type { BlobStore } from '../../../world/platform.ts'
import { openContent, pourContent } from '../../file-transfer/content.ts'
import {
  aboutTransfer,
  type Content,
  current,
  dropUpload,
  type FileTransfer,
  fileTransfers,
  findUpload,
  isComplete,
  isFile,
  type ResumableUpload,
  resumableUploads,
} from '../../file-transfer/records.ts'
import { bookScan, failUpload, moveFileTransfer, senderChecksum, showComputedChecksum, uploadError } from '../../file-transfer/sending.ts'
import type { Act } from '../../operation.ts'
import { defineJob, type Outcome } from '../../operation.ts'
import { uploadBookings } from '../bookings.ts'

export const completeUpload = defineJob({
  id: 'resumableUpload.completeUpload',
  summary: 'A resumable upload becomes a file',
  dependsOn: ['storage', 'database'],
  asks: ['scan'],
  ...uploadBookings['resumableUpload.completeUpload'],
  about: ({ fileTransferId }, _, environment) => aboutTransfer(fileTransferId, environment),

  async run({ fileTransferId, upload: nth }, act) {
    const waiting = find(fileTransferId, nth, act)
    if (!waiting) return act.commit(() => late(fileTransferId, nth, act))
    act.reach('database')
    act.reach('storage')
    try {
      const content = await assemble(waiting.upload, waiting.transfer.virusScan, act.world.blobs)
      return act.commit(() => takeOver(content, nth, waiting.transfer, act))
    } catch {
      // The content is lost if, in the meantime, the world was removed, the transfer was purged, or the disk became full.
      if (!find(fileTransferId, nth, act)) return over(fileTransferId)
      act.commit(() => failUpload(act, waiting.transfer, uploadError))
      return { id: fileTransferId, status: 'Failed' }
    }
  },
})

/** Removes an upload if another upload for the same transfer has finished first. */
function late(id: string, nth: number, { world, environment }: Act): Outcome {
  const upload = findUpload(environment, id)
  if (upload?.upload === nth && !isFile(upload)) dropUpload(world, environment, upload)
  return over(id)
}

const over = (id: string): Outcome => ({ id, nothing: 'the upload is no longer waiting for completion' })

interface Waiting {
  readonly transfer: FileTransfer
  readonly upload: ResumableUpload
}

/**
 * Returns the transfer and the upload to complete. Undefined if another upload finished first. During a concatenation, the transfer already
 * has the status UploadProcessing.
 */
function find(id: string, nth: number, { world, environment }: Pick<Act, 'world' | 'environment'>): Waiting | undefined {
  const transfer = environment.of(fileTransfers).get(id)
  const upload = findUpload(environment, id)
  if (world.gone || !transfer || upload?.upload !== nth || !(upload.parts || isComplete(upload))) return undefined
  return current(transfer).status === (upload.parts ? 'UploadProcessing' : 'UploadStarted') ? { transfer, upload } : undefined
}

/**
 * Appends the other parts to the first and removes each of them, so that nothing is stored twice or buffered whole. Persistent content is
 * not removed until the commit, because the job starts again after a restart.
 */
async function assemble({ parts, content }: ResumableUpload, scanned: boolean, blobs: BlobStore): Promise<Content> {
  const [first, ...others] = parts ? parts.flatMap((part) => part.content ?? []) : content ? [content] : []
  const sink = openContent(blobs, scanned, first)
  try {
    for (const { id, size } of others) {
      await pourContent(sink, blobs.read(id, 0, size), undefined)
      if (!blobs.outlives) blobs.remove(id)
    }
    return await sink.finish()
  } catch (thrown) {
    await sink.discard()
    throw thrown
  }
}

function takeOver(content: Content, nth: number, { id }: FileTransfer, act: Act): Outcome {
  const waiting = find(id, nth, act)
  if (!waiting) {
    act.world.blobs.remove(content.id)
    return late(id, nth, act)
  }
  const { transfer, upload } = waiting
  const concatenated = upload.parts !== undefined
  for (const part of upload.parts ?? []) if (part.content && part.content.id !== content.id) act.world.blobs.remove(part.content.id)
  transfer.content = content
  act.environment.of(fileTransfers).changed(transfer)
  upload.offset = upload.length
  upload.content = undefined
  upload.parts = undefined
  act.environment.of(resumableUploads).changed(upload)
  accept(transfer, concatenated, act)
  return { id, size: content.size, status: current(transfer).status }
}

/**
 * Changes the status to UploadProcessing if the file must be verified or scanned (a concatenation already has that status). Otherwise
 * publishes the file.
 */
function accept(transfer: FileTransfer, concatenated: boolean, act: Act): void {
  const { book } = act
  const verified = senderChecksum(transfer) !== undefined
  if (!concatenated && !transfer.virusScan && !verified) {
    moveFileTransfer(act, transfer, 'Published')
    showComputedChecksum(act.environment, transfer)
    return
  }
  if (!concatenated) moveFileTransfer(act, transfer, 'UploadProcessing')
  if (verified || !transfer.virusScan) book('resumableUpload.verifyUpload', { fileTransferId: transfer.id })
  if (transfer.virusScan) bookScan(transfer, 'resumable', act)
}
