/** Fails an upload that never finished. Source: file-transfer §3.1, §5.4. */

import { defineJob } from '../../operation.ts'
import { fileTransferBookings } from '../bookings.ts'
import { aboutTransfer, fileTransfers } from '../records/file-transfers.ts'
import { failUpload } from '../records/moves.ts'
import { current, lastActivity } from '../records/transfer.ts'

/** A resumable upload is not stuck if it received bytes within this time. In milliseconds. */
const livelyFor = 3_600_000

const stuck = 'File transfer was stuck in UploadStarted as it failed upload mid-request.'

export const failStuckUpload = defineJob({
  id: 'fileTransfer.failStuckUpload',
  summary: 'An unfinished upload fails',
  dependsOn: ['database'],
  ...fileTransferBookings['fileTransfer.failStuckUpload'],
  about: ({ fileTransferId }, _, environment) => aboutTransfer(fileTransferId, environment),

  run({ fileTransferId, upload }, act) {
    const transfer = act.environment.of(fileTransfers).get(fileTransferId)
    if (!transfer || current(transfer).status !== 'UploadStarted' || transfer.uploads !== upload) {
      return { id: fileTransferId, nothing: 'the upload has ended, or another upload has started' }
    }
    act.reach('database')
    const lively = (lastActivity(act.environment, fileTransferId) ?? Number.NEGATIVE_INFINITY) + livelyFor
    if (lively > act.now()) {
      act.book('fileTransfer.failStuckUpload', { fileTransferId, upload }, lively)
      return { id: fileTransferId, nothing: 'bytes were received within the last hour' }
    }
    act.commit(() => failUpload(act, transfer, stuck))
    return { id: fileTransferId, status: 'Failed' }
  },
})
