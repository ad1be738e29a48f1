/** Removes a resumable upload that received no bytes for a day. Source: file-transfer §5.4, §8. */
import { aboutTransfer } from '../../state/file-transfer/file-transfer-about.ts'
import { inactivity, isComplete } from '../../state/resumable-upload/resumable-upload.ts'
import { dropUpload, findUpload } from '../../state/resumable-upload/unfinished-uploads.ts'
import { defineJob } from '../job.ts'

export const expireUpload = defineJob({
  id: 'resumableUpload.expireUpload',
  summary: 'An unfinished resumable upload expires',
  dependsOn: ['storage', 'database'],
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
