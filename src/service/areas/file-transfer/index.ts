/** The file transfer area: files that a sender shares with recipients. */
import { defineArea } from '../areas.ts'
import { confirmDownload } from './confirm-download.ts'
import { bodyReader } from './constraints/validation-errors.ts'
import { details } from './details.ts'
import { download } from './download.ts'
import { initialize } from './initialize.ts'
import { initializeAndUpload } from './initialize-and-upload.ts'
import { expire } from './jobs/expire.ts'
import { failStuckUpload } from './jobs/fail-stuck-upload.ts'
import { purge } from './jobs/purge.ts'
import { concludeScan, scan } from './jobs/scan.ts'
import { showChecksum } from './jobs/show-checksum.ts'
import { overview } from './overview.ts'
import { fileTransferLifecycle } from './records/transfer.ts'
import { search } from './search.ts'
import { upload } from './upload.ts'
import { fileTransfer as onTheWire } from './wire.ts'

export { detailsReply, initializeReply } from './constraints/replies.ts'
// Jobs that a tester can run immediately.
export { concludeScan, expire, purge }

export const fileTransfer = defineArea({
  ...onTheWire,
  bodyReader,
  rows: [initialize, upload, initializeAndUpload, overview, details, search, download, confirmDownload],
  jobs: [scan, showChecksum, expire, purge, failStuckUpload],
  lifecycles: { 'file transfer': fileTransferLifecycle },
})
