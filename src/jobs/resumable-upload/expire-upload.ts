/** A resumable upload that has got no bytes for a day is gone. Source: file-transfer §5.4, §8. */
import { z } from 'zod'
import { aboutTransfer } from '../../state/parties.ts'
import { dropUpload, findUpload, inactivity, isComplete } from '../../state/resumable-upload.ts'
import { defineJob } from '../job.ts'

export const expireUpload = defineJob({
  id: 'resumableUpload.expireUpload',
  summary: 'A resumable upload that nobody goes on with expires',
  step: false,
  dependsOn: ['storage', 'database'],
  /** `upload`: which of the transfer's uploads, counted from 1. */
  data: z.object({ fileTransferId: z.string(), partialId: z.string(), upload: z.int() }),
  about: ({ fileTransferId }, _, environment) => aboutTransfer(fileTransferId, environment),

  run({ fileTransferId, partialId, upload: nth }, act) {
    const upload = findUpload(act.environment, fileTransferId, partialId)
    if (upload?.upload !== nth) return { id: fileTransferId, nothing: 'it is gone, or another has begun' }
    if (partialId === '' && (upload.parts || isComplete(upload))) return { id: fileTransferId, nothing: 'it is complete' }
    const expires = upload.active + inactivity
    if (expires > act.now()) {
      act.book(expireUpload, { fileTransferId, partialId, upload: nth }, expires)
      return { id: fileTransferId, nothing: 'bytes have come since' }
    }
    act.reach('database')
    act.reach('storage')
    act.commit(() => dropUpload(act.world, act.environment, upload))
    return { id: fileTransferId, partialId }
  },
})
