/** Removes a resumable upload that received no bytes for a day. Source: file-transfer §5.4, §8. */
import { z } from 'zod'
import { aboutTransfer } from '../../file-transfer/records/file-transfer-index.ts'
import { defineJob } from '../../job.ts'
import { dropUpload, findUpload, inactivity, isComplete } from '../records/resumable-upload.ts'

/** `upload` is the number of the upload, counted from 1 for each transfer: the job does nothing when a later upload has begun. */
const data = z.object({ fileTransferId: z.string(), upload: z.int(), partialId: z.string() })
declare module '../../../world/bookings.ts' {
  interface BookingData {
    'resumableUpload.expireUpload': z.output<typeof data>
  }
}

export const expireUpload = defineJob({
  id: 'resumableUpload.expireUpload',
  summary: 'An unfinished resumable upload expires',
  dependsOn: ['storage', 'database'],
  data,
  about: ({ fileTransferId }, _, environment) => aboutTransfer(fileTransferId, environment),

  run({ fileTransferId, partialId, upload: nth }, act) {
    const upload = findUpload(act.environment, fileTransferId, partialId)
    if (upload?.upload !== nth) return { id: fileTransferId, nothing: 'it is gone, or another has begun' }
    if (partialId === '' && (upload.parts || isComplete(upload))) return { id: fileTransferId, nothing: 'it is complete' }
    const expires = upload.active + inactivity
    if (expires > act.now()) {
      act.book('resumableUpload.expireUpload', { fileTransferId, partialId, upload: nth }, expires)
      return { id: fileTransferId, nothing: 'bytes have arrived since' }
    }
    act.reach('database')
    act.reach('storage')
    act.commit(() => dropUpload(act.world, act.environment, upload))
    return { id: fileTransferId, partialId }
  },
})
