/** Removes a file's content when the grace period after the last confirmation ends. Source: file-transfer §5.3. */

import { defineJob } from '../../operation.ts'
import { fileTransferBookings } from '../bookings.ts'
import { purgeFileTransfer } from '../content.ts'
import { aboutTransfer, fileTransfers } from '../records/file-transfers.ts'
import { current } from '../records/transfer.ts'

export const purge = defineJob({
  id: 'fileTransfer.purge',
  summary: 'A file that all recipients have confirmed is removed',
  dependsOn: ['storage', 'database'],
  ...fileTransferBookings['fileTransfer.purge'],
  about: ({ fileTransferId }, _, environment) => aboutTransfer(fileTransferId, environment),

  run({ fileTransferId }, act) {
    const transfer = act.environment.of(fileTransfers).get(fileTransferId)
    if (!transfer || current(transfer).status === 'Purged') return { id: fileTransferId, nothing: 'purged before' }
    act.reach('database')
    purgeFileTransfer(act, transfer)
    return { id: fileTransferId, status: 'Purged' }
  },
})
