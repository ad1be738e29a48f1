/** Looks up a recipient's addresses in the contact register. */

import { isEmailAddress, isPhoneNumber, normalizeRegisterNumber } from '../../../wire/identifiers.ts'
import { readTimestamp } from '../../../wire/timestamp.ts'
import type { PersonContact } from '../../../world/contact.ts'
import type { ContactLookup } from '../../../world/registers.ts'
import type { Unidentified } from '../../circumstances.ts'
import { dialectOf } from '../../dialect.ts'
import type { Act } from '../../operation.ts'
import type { ChannelSchema, PersonRequest, RecipientRequest } from '../constraints/order.ts'
import type { Channel } from '../wire.ts'

export interface Contacts {
  readonly emails: readonly string[]
  readonly mobiles: readonly string[]
  /** True if the person has opted out of digital contact in KRR. In that case, a missing address is not an error. */
  readonly reserved: boolean
  /** True if the person is reserved and the order respects reservations, so nothing is sent. */
  readonly barred: boolean
  /** Undefined if the party is not in the register. Empty if the register contains no name for the party. */
  readonly name: string | undefined
}

export interface ContactAddress {
  readonly channel: Channel
  /** Empty if no address is usable. */
  readonly address: string
  readonly failed?: Unidentified
}

const unknown: Contacts = { emails: [], mobiles: [], reserved: false, barred: false, name: undefined }

type Asking = Pick<Act, 'world' | 'circumstances' | 'now'>

/** Returns the register as the service sees it. A scenario can delay when changes become visible. */
export function seenRegister({ world, circumstances, now }: Asking): ContactLookup {
  const late = circumstances.lateness('contacts')
  return late === 0 ? world.contacts : world.contacts.asOf(now() - late)
}

/** Returns a recipient's contact details as the service currently sees them. Undefined for a direct recipient. */
export const contactsNow = (act: Asking, recipient: RecipientRequest): Contacts | undefined =>
  contactsOf(seenRegister(act), recipient, act.now(), emailsThatCount(act))

/** Returns the predicate for usable email addresses in the register. Source: notifications §6.1, decisions §1 #14. */
export const emailsThatCount = ({ world }: Pick<Act, 'world'>): EmailCounts =>
  dialectOf(world).of('notifications.createOrder').area.anyEmailCounts ? () => true : isEmailAddress

export type EmailCounts = (address: string) => boolean

/** Returns a recipient's usable contact details. Undefined for a direct recipient. Source: notifications §6.1. */
export function contactsOf(
  register: ContactLookup,
  recipient: RecipientRequest,
  now: number,
  counts: EmailCounts = isEmailAddress,
): Contacts | undefined {
  const { recipientPerson: person, recipientOrganization: organization, recipientExternalIdentity: external } = recipient
  if (person) return personContacts(register.person(person.nationalIdentityNumber), person, now, counts)
  if (organization) {
    const organizationContact = register.organization(organization.orgNumber)
    return organizationContact ? usable(organizationContact, organizationContact.emails, organizationContact.mobiles, counts) : unknown
  }
  if (!external) return undefined
  const contact = register.externalIdentity(external.externalIdentity)
  return contact ? usable(contact, [contact.email], [contact.mobile], counts) : unknown
}

function personContacts(person: PersonContact | undefined, request: PersonRequest, now: number, counts: EmailCounts): Contacts {
  if (!person) return unknown
  const useless = !request.useStaleContactInformation && isStale(person, now)
  const reserved = person.reserved === true
  const reservation = { reserved, barred: reserved && !request.ignoreReservation }
  if (useless) return { ...unknown, ...reservation, name: person.name ?? '' }
  return usable(person, [person.email], [person.mobile], counts, reservation)
}

/** True if the details are more than 18 months old. Source: notifications §3.2. */
function isStale({ updated }: PersonContact, now: number): boolean {
  const time = updated === undefined ? undefined : readTimestamp(updated)
  if (!time) return false
  const limit = new Date(now)
  const day = limit.getUTCDate()
  limit.setUTCMonth(limit.getUTCMonth() - 18)
  // For 31 August, 18 months earlier is the last day of February.
  if (limit.getUTCDate() !== day) limit.setUTCDate(0)
  return time.at < limit.getTime()
}

type Listed = readonly (string | undefined)[]
const free = { reserved: false, barred: false }

function usable(
  about: { name?: string | undefined; verified?: boolean | undefined },
  emails: Listed,
  mobiles: Listed,
  counts: EmailCounts,
  reservation: Pick<Contacts, 'reserved' | 'barred'> = free,
): Contacts {
  const name = about.name ?? ''
  if (about.verified === false) return { ...unknown, ...reservation, name }
  return {
    emails: unique(present(emails).filter(counts)),
    mobiles: unique(present(mobiles).map(normalizeRegisterNumber).filter(isPhoneNumber)),
    ...reservation,
    name,
  }
}

const present = (texts: Listed): string[] => texts.map((text) => text?.trim() ?? '').filter((text) => text !== '')

/** Removes duplicates and keeps the first spelling. */
const unique = (texts: readonly string[]): string[] => {
  const seen = new Map<string, string>()
  for (const text of texts) if (!seen.has(text.toLowerCase())) seen.set(text.toLowerCase(), text)
  return [...seen.values()]
}

/** True if an order to this recipient must be refused. Source: notifications §6.3. */
export function missing(channelSchema: ChannelSchema, { emails, mobiles, reserved }: Contacts): boolean {
  if (reserved) return false
  if (channelSchema === 'Email') return emails.length === 0
  if (channelSchema === 'Sms') return mobiles.length === 0
  return emails.length === 0 && mobiles.length === 0
}

/** Returns the addresses to send messages to, emails first. Source: notifications §6.2, §6.3. */
export function addressesFor(channelSchema: ChannelSchema, contacts: Contacts): ContactAddress[] {
  return channelsFor(channelSchema, contacts).flatMap((channel): ContactAddress[] => {
    const addresses = channel === 'Email' ? contacts.emails : contacts.mobiles
    if (contacts.barred) return [{ channel, address: '', failed: 'RecipientReserved' }]
    if (addresses.length === 0) return [{ channel, address: '', failed: 'RecipientNotIdentified' }]
    return addresses.map((address) => ({ channel, address }))
  })
}

function channelsFor(channelSchema: ChannelSchema, { emails, mobiles }: Contacts): readonly Channel[] {
  if (channelSchema === 'Email') return ['Email']
  if (channelSchema === 'Sms') return ['SMS']
  if (channelSchema === 'EmailAndSms') return ['Email', 'SMS']
  if (channelSchema === 'EmailPreferred') return emails.length === 0 && mobiles.length > 0 ? ['SMS'] : ['Email']
  return mobiles.length === 0 && emails.length > 0 ? ['Email'] : ['SMS']
}
