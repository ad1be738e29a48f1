/** Removes the content of a file when the grace period after its last confirmation ends. Source: file-transfer §5.3. */
import { z } from 'zod'
import { defineJob } from '../../job.ts'
import { purgeFileTransfer } from '../records/content.ts'
import { current } from '../records/file-transfer.ts'
import { aboutTransfer, fileTransfers } from '../records/file-transfer-index.ts'

const data = z.object({ fileTransferId: z.string() })
declare module '../../../world/bookings.ts' {
  interface BookingData {
    'fileTransfer.purge': z.output<typeof data>
  }
}

export const purge = defineJob({
  id: 'fileTransfer.purge',
  summary: 'A file that all recipients have confirmed is removed',
  dependsOn: ['storage', 'database'],
  data,
  about: ({ fileTransferId }, _, environment) => aboutTransfer(fileTransferId, environment),

  run({ fileTransferId }, act) {
    const transfer = act.environment.of(fileTransfers).get(fileTransferId)
    if (!transfer || current(transfer).status === 'Purged') return { id: fileTransferId, nothing: 'purged before' }
    act.reach('database')
    purgeFileTransfer(act, transfer)
    return { id: fileTransferId, status: 'Purged' }
  },
})
