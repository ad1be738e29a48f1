/** A message of the outbox, and what its status tells. */
import type { SentMessage } from '../../../control/rows/outbox.ts'
import type { Tone } from '../../components/badge.tsx'

export type { SentMessage }

export function toneOf(status: string): Tone {
  if (status.includes('Failed')) return 'bad'
  return status.endsWith('_Delivered') ? 'good' : 'info'
}

/** The statuses that a delivery report can have. A test holds them against those of the service. */
export const reports: Readonly<Record<SentMessage['channel'], readonly SentMessage['status'][]>> = {
  Email: [
    'Email_Delivered',
    'Email_Failed',
    'Email_Failed_Bounced',
    'Email_Failed_FilteredSpam',
    'Email_Failed_Quarantined',
    'Email_Failed_SuppressedRecipient',
  ],
  SMS: [
    'SMS_Delivered',
    'SMS_Failed',
    'SMS_Failed_BarredReceiver',
    'SMS_Failed_Deleted',
    'SMS_Failed_Expired',
    'SMS_Failed_Undelivered',
    'SMS_Failed_Rejected',
  ],
}
