/** A shipment's recipients as given in its order, and the text that each of them receives. */
import { getOrCreate } from '../../../wire/when-needed.ts'
import type { EnvironmentName } from '../../../world/records.ts'
import { random } from '../../../world/world.ts'
import type { Addressee } from '../constraints/older-order.ts'
import type { ChannelSchema, EmailSettings, RecipientRequest, SmsSettings } from '../constraints/order.ts'
import type { RecipientList, StoredRecipient } from '../constraints/stored-recipient.ts'
import type { Entry, Shipment, Texts } from '../records.ts'
import type { Channel } from '../wire.ts'

/** Returns a shipment's recipients in the format of newer orders: a single recipient, or the members of a list. */
export const membersOf = (recipient: StoredRecipient): readonly RecipientRequest[] =>
  recipient.recipientList
    ? recipient.recipientList.recipients.map((each) => memberOf(recipient.recipientList as RecipientList, each))
    : [recipient]

/** Combines a recipient in a list with the list's text. An addressee can have both an address and a number. */
export function memberOf(list: RecipientList, addressee: Addressee): RecipientRequest {
  const { channelSchema, emailSettings, smsSettings, resourceId, resourceAction } = list
  const lookup = { channelSchema, emailSettings, smsSettings, resourceId, resourceAction }
  const ignoreReservation = list.ignoreReservation ?? false
  const { emailAddress, mobileNumber, nationalIdentityNumber, organizationNumber } = addressee
  if (nationalIdentityNumber) return { recipientPerson: { nationalIdentityNumber, ...lookup, ignoreReservation } }
  if (organizationNumber) return { recipientOrganization: { orgNumber: organizationNumber, ...lookup } }
  return {
    ...(emailAddress && emailSettings && { recipientEmail: { emailAddress, emailSettings } }),
    ...(mobileNumber && smsSettings && { recipientSms: { phoneNumber: mobileNumber, smsSettings } }),
  }
}

/** Returns the address in the order. Undefined if the contact details are looked up. */
export function directAddress({ recipientEmail, recipientSms }: RecipientRequest): { channel: Channel; address: string } | undefined {
  if (recipientEmail) return { channel: 'Email', address: recipientEmail.emailAddress }
  return recipientSms ? { channel: 'SMS', address: recipientSms.phoneNumber } : undefined
}

export function channelSchemaOf(recipient: StoredRecipient): ChannelSchema {
  const { recipientPerson, recipientOrganization, recipientExternalIdentity, recipientList, recipientSms } = recipient
  const lookup = recipientPerson ?? recipientOrganization ?? recipientExternalIdentity ?? recipientList
  return lookup?.channelSchema ?? (recipientSms ? 'Sms' : 'Email')
}

export function settingsOf(recipient: StoredRecipient): {
  readonly Email: EmailSettings | undefined
  readonly SMS: SmsSettings | undefined
} {
  const { recipientEmail, recipientSms, recipientPerson, recipientOrganization, recipientExternalIdentity, recipientList } = recipient
  const lookup = recipientPerson ?? recipientOrganization ?? recipientExternalIdentity ?? recipientList
  return {
    Email: (recipientEmail ?? lookup)?.emailSettings ?? undefined,
    SMS: (recipientSms ?? lookup)?.smsSettings ?? undefined,
  }
}

/**
 * Shares equal strings, because orders, reminders, emails and SMS often contain the same text, and orders are stored for a long time. Saves
 * a tenth of the memory for an order with a reminder (`npm run bench:memory`).
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

/** Returns a hash of an order's recipients and text. */
export const contentOf = (recipients: readonly StoredRecipient[]): string => random('content', JSON.stringify(recipients.map(said))).hex(32)

/** Returns only the recipients and the text, because the same order might be placed again with other settings. */
function said(recipient: StoredRecipient): readonly (string | undefined)[] {
  const { Email, SMS } = settingsOf(recipient)
  return [...recipientNames(recipient), Email?.subject, Email?.body, SMS?.body]
}

export const recipientNames = (recipient: StoredRecipient): readonly string[] => membersOf(recipient).map(recipientName)

/** Returns a recipient's name as given in the order: an address, a number, or a URN. */
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

export function nameOf({ recipient }: Shipment, { addressee = 0 }: Pick<Entry, 'addressee'>): string {
  const { recipientList: list } = recipient
  const named = list?.recipients[addressee]
  return recipientName(list && named ? memberOf(list, named) : recipient)
}

/** Lists show this many characters of a message. */
export const beginning = 200

export interface MessageText {
  readonly from: string
  /** Absent in an SMS. */
  readonly subject?: string
  readonly body: string
  readonly contentType?: 'Plain' | 'Html'
}

/** Source: notifications §3.2, §13, §14.6. */
export const defaultSender = {
  Email: { test: 'noreply@altinn.cloud', production: 'noreply@altinn.no' },
  SMS: { test: 'Altinn-test', production: 'Altinn' },
} as const satisfies Record<Channel, Record<EnvironmentName, string>>

/** Returns a message's text. Undefined if the order has no settings for the channel. Source: notifications §3.2, §3.3, §3.5. */
export function textOf(shipment: Shipment, entry: Entry, environment: EnvironmentName): MessageText | undefined {
  const { type, recipient } = shipment
  const { Email: email, SMS: sms } = settingsOf(recipient)
  const { channel } = entry
  const texts = shipment.texts ?? textsOf(recipient, entry)
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

/** Returns the text of a list's messages for one recipient. The text is not stored, because a list can have many recipients. */
function textsOf(recipient: StoredRecipient, { addressee, name }: Entry): Shipment['texts'] {
  const { recipientList: list } = recipient
  const named = list?.recipients[addressee ?? 0]
  return list && named && name !== undefined ? replaceKeywords(list, { name, number: named.organizationNumber ?? '' }) : undefined
}

/** Returns the sender in an order. A blank sender counts as missing. The sender of an instant SMS is not trimmed. */
function senderOf(given: string | null | undefined, type: Shipment['type']): string | undefined {
  if (!given?.trim()) return undefined
  return type === 'Instant' ? given : given.trim()
}

/** Source: notifications §10.6. */
const [single, segment, mostSegments] = [160, 134, 16]

/** Computes the number of SMS segments from the form-encoded length. Source: notifications §10.6. */
export function segmentsOf(body: string): { readonly segments: number; readonly truncated: boolean } {
  const length = new URLSearchParams([['', body]]).toString().length - 1
  if (length <= single) return { segments: 1, truncated: false }
  return { segments: Math.min(Math.ceil(length / segment), mostSegments), truncated: length > segment * mostSegments }
}

const keywords = /\$recipient(Name|Number)\$/g

interface Templates {
  readonly emailSettings?: EmailSettings | null | undefined
  readonly smsSettings?: SmsSettings | null | undefined
}

export const hasKeywords = ({ emailSettings: email, smsSettings: sms }: Templates): boolean =>
  [email?.subject, email?.body, sms?.body].some((text) => text !== undefined && text.search(keywords) >= 0)

export function replaceKeywords(
  { emailSettings, smsSettings }: Templates,
  values: { readonly name: string; readonly number: string },
): Texts {
  // Replaces keywords in a single pass, because a name can look like a keyword.
  const replaced = (text: string) => text.replace(keywords, (_, which: string) => (which === 'Name' ? values.name : values.number))
  return {
    Email: emailSettings ? { subject: replaced(emailSettings.subject), body: replaced(emailSettings.body) } : undefined,
    SMS: smsSettings ? { body: replaced(smsSettings.body) } : undefined,
  } satisfies Record<Channel, unknown>
}
