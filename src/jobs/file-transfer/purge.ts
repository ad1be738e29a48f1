/** Removes the content of a file when the grace period after its last confirmation ends. Source: file-transfer §5.3. */
import { purgeFileTransfer } from '../../state/file-transfer/content.ts'
import { current } from '../../state/file-transfer/file-transfer.ts'
import { aboutTransfer } from '../../state/file-transfer/file-transfer-about.ts'
import { defineJob } from '../job.ts'

export const purge = defineJob({
  id: 'fileTransfer.purge',
  summary: 'A file that all recipients have confirmed is removed',
  dependsOn: ['storage', 'database'],
  about: ({ fileTransferId }, _, environment) => aboutTransfer(fileTransferId, environment),

  run({ fileTransferId }, act) {
    const transfer = act.environment.fileTransfers.get(fileTransferId)
    if (!transfer || current(transfer).status === 'Purged') return { id: fileTransferId, nothing: 'purged before' }
    act.reach('database')
    purgeFileTransfer(act, transfer)
    return { id: fileTransferId, status: 'Purged' }
  },
})
