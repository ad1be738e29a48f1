/** The text and the sender of a message. */
import type { EnvironmentName } from '../../../world/agenda.ts'
import { settingsOf } from './recipient.ts'
import type { Channel, Shipment } from './shipment.ts'

/** Characters of the beginning of a text, enough for a line of a list. */
export const beginning = 200

export interface MessageText {
  readonly from: string
  /** An SMS has none. */
  readonly subject?: string
  readonly body: string
  readonly contentType?: 'Plain' | 'Html'
}

/** Source: notifications §3.2, §13. */
const defaultSender = {
  Email: { test: 'noreply@altinn.no', production: 'noreply@altinn.no' },
  SMS: { test: 'Altinn-test', production: 'Altinn' },
} as const satisfies Record<Channel, Record<EnvironmentName, string>>

/** Undefined when the order has no settings for the channel. Source: notifications §3.2, §3.3, §3.5. */
export function textOf({ type, recipient, texts }: Shipment, channel: Channel, environment: EnvironmentName): MessageText | undefined {
  const { Email: email, SMS: sms } = settingsOf(recipient)
  if (channel === 'SMS') {
    if (!sms) return undefined
    return { from: senderOf(sms.sender, type) ?? defaultSender.SMS[environment], body: texts?.SMS?.body ?? sms.body }
  }
  if (!email) return undefined
  const { subject, body } = texts?.Email ?? email
  return {
    from: senderOf(email.senderEmailAddress, 'Notification') ?? defaultSender.Email[environment],
    subject: type === 'Instant' ? subject : subject.replace(/\r\n|\r|\n/g, ' '),
    body,
    contentType: email.contentType ?? 'Plain',
  }
}

/** A blank sender counts as missing. The sender of an instant SMS is not trimmed. */
function senderOf(given: string | null | undefined, type: Shipment['type']): string | undefined {
  if (!given?.trim()) return undefined
  return type === 'Instant' ? given : given.trim()
}

/** Source: notifications §10.6. */
const [single, segment, mostSegments] = [160, 134, 16]

/** The number of segments of an SMS, by its form-encoded length. Source: notifications §10.6. */
export function segmentsOf(body: string): { readonly segments: number; readonly truncated: boolean } {
  const length = new URLSearchParams([['', body]]).toString().length - 1
  if (length <= single) return { segments: 1, truncated: false }
  return { segments: Math.min(Math.ceil(length / segment), mostSegments), truncated: length > segment * mostSegments }
}
