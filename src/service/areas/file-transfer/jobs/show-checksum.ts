/** Shows the checksum computed for a scanned file. Source: file-transfer §3.1, decisions §8. */

import { defineJob } from '../../operation.ts'
import { fileTransferBookings } from '../bookings.ts'
import { aboutTransfer, fileTransfers } from '../records/file-transfers.ts'
import { showComputedChecksum } from '../records/moves.ts'

export const showChecksum = defineJob({
  id: 'fileTransfer.showChecksum',
  summary: 'A file’s computed checksum is shown',
  dependsOn: ['database'],
  ...fileTransferBookings['fileTransfer.showChecksum'],
  about: ({ fileTransferId }, _, environment) => aboutTransfer(fileTransferId, environment),

  run({ fileTransferId }, act) {
    const transfer = act.environment.of(fileTransfers).get(fileTransferId)
    if (!transfer) return { id: fileTransferId, nothing: 'the file transfer does not exist' }
    act.reach('database')
    act.commit(() => showComputedChecksum(act.environment, transfer))
    return { id: fileTransferId, checksum: transfer.checksum }
  },
})
