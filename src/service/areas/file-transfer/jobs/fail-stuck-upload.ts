/** Fails an upload that did not end. Source: file-transfer §3.1, §5.4. */
import { z } from 'zod'
import { defineJob } from '../../job.ts'
import { lastActivity } from '../../resumable-upload/records/resumable-upload.ts'
import { current } from '../records/file-transfer.ts'
import { aboutTransfer, fileTransfers } from '../records/file-transfer-index.ts'
import { failUpload } from '../records/file-transfer-moves.ts'

/** Milliseconds after its last bytes for which a resumable upload does not count as stuck. */
const livelyFor = 3_600_000

const stuck = 'File transfer was stuck in UploadStarted as it failed upload mid-request.'

/** `upload` is the number of the upload, counted from 1 for each transfer: the job does nothing when a later upload has begun. */
const data = z.object({ fileTransferId: z.string(), upload: z.int() })
declare module '../../../world/bookings.ts' {
  interface BookingData {
    'fileTransfer.failStuckUpload': z.output<typeof data>
  }
}

export const failStuckUpload = defineJob({
  id: 'fileTransfer.failStuckUpload',
  summary: 'An upload that did not end fails',
  dependsOn: ['database'],
  data,
  about: ({ fileTransferId }, _, environment) => aboutTransfer(fileTransferId, environment),

  run({ fileTransferId, upload }, act) {
    const transfer = act.environment.of(fileTransfers).get(fileTransferId)
    if (!transfer || current(transfer).status !== 'UploadStarted' || transfer.uploads !== upload) {
      return { id: fileTransferId, nothing: 'the upload has ended, or another has begun' }
    }
    act.reach('database')
    const lively = (lastActivity(act.environment, fileTransferId) ?? Number.NEGATIVE_INFINITY) + livelyFor
    if (lively > act.now()) {
      act.book('fileTransfer.failStuckUpload', { fileTransferId, upload }, lively)
      return { id: fileTransferId, nothing: 'bytes came within the last hour' }
    }
    act.commit(() => failUpload(act, transfer, stuck))
    return { id: fileTransferId, status: 'Failed' }
  },
})
