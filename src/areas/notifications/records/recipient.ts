/** What an order says about a recipient, before anything is looked up. */

import { getOrCreate } from '../../../wire/when-needed.ts'
import { random } from '../../../world/random.ts'
import type { ChannelSchema, EmailSettings, RecipientRequest, SmsSettings } from '../rules/order.ts'
import type { Channel } from './shipment.ts'

/** The address in the order; undefined when contact details are looked up. */
export function directAddress({ recipientEmail, recipientSms }: RecipientRequest): { channel: Channel; address: string } | undefined {
  if (recipientEmail) return { channel: 'Email', address: recipientEmail.emailAddress }
  return recipientSms ? { channel: 'SMS', address: recipientSms.phoneNumber } : undefined
}

/** The channels for a looked-up recipient. */
export function channelSchemaOf({ recipientPerson, recipientOrganization, recipientExternalIdentity }: RecipientRequest): ChannelSchema {
  return (recipientPerson ?? recipientOrganization ?? recipientExternalIdentity)?.channelSchema ?? 'Email'
}

/** The settings of its messages, by channel. */
export function settingsOf(recipient: RecipientRequest): {
  readonly Email: EmailSettings | undefined
  readonly SMS: SmsSettings | undefined
} {
  const { recipientEmail, recipientSms, recipientPerson, recipientOrganization, recipientExternalIdentity } = recipient
  const lookup = recipientPerson ?? recipientOrganization ?? recipientExternalIdentity
  return {
    Email: (recipientEmail ?? lookup)?.emailSettings ?? undefined,
    SMS: (recipientSms ?? lookup)?.smsSettings ?? undefined,
  }
}

/**
 * Makes equal texts one string: an order and its reminders, an email and an SMS mostly say the same, and they live as long as the order.
 * Saves a tenth of the memory of an order with a reminder (`npm run bench:memory`).
 */
export function shareTexts(recipients: readonly RecipientRequest[]): void {
  const texts = new Map<string, string>()
  const shared = (text: string) => getOrCreate(texts, text, () => text)
  for (const { Email, SMS } of recipients.map(settingsOf)) {
    if (Email) {
      Email.subject = shared(Email.subject)
      Email.body = shared(Email.body)
    }
    if (SMS) SMS.body = shared(SMS.body)
  }
}

/** A hash of what an order says to whom. */
export const contentOf = (recipients: readonly RecipientRequest[]): string =>
  random('content', JSON.stringify(recipients.map(said))).hex(32)

/** The texts alone: an order can be repeated with other settings. */
function said(recipient: RecipientRequest): readonly (string | undefined)[] {
  const { Email, SMS } = settingsOf(recipient)
  return [recipientName(recipient), Email?.subject, Email?.body, SMS?.body]
}

/** How a recipient is named in the order: an address, a number, or a URN. */
export function recipientName({
  recipientEmail,
  recipientSms,
  recipientPerson,
  recipientOrganization,
  recipientExternalIdentity,
}: RecipientRequest): string {
  return (
    recipientEmail?.emailAddress ??
    recipientSms?.phoneNumber ??
    recipientPerson?.nationalIdentityNumber ??
    recipientOrganization?.orgNumber ??
    recipientExternalIdentity?.externalIdentity ??
    ''
  )
}
