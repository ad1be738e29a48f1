/** What is asked of jobs before their behaviour is loaded, written by tools/make-row-facts.ts. */
import type { BookingId } from '../state/bookings.ts'
import type { Job } from './job.ts'

interface JobFacts extends Pick<Job, 'dependsOn' | 'asks'> {
  readonly id: BookingId
}

/** In the order of the table. */
export const jobFacts: readonly JobFacts[] = [
  { id: 'notifications.takeOrder', dependsOn: ['database'] },
  {
    id: 'notifications.processOrder',
    dependsOn: ['register', 'names', 'authorization', 'database'],
    asks: ['identification', 'contacts', 'keys', 'receiver'],
  },
  { id: 'notifications.sendMessage', dependsOn: ['sms', 'email', 'database'] },
  { id: 'notifications.acceptMessage', dependsOn: ['database'], asks: ['outcome'] },
  { id: 'notifications.reportMessage', dependsOn: ['database'] },
  { id: 'notifications.expireMessage', dependsOn: ['database'] },
  { id: 'fileTransfer.scan', dependsOn: ['scanner', 'database'] },
  { id: 'fileTransfer.showChecksum', dependsOn: ['database'] },
  { id: 'fileTransfer.expire', dependsOn: ['storage', 'database'] },
  { id: 'fileTransfer.purge', dependsOn: ['storage', 'database'] },
  { id: 'fileTransfer.failStuckUpload', dependsOn: ['database'] },
  { id: 'resources.deployStorage', dependsOn: ['database'] },
  { id: 'events.publish', dependsOn: ['events', 'database'], asks: ['delivery', 'subscriptions'] },
  { id: 'events.deliver', dependsOn: ['events', 'database'], asks: ['subscriptions', 'receiver'] },
  { id: 'events.deliverAgain', dependsOn: ['events', 'database'], asks: ['subscriptions', 'receiver'] },
  { id: 'resumableUpload.completeUpload', dependsOn: ['storage', 'database'], asks: ['scan'] },
  { id: 'resumableUpload.verifyUpload', dependsOn: ['database'] },
  { id: 'resumableUpload.expireUpload', dependsOn: ['storage', 'database'] },
]
