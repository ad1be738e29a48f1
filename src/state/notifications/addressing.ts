/** From a looked-up recipient to the addresses that its messages take. */
import type { ChannelSchema, PersonRequest, RecipientRequest } from '../../wire/notifications/order.ts'
import { isEmailAddress } from '../../wire/values/email-address.ts'
import { isPhoneNumber, normalizeRegisterNumber } from '../../wire/values/phone-number.ts'
import { readTimestamp } from '../../wire/values/timestamp.ts'
import type { Unidentified } from '../circumstances.ts'
import type { PersonContact } from './contact.ts'
import type { ContactRegister } from './contact-register.ts'
import type { Channel } from './shipment.ts'

/** What the register knows of a recipient, as far as it can be used. */
export interface Contacts {
  readonly emails: readonly string[]
  readonly mobiles: readonly string[]
  /** Reserved in KRR: then nothing counts as missing. */
  readonly reserved: boolean
  /** Reserved, and the order respects it: then nothing is sent. */
  readonly barred: boolean
  /** Undefined when the register knows no such party; empty when it has no name. */
  readonly name: string | undefined
}

export interface ContactAddress {
  readonly channel: Channel
  /** Empty where there is none to use. */
  readonly address: string
  readonly failed?: Unidentified
}

const unknown: Contacts = { emails: [], mobiles: [], reserved: false, barred: false, name: undefined }

/** Undefined for a direct recipient: it is never looked up. Source: notifications §6.1. */
export function contactsOf(register: ContactRegister, recipient: RecipientRequest, now: number): Contacts | undefined {
  const { recipientPerson: person, recipientOrganization: organization, recipientExternalIdentity: external } = recipient
  if (person) return personContacts(register.person(person.nationalIdentityNumber), person, now)
  if (organization) {
    const found = register.organization(organization.orgNumber)
    return found ? usable(found, found.emails, found.mobiles) : unknown
  }
  if (!external) return undefined
  const found = register.externalIdentity(external.externalIdentity)
  return found ? usable(found, [found.email], [found.mobile]) : unknown
}

function personContacts(found: PersonContact | undefined, asked: PersonRequest, now: number): Contacts {
  if (!found) return unknown
  const useless = !asked.useStaleContactInformation && isStale(found, now)
  const reserved = found.reserved === true
  const reservation = { reserved, barred: reserved && !asked.ignoreReservation }
  return useless ? { ...unknown, ...reservation, name: found.name ?? '' } : usable(found, [found.email], [found.mobile], reservation)
}

/** Older than 18 months. Source: notifications §3.2. */
function isStale({ updated }: PersonContact, now: number): boolean {
  const time = updated === undefined ? undefined : readTimestamp(updated)
  if (!time) return false
  const limit = new Date(now)
  const day = limit.getUTCDate()
  limit.setUTCMonth(limit.getUTCMonth() - 18)
  // 31 August has no counterpart in February: its last day stands for it.
  if (limit.getUTCDate() !== day) limit.setUTCDate(0)
  return time.at < limit.getTime()
}

type Listed = readonly (string | undefined)[]
const free = { reserved: false, barred: false }

function usable(
  about: { name?: string | undefined; verified?: boolean | undefined },
  emails: Listed,
  mobiles: Listed,
  reservation: Pick<Contacts, 'reserved' | 'barred'> = free,
): Contacts {
  const name = about.name ?? ''
  if (about.verified === false) return { ...unknown, ...reservation, name }
  return {
    emails: unique(present(emails).filter(isEmailAddress)),
    mobiles: unique(present(mobiles).map(normalizeRegisterNumber).filter(isPhoneNumber)),
    ...reservation,
    name,
  }
}

const present = (texts: Listed): string[] => texts.map((text) => text?.trim() ?? '').filter((text) => text !== '')

/** The first spelling of each. */
const unique = (texts: readonly string[]): string[] => {
  const seen = new Map<string, string>()
  for (const text of texts) if (!seen.has(text.toLowerCase())) seen.set(text.toLowerCase(), text)
  return [...seen.values()]
}

/** Whether an order to such a recipient is refused. Source: notifications §6.3. */
export function missing(channelSchema: ChannelSchema, { emails, mobiles, reserved }: Contacts): boolean {
  if (reserved) return false
  if (channelSchema === 'Email') return emails.length === 0
  if (channelSchema === 'Sms') return mobiles.length === 0
  return emails.length === 0 && mobiles.length === 0
}

/** The entries that a recipient's message becomes, emails first. Source: notifications §6.2, §6.3. */
export function addressesFor(channelSchema: ChannelSchema, contacts: Contacts): ContactAddress[] {
  return channelsFor(channelSchema, contacts).flatMap((channel): ContactAddress[] => {
    const found = channel === 'Email' ? contacts.emails : contacts.mobiles
    if (contacts.barred) return [{ channel, address: '', failed: 'RecipientReserved' }]
    if (found.length === 0) return [{ channel, address: '', failed: 'RecipientNotIdentified' }]
    return found.map((address) => ({ channel, address }))
  })
}

function channelsFor(channelSchema: ChannelSchema, { emails, mobiles }: Contacts): readonly Channel[] {
  if (channelSchema === 'Email') return ['Email']
  if (channelSchema === 'Sms') return ['SMS']
  if (channelSchema === 'EmailAndSms') return ['Email', 'SMS']
  if (channelSchema === 'EmailPreferred') return emails.length === 0 && mobiles.length > 0 ? ['SMS'] : ['Email']
  return mobiles.length === 0 && emails.length > 0 ? ['Email'] : ['SMS']
}
