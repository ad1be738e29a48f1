/** The table of jobs: everything that the service does by itself. */

import { deliver } from './events/deliver.ts'
import { deliverAgain } from './events/deliver-again.ts'
import { publish } from './events/publish.ts'
import { expire } from './file-transfer/expire.ts'
import { failStuckUpload } from './file-transfer/fail-stuck-upload.ts'
import { purge } from './file-transfer/purge.ts'
import { scan } from './file-transfer/scan.ts'
import { showChecksum } from './file-transfer/show-checksum.ts'
import type { Job } from './job.ts'
import { acceptMessage } from './notifications/accept-message.ts'
import { expireMessage } from './notifications/expire-message.ts'
import { processOrder } from './notifications/process-order.ts'
import { reportMessage } from './notifications/report-message.ts'
import { sendMessage } from './notifications/send-message.ts'
import { takeOrder } from './notifications/take-order.ts'
import { deployStorage } from './resources/deploy-storage.ts'
import { completeUpload } from './resumable-upload/complete-upload.ts'
import { expireUpload } from './resumable-upload/expire-upload.ts'
import { verifyUpload } from './resumable-upload/verify-upload.ts'

const table = [
  takeOrder,
  processOrder,
  sendMessage,
  acceptMessage,
  reportMessage,
  expireMessage,
  scan,
  showChecksum,
  expire,
  purge,
  failStuckUpload,
  deployStorage,
  publish,
  deliver,
  deliverAgain,
  completeUpload,
  verifyUpload,
  expireUpload,
] as const

/** Without the types of each job: the engine runs them all alike. */
export const jobs = table as unknown as readonly Job[]

export const jobsById: ReadonlyMap<string, Job> = new Map(jobs.map((job) => [job.id, job]))
