/** Verifies a resumable upload's checksum and, if no scan is needed, publishes it. Source: file-transfer §8. */

import { aboutTransfer, current, type FileTransfer, fileTransfers } from '../../file-transfer/records.ts'
import { checksumDiffers, checksumMismatch, failUpload, moveFileTransfer, showComputedChecksum } from '../../file-transfer/sending.ts'
import type { Act } from '../../operation.ts'
import { defineJob } from '../../operation.ts'
import { uploadBookings } from '../bookings.ts'

export const verifyUpload = defineJob({
  id: 'resumableUpload.verifyUpload',
  summary: 'A resumable upload’s checksum is verified',
  dependsOn: ['database'],
  ...uploadBookings['resumableUpload.verifyUpload'],
  about: ({ fileTransferId }, _, environment) => aboutTransfer(fileTransferId, environment),

  run({ fileTransferId }, act) {
    const transfer = act.environment.of(fileTransfers).get(fileTransferId)
    if (!transfer || current(transfer).status !== 'UploadProcessing')
      return { id: fileTransferId, nothing: 'the file transfer is no longer being processed' }
    act.reach('database')
    act.commit(() => verify(transfer, act))
    return { id: fileTransferId, status: current(transfer).status }
  },
})

function verify(transfer: FileTransfer, act: Act): void {
  if (transfer.content && checksumDiffers(transfer, transfer.content)) failUpload(act, transfer, checksumMismatch)
  else if (!transfer.virusScan) {
    moveFileTransfer(act, transfer, 'Published')
    showComputedChecksum(act.environment, transfer)
  }
}
