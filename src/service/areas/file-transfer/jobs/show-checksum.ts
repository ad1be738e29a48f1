/** Shows the computed checksum of a scanned file. Source: file-transfer §3.1, decisions §8. */
import { z } from 'zod'
import { defineJob } from '../../job.ts'
import { aboutTransfer, fileTransfers } from '../records/file-transfer-index.ts'
import { showComputedChecksum } from '../records/file-transfer-moves.ts'

const data = z.object({ fileTransferId: z.string() })
declare module '../../../world/bookings.ts' {
  interface BookingData {
    'fileTransfer.showChecksum': z.output<typeof data>
  }
}

export const showChecksum = defineJob({
  id: 'fileTransfer.showChecksum',
  summary: 'The computed checksum of a file is shown',
  dependsOn: ['database'],
  data,
  step: { instant: 0, fast: 0, real: 1_000 },
  about: ({ fileTransferId }, _, environment) => aboutTransfer(fileTransferId, environment),

  run({ fileTransferId }, act) {
    const transfer = act.environment.of(fileTransfers).get(fileTransferId)
    if (!transfer) return { id: fileTransferId, nothing: 'no such transfer' }
    act.reach('database')
    act.commit(() => showComputedChecksum(act.environment, transfer))
    return { id: fileTransferId, checksum: transfer.checksum }
  },
})
