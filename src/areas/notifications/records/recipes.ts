/** Recipients that lead to each final status of a message. Source: decisions §7. */

import type { ContactFixtures } from '../../contacts/records/contact-register.ts'
import type { ChannelSchema, RecipientRequest } from '../rules/order.ts'
import { type MagicRecipient, magicRecipients } from './magic-recipients.ts'
import type { Channel, EntryStatus } from './shipment.ts'

export interface Recipe {
  readonly status: EntryStatus
  /** As it stands in an order. */
  readonly recipient: RecipientRequest
  /** What else there is to know. */
  readonly how: string
}

/** No order leads to these statuses. */
export const unreachableStatuses: Readonly<Record<string, string>> = {
  Email_Failed_TransientError: 'transient errors are retried',
  Email_Failed_InvalidSasUrl: 'regular and instant emails have no attachments',
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
    return { status: `${channel}_Failed_TTL`, recipient, how: 'No delivery report arrives. Advance the clock past its expiry.' }
  }
  if (ending.at === 'again')
    return { status: ending.afterwards, recipient, how: 'The provider fails once, so the service sends the message a second time.' }
  return { status: ending.status, recipient, how: ending.at === 'sending' ? 'The provider refuses it.' : 'The delivery report says so.' }
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
    const half = 'The message of the other channel is delivered.'
    return [
      ...each(channel, 'RecipientReserved', 'Reserved against digital communication.', person('reserved', channels[channel])),
      ...each(channel, 'RecipientNotIdentified', half, [...person(other, 'EmailAndSms'), ...organization(other)]),
      ...each(
        channel,
        'RecipientNotIdentified',
        'Reserved, which the order overrides, but without details.',
        person('reservedWithoutDetails', channels[channel], { ignoreReservation: true }),
      ),
    ]
  })
}
