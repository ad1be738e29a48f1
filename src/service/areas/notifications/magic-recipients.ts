/** Magic recipients: addresses that determine what happens to a message. Source: decisions §7. */
import { isEmailAddress } from '../../wire/identifiers.ts'
import type { ContactFixtures } from '../../world/registers.ts'
import type { ChannelSchema, RecipientRequest } from './constraints/order.ts'
import type { Channel, EntryStatus } from './wire.ts'

/** A message's outcome: at handover, in a delivery report, without a report (`never`), or after another attempt (`again`). */
export type Ending =
  | { readonly at: 'sending' | 'report'; readonly status: EntryStatus }
  | { readonly at: 'never' }
  | { readonly at: 'again'; readonly afterwards: EntryStatus }

interface MagicRecipient {
  readonly channel: Channel
  /** A phone number, or the local part of an email address at any domain: `bounced`, `bounced+anything`. */
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
  email('invalid-sas-url', 'sending', 'Email_Failed_InvalidSasUrl'),
  email('bounced', 'report', 'Email_Failed_Bounced'),
  email('filtered-spam', 'report', 'Email_Failed_FilteredSpam'),
  email('quarantined', 'report', 'Email_Failed_Quarantined'),
  { channel: 'Email', address: 'ttl', ending: { at: 'never' } },
  { channel: 'Email', address: 'transient', ending: { at: 'again', afterwards: 'Email_Delivered' } },
]

const byAddress: ReadonlyMap<string, Ending> = new Map(
  magicRecipients.map(({ channel, address, ending }) => [`${channel} ${address}`, ending]),
)

/** The ending for each final status. A message that must be sent again has no final status yet. */
export const endingsByStatus: ReadonlyMap<EntryStatus, Ending> = new Map(
  magicRecipients.flatMap(({ channel, ending }): [EntryStatus, Ending][] => {
    if (ending.at === 'again') return []
    return [[ending.at === 'never' ? `${channel}_Failed_TTL` : ending.status, ending]]
  }),
)

/** Normalizes the spelling of a number, such as `+47 99 99 00 03` or `004799990003`. */
export const plainNumber = (text: string) => text.replace(/[\s-]/g, '').replace(/^00/, '+')

const localPart = (text: string) => /^[^@+]*/.exec(text.trim())?.[0].toLowerCase() ?? ''

export function sameAddress(channel: Channel, one: string, other: string): boolean {
  if (channel === 'SMS') return plainNumber(one) === plainNumber(other)
  return one.trim().toLowerCase() === other.trim().toLowerCase()
}

/** The ending for an address that the provider rejects as invalid. */
const invalidFormat: Ending = { at: 'sending', status: 'Email_Failed_InvalidFormat' }

/** Returns a message's outcome, as determined by the address. `round`: number of earlier attempts to send the message. */
export function endingOf(channel: Channel, address: string, round: number): Ending {
  if (channel === 'Email' && !isEmailAddress(address)) return invalidFormat
  const ending = byAddress.get(`${channel} ${channel === 'SMS' ? plainNumber(address) : localPart(address)}`)
  if (!ending) return { at: 'report', status: `${channel}_Delivered` }
  return ending.at === 'again' && round > 0 ? { at: 'report', status: ending.afterwards } : ending
}

export interface Recipe {
  readonly status: EntryStatus
  /** The recipient as written in an order. */
  readonly recipient: RecipientRequest
  readonly how: string
}

/** Statuses that an order can never have, with the reason. */
export const unreachableStatuses: Readonly<Record<string, string>> = {
  Email_Failed_TransientError: 'transient errors are retried',
}

const emailSettings = { subject: 'Subject', body: 'Body' }
const smsSettings = { body: 'Body' }

export const recipesOf = (fixtures: ContactFixtures): Recipe[] => [...magicRecipients.map(recipeOf), ...lookedUp(fixtures)]

function recipeOf({ channel, address, ending }: MagicRecipient): Recipe {
  const recipient: RecipientRequest =
    channel === 'SMS'
      ? { recipientSms: { phoneNumber: address, smsSettings } }
      : { recipientEmail: { emailAddress: `${address}@any.example`, emailSettings } }
  if (ending.at === 'never') {
    return { status: `${channel}_Failed_TTL`, recipient, how: "No delivery report arrives. Advance the clock past the message's expiry." }
  }
  if (ending.at === 'again')
    return { status: ending.afterwards, recipient, how: 'The provider fails once, so the service sends the message a second time.' }
  return {
    status: ending.status,
    recipient,
    how: ending.at === 'sending' ? 'The provider rejects the message.' : 'The delivery report contains this status.',
  }
}

const channels = { Email: 'Email', SMS: 'Sms' } as const satisfies Record<Channel, ChannelSchema>

function lookedUp({ people, organizations }: ContactFixtures): Recipe[] {
  const person = (condition: string, channelSchema: ChannelSchema, more: object = {}): RecipientRequest[] =>
    people
      .filter((each) => each.condition === condition)
      .slice(0, 1)
      .map(({ number }) => ({ recipientPerson: { nationalIdentityNumber: number, channelSchema, emailSettings, smsSettings, ...more } }))
  const organization = (condition: string): RecipientRequest[] =>
    organizations
      .filter((each) => each.condition === condition)
      .slice(0, 1)
      .map(({ number }) => ({ recipientOrganization: { orgNumber: number, channelSchema: 'EmailAndSms', emailSettings, smsSettings } }))
  const each = (
    channel: Channel,
    reason: 'RecipientReserved' | 'RecipientNotIdentified',
    how: string,
    recipients: readonly RecipientRequest[],
  ): Recipe[] => recipients.map((recipient) => ({ status: `${channel}_Failed_${reason}`, recipient, how }))

  return (['SMS', 'Email'] as const).flatMap((channel) => {
    const other = channel === 'SMS' ? 'emailOnly' : 'mobileOnly'
    const half = 'The message on the other channel is delivered.'
    return [
      ...each(channel, 'RecipientReserved', 'The person has opted out of digital communication.', person('reserved', channels[channel])),
      ...each(channel, 'RecipientNotIdentified', half, [...person(other, 'EmailAndSms'), ...organization(other)]),
      ...each(
        channel,
        'RecipientNotIdentified',
        'The order overrides the reservation, but there are no contact details.',
        person('reservedWithoutDetails', channels[channel], { ignoreReservation: true }),
      ),
    ]
  })
}
