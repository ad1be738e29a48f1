/** The checks of an upload, and its moves of the file transfer. Source: file-transfer §3.1. */

import { Refusal } from '../../../wire/refusals/refusal.ts'
import type { Act } from '../../../world/act.ts'
import type { Environment } from '../../../world/environment.ts'
import { findResource } from '../../../world/find-resource.ts'
import { mostScanned } from '../../resources/records/defaults-and-limits.ts'
import { demandStorage, serviceOwnerBehind } from '../../resources/records/service-owner-rules.ts'
import { dropUploads } from '../../resumable-upload/records/unfinished-uploads.ts'
import { type Content, current, type FileTransfer, fileTransferLifecycle } from './file-transfer.ts'
import { fileTransfers } from './file-transfer-index.ts'
import { type Move, moveFileTransfer } from './file-transfer-moves.ts'

/** Refuses with BRO-00004, BRO-00005, BRO-00002, BRO-00021 and BRO-00016. An unknown length is never too long. */
export function demandUploadable(
  act: Pick<Act<'storage'>, 'environment' | 'reach' | 'world'>,
  transfer: FileTransfer,
  length: number | undefined,
): void {
  const { status } = current(transfer)
  if (!fileTransferLifecycle.can(status, 'UploadStarted'))
    throw new Refusal('BRO-00004', { reason: `the file transfer has the status ${status}, in which it takes no upload` })
  const { world, environment, reach } = act
  demandStorage(serviceOwnerBehind(act, transfer.resourceId))
  reach('storage')
  const { maxFileTransferSize = Number.POSITIVE_INFINITY } = findResource(world, environment, transfer.resourceId) ?? {}
  const most = transfer.virusScan ? Math.min(mostScanned, maxFileTransferSize) : maxFileTransferSize
  if (length !== undefined && length > most)
    throw new Refusal('BRO-00016', { reason: `the file has ${length} bytes; the resource ${transfer.resourceId} takes ${most}` })
}

/** The status text of a transfer whose upload failed in the service. */
export const brokenUpload = 'Error occurred while uploading fileTransfer'

/** Milliseconds from the start of an upload until it counts as stuck. */
const stuckAfter = 24 * 3_600_000

export function startUpload(act: Act, transfer: FileTransfer): void {
  moveFileTransfer(act, transfer, 'UploadStarted')
  transfer.uploads++
  act.book('fileTransfer.failStuckUpload', { fileTransferId: transfer.id, upload: transfer.uploads }, act.now() + stuckAfter)
}

/** Call it in the commit that moves the transfer to UploadProcessing. The file's name and the circumstances decide when the scan ends, and how. */
export function bookScan(transfer: FileTransfer, { circumstances, book, now }: Act): void {
  const { result, after } = circumstances.scan(transfer)
  if (after === 'never') return
  book('fileTransfer.scan', { fileTransferId: transfer.id, planned: result }, after === undefined ? undefined : now() + after)
}

/** Fails a transfer and removes its content. Does nothing if the transfer can no longer fail. */
export function failUpload(act: Act, transfer: FileTransfer, text: string, move: Move = moveFileTransfer): void {
  if (!fileTransferLifecycle.can(current(transfer).status, 'Failed')) return
  const { world, environment } = act
  move(act, transfer, 'Failed', text)
  if (transfer.content) world.blobs.remove(transfer.content.id)
  dropUploads(world, environment, transfer.id)
}

/** The checksum that the sender gave. White space does not count. */
export const givenChecksum = ({ expectedChecksum }: FileTransfer): string | undefined =>
  expectedChecksum === null || expectedChecksum.trim() === '' ? undefined : expectedChecksum

/** Whether the content has another checksum than its sender gave. */
export function checksumDiffers(transfer: FileTransfer, { md5 }: Content): boolean {
  const expected = givenChecksum(transfer)
  return expected !== undefined && expected.toLowerCase() !== md5
}

export const otherChecksum = 'Checksum mismatch'

/** Shows the computed checksum, if the sender gave none. */
export function showComputedChecksum({ of }: Pick<Environment, 'of'>, transfer: FileTransfer): void {
  if (!transfer.content || givenChecksum(transfer) !== undefined) return
  transfer.checksum = transfer.content.md5
  of(fileTransfers).changed(transfer)
}
