/** The table of jobs: everything that the service does by itself. */

import { deliver } from './events/jobs/deliver.ts'
import { deliverAgain } from './events/jobs/deliver-again.ts'
import { publish } from './events/jobs/publish.ts'
import { expire } from './file-transfer/jobs/expire.ts'
import { failStuckUpload } from './file-transfer/jobs/fail-stuck-upload.ts'
import { purge } from './file-transfer/jobs/purge.ts'
import { concludeScan, scan } from './file-transfer/jobs/scan.ts'
import { showChecksum } from './file-transfer/jobs/show-checksum.ts'
import type { Job } from './job.ts'
import { acceptMessage } from './notifications/jobs/accept-message.ts'
import { expireMessage } from './notifications/jobs/expire-message.ts'
import { processOrder } from './notifications/jobs/process-order.ts'
import { reportMessage } from './notifications/jobs/report-message.ts'
import { sendMessage } from './notifications/jobs/send-message.ts'
import { takeOrder } from './notifications/jobs/take-order.ts'
import { deployStorage } from './resources/jobs/deploy-storage.ts'
import { completeUpload } from './resumable-upload/jobs/complete-upload.ts'
import { expireUpload } from './resumable-upload/jobs/expire-upload.ts'
import { verifyUpload } from './resumable-upload/jobs/verify-upload.ts'

/** Testers do these, too. A page loads the jobs in one piece. */
export { concludeScan, expire, purge }

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

export type JobId = (typeof table)[number]['id']

/** Without the types of each job: the engine runs them all alike. */
export const jobs = table as unknown as readonly (Job & { readonly id: JobId })[]

export const jobsById: ReadonlyMap<string, Job> = new Map(jobs.map((job) => [job.id, job]))
