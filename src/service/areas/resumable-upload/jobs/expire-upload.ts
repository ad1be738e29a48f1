/** Removes a resumable upload that has received no bytes for a day. Source: file-transfer §5.4, §8. */
import { aboutTransfer, dropUpload, findUpload, inactivity, isComplete } from '../../file-transfer/records.ts'
import { defineJob } from '../../operation.ts'
import { uploadBookings } from '../bookings.ts'

export const expireUpload = defineJob({
  id: 'resumableUpload.expireUpload',
  summary: 'An unfinished resumable upload expires',
  dependsOn: ['storage', 'database'],
  ...uploadBookings['resumableUpload.expireUpload'],
  about: ({ fileTransferId }, _, environment) => aboutTransfer(fileTransferId, environment),

  run({ fileTransferId, partialId, upload: nth }, act) {
    const upload = findUpload(act.environment, fileTransferId, partialId)
    if (upload?.upload !== nth) return { id: fileTransferId, nothing: 'the upload no longer exists, or another upload has started' }
    if (partialId === '' && (upload.parts || isComplete(upload))) return { id: fileTransferId, nothing: 'the upload is complete' }
    const expires = upload.active + inactivity
    if (expires > act.now()) {
      act.book('resumableUpload.expireUpload', { fileTransferId, partialId, upload: nth }, expires)
      return { id: fileTransferId, nothing: 'bytes have arrived since the job was booked' }
    }
    act.reach('database')
    act.reach('storage')
    act.commit(() => dropUpload(act.world, act.environment, upload))
    return { id: fileTransferId, partialId }
  },
})
