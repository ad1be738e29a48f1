/** The grace period after the last confirmation is over: the content is removed. Source: file-transfer §5.3. */
import { z } from 'zod'
import { purgeFileTransfer } from '../../state/content.ts'
import { current } from '../../state/file-transfer.ts'
import { aboutTransfer } from '../../state/parties.ts'
import { defineJob } from '../job.ts'

export const purge = defineJob({
  id: 'fileTransfer.purge',
  summary: 'A file that all recipients have confirmed is removed',
  step: false,
  dependsOn: ['storage', 'database'],
  data: z.object({ fileTransferId: z.string() }),
  about: ({ fileTransferId }, _, environment) => aboutTransfer(fileTransferId, environment),

  run({ fileTransferId }, act) {
    const transfer = act.environment.fileTransfers.get(fileTransferId)
    if (!transfer || current(transfer).status === 'Purged') return { id: fileTransferId, nothing: 'purged before' }
    act.reach('database')
    purgeFileTransfer(act, transfer)
    return { id: fileTransferId, status: 'Purged' }
  },
})
