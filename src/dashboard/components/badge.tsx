/** Small coloured words: a state, a status, a count. */
import type { SentMessage } from '../../control/rows/outbox.ts'
import { Text } from './text.tsx'

export type Tone = 'plain' | 'good' | 'warn' | 'bad' | 'info'

interface BadgeProps {
  readonly children: string | number
  readonly tone?: Tone | undefined
  readonly title?: string | undefined
}

export function Badge({ children, tone = 'plain', title }: BadgeProps) {
  return (
    <span class={`badge ${tone}`} {...(title !== undefined && { title })}>
      <Text>{children}</Text>
    </span>
  )
}

/** The status of a reply. Null: there was none, as for a job or a call that goes on. */
export function StatusBadge({ status }: { readonly status: number | null }) {
  if (status === null) return <span class="nothing">–</span>
  return <Badge tone={toneOf(status)}>{status}</Badge>
}

export function toneOf(status: number): Tone {
  if (status >= 500) return 'bad'
  if (status >= 400) return 'warn'
  return status >= 300 ? 'info' : 'good'
}

/** Of a message, by its status such as `Email_Delivered`. */
export function toneOfMessage(status: string): Tone {
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
