/** Removes a file transfer's content when it expires. Source: file-transfer §5.3. */

import { defineJob } from '../../operation.ts'
import { findResource } from '../../resources/records.ts'
import { fileTransferBookings } from '../bookings.ts'
import { purgeFileTransfer } from '../content.ts'
import { aboutTransfer, fileTransfers } from '../records/file-transfers.ts'
import { current, type FileTransfer } from '../records/transfer.ts'

export const expire = defineJob({
  id: 'fileTransfer.expire',
  summary: 'A file transfer expires',
  dependsOn: ['storage', 'database'],
  ...fileTransferBookings['fileTransfer.expire'],
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
