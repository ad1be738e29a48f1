/** Compares a resumable upload with the checksum of its sender, and publishes it unless it will be scanned. Source: file-transfer §8. */
import { z } from 'zod'
import type { Act } from '../../act.ts'
import { current, type FileTransfer } from '../../file-transfer/records/file-transfer.ts'
import { aboutTransfer, fileTransfers } from '../../file-transfer/records/file-transfer-index.ts'
import {
  checksumDiffers,
  failUpload,
  moveFileTransfer,
  otherChecksum,
  showComputedChecksum,
} from '../../file-transfer/records/file-transfer-moves.ts'
import { defineJob } from '../../job.ts'

const data = z.object({ fileTransferId: z.string() })
declare module '../../../world/bookings.ts' {
  interface BookingData {
    'resumableUpload.verifyUpload': z.output<typeof data>
  }
}

export const verifyUpload = defineJob({
  id: 'resumableUpload.verifyUpload',
  summary: 'The checksum of a resumable upload is verified',
  dependsOn: ['database'],
  data,
  // Clients that send parts in parallel ask every two seconds whether the upload is complete, and are refused once it is published.
  step: { instant: 0, fast: 3_000, real: 1_000 },
  about: ({ fileTransferId }, _, environment) => aboutTransfer(fileTransferId, environment),

  run({ fileTransferId }, act) {
    const transfer = act.environment.of(fileTransfers).get(fileTransferId)
    if (!transfer || current(transfer).status !== 'UploadProcessing') return { id: fileTransferId, nothing: 'no longer processing' }
    act.reach('database')
    act.commit(() => verify(transfer, act))
    return { id: fileTransferId, status: current(transfer).status }
  },
})

function verify(transfer: FileTransfer, act: Act): void {
  if (transfer.content && checksumDiffers(transfer, transfer.content)) failUpload(act, transfer, otherChecksum)
  else if (!transfer.virusScan) {
    moveFileTransfer(act, transfer, 'Published')
    showComputedChecksum(act.environment, transfer)
  }
}
