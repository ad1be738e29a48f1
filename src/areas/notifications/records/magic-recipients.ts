/** Addresses whose messages do not simply get delivered. Source: decisions §7. */
import { isEmailAddress } from '../../../wire/values/addresses.ts'
import type { Channel, EntryStatus } from './shipment.ts'

/** How a message ends: when it is handed over, with a delivery report, or without one; or it must be handed over again. */
export type Ending =
  | { readonly at: 'sending' | 'report'; readonly status: EntryStatus }
  | { readonly at: 'never' }
  | { readonly at: 'again'; readonly afterwards: EntryStatus }

export interface MagicRecipient {
  readonly channel: Channel
  /** A phone number, or the local part of an email address: `bounced`, `bounced+anything`, at any domain. */
  readonly address: string
  readonly ending: Ending
}

type Reported = [at: 'sending' | 'report', status: EntryStatus]

const recipient = (channel: Channel, address: string, [at, status]: Reported): MagicRecipient => ({
  channel,
  address,
  ending: { at, status },
})
const sms = (number: string, ...ending: Reported) => recipient('SMS', `+4799990${number}`, ending)
const email = (address: string, ...ending: Reported) => recipient('Email', address, ending)

/** Source: notifications §11.2, §11.3. */
export const magicRecipients: readonly MagicRecipient[] = [
  sms('000', 'report', 'SMS_Delivered'),
  sms('001', 'report', 'SMS_Failed'),
  sms('002', 'sending', 'SMS_Failed_InvalidRecipient'),
  sms('003', 'report', 'SMS_Failed_BarredReceiver'),
  sms('004', 'report', 'SMS_Failed_Deleted'),
  sms('005', 'report', 'SMS_Failed_Expired'),
  sms('006', 'report', 'SMS_Failed_Undelivered'),
  sms('007', 'report', 'SMS_Failed_Rejected'),
  { channel: 'SMS', address: '+4799990008', ending: { at: 'never' } },
  email('delivered', 'report', 'Email_Delivered'),
  email('failed', 'report', 'Email_Failed'),
  email('invalid-format', 'sending', 'Email_Failed_InvalidFormat'),
  email('suppressed-recipient', 'sending', 'Email_Failed_SuppressedRecipient'),
  email('payload-too-large', 'sending', 'Email_Failed_PayloadTooLarge'),
  email('bounced', 'report', 'Email_Failed_Bounced'),
  email('filtered-spam', 'report', 'Email_Failed_FilteredSpam'),
  email('quarantined', 'report', 'Email_Failed_Quarantined'),
  { channel: 'Email', address: 'ttl', ending: { at: 'never' } },
  { channel: 'Email', address: 'transient', ending: { at: 'again', afterwards: 'Email_Delivered' } },
]

const byAddress: ReadonlyMap<string, Ending> = new Map(
  magicRecipients.map(({ channel, address, ending }) => [`${channel} ${address}`, ending]),
)

/** The ending for each final status. A message that must be handed over again has no final status yet. */
export const endingsByStatus: ReadonlyMap<EntryStatus, Ending> = new Map(
  magicRecipients.flatMap(({ channel, ending }): [EntryStatus, Ending][] => {
    if (ending.at === 'again') return []
    return [[ending.at === 'never' ? `${channel}_Failed_TTL` : ending.status, ending]]
  }),
)

/** One form for all spellings of a number: `+47 99 99 00 03`, `004799990003`. */
export const plainNumber = (text: string) => text.replace(/[\s-]/g, '').replace(/^00/, '+')

const localPart = (text: string) => /^[^@+]*/.exec(text.trim())?.[0].toLowerCase() ?? ''

/** Whether two texts are the same phone number or email address. */
export function sameAddress(channel: Channel, one: string, other: string): boolean {
  if (channel === 'SMS') return plainNumber(one) === plainNumber(other)
  return one.trim().toLowerCase() === other.trim().toLowerCase()
}

/** What the provider says of an address that is none. */
const invalidFormat: Ending = { at: 'sending', status: 'Email_Failed_InvalidFormat' }

/** `round` counts how often the message was handed over before. */
export function endingOf(channel: Channel, address: string, round: number): Ending {
  if (channel === 'Email' && !isEmailAddress(address)) return invalidFormat
  const ending = byAddress.get(`${channel} ${channel === 'SMS' ? plainNumber(address) : localPart(address)}`)
  if (!ending) return { at: 'report', status: `${channel}_Delivered` }
  return ending.at === 'again' && round > 0 ? { at: 'report', status: ending.afterwards } : ending
}
