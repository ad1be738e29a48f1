/** Removes the content of a file transfer at its expiration time. Source: file-transfer §5.3. */
import { z } from 'zod'
import { defineJob } from '../../job.ts'
import { findResource } from '../../resources/records/find-resource.ts'
import { purgeFileTransfer } from '../records/content.ts'
import { current, type FileTransfer } from '../records/file-transfer.ts'
import { aboutTransfer, fileTransfers } from '../records/file-transfer-index.ts'

const data = z.object({ fileTransferId: z.string() })
declare module '../../../world/bookings.ts' {
  interface BookingData {
    'fileTransfer.expire': z.output<typeof data>
  }
}

export const expire = defineJob({
  id: 'fileTransfer.expire',
  summary: 'A file transfer expires',
  dependsOn: ['storage', 'database'],
  data,
  about: ({ fileTransferId }, _, environment) => aboutTransfer(fileTransferId, environment),

  run({ fileTransferId }, act) {
    const transfer = act.environment.of(fileTransfers).get(fileTransferId)
    if (!transfer || current(transfer).status === 'Purged') return { id: fileTransferId, nothing: 'purged before' }
    const resource = findResource(act.world, act.environment, transfer.resourceId)
    if (isPurgedAnyway(transfer, resource?.purgeAfterConfirmed)) return { id: fileTransferId, nothing: 'purged after its grace period' }
    act.reach('database')
    purgeFileTransfer(act, transfer)
    return { id: fileTransferId, status: 'Purged' }
  },
})

const isPurgedAnyway = (transfer: FileTransfer, purgeAfterConfirmed = false) =>
  purgeAfterConfirmed && current(transfer).status === 'AllConfirmedDownloaded'
