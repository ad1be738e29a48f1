/** Looks up the addresses and the text for an order's messages. */

import { isPhoneNumber, normalizeRegisterNumber } from '../../../wire/identifiers.ts'
import { Refusal } from '../../../wire/refusal.ts'
import type { OrganizationContact } from '../../../world/contact.ts'
import type { Act } from '../../operation.ts'
import type { Addressee } from '../constraints/older-order.ts'
import type { ChannelSchema, OrganizationRequest, RecipientRequest } from '../constraints/order.ts'
import type { RecipientList } from '../constraints/stored-recipient.ts'
import { channelSchemaOf, directAddress, hasKeywords, memberOf, replaceKeywords } from '../messages/texts.ts'
import {
  addressesFor,
  type ContactAddress,
  type Contacts,
  contactsNow,
  type EmailCounts,
  emailsThatCount,
  seenRegister,
} from '../records/addressing.ts'
import type { Entry, Shipment, Texts } from '../records.ts'

export type MessageAddress = ContactAddress & Pick<Entry, 'addressee' | 'name'>

export interface LookupResult {
  readonly addresses: readonly MessageAddress[]
  /** Absent if the order's own text applies. */
  readonly texts?: Texts | undefined
}

/** Returns the messages' addresses, or the name of an unreachable service. */
export function lookUp({ recipient }: Shipment, act: Asking): LookupResult | { readonly unreachable: string } {
  const { recipientList: list } = recipient
  const direct = list ? undefined : directAddress(recipient)
  if (direct) return { addresses: [direct] }
  try {
    if (list) return { addresses: list.recipients.flatMap((each, at) => askFor(list, each, at, act)) }
    const { addresses, name } = ask(recipient, act)
    return { addresses, texts: name === undefined ? undefined : textsWith(recipient, name) }
  } catch (thrown) {
    if (thrown instanceof Refusal && thrown.key === 'unreachable') return { unreachable: String(thrown.values.service) }
    throw thrown
  }
}

function askFor(list: RecipientList, addressee: Addressee, at: number, act: Asking): MessageAddress[] {
  const member = memberOf(list, addressee)
  const { addresses, name } = directAddress(member) ? { addresses: directAddresses(list, addressee, act) } : ask(member, act)
  return addresses.map((address) => ({ ...address, addressee: at, ...(name !== undefined && { name }) }))
}

function directAddresses({ channelSchema }: RecipientList, { emailAddress, mobileNumber }: Addressee, act: Asking): ContactAddress[] {
  const listed = (text: string | null | undefined) => (text ? [text] : [])
  const given = { emails: listed(emailAddress), mobiles: listed(mobileNumber), reserved: false, barred: false, name: undefined }
  return identified(addressesFor(channelSchema, given), act)
}

/**
 * Looks up a recipient's addresses in the register. `name`: the registered name, if the text contains keywords. Undefined if the register
 * does not contain the party.
 */
function ask(
  recipient: RecipientRequest,
  act: Asking,
): { readonly addresses: readonly ContactAddress[]; readonly name?: string | undefined } {
  const { reach } = act
  reach('register')
  const contacts = contactsNow(act, recipient)
  if (!contacts) return { addresses: [] }
  const addresses = identified(addressesOf(recipient, contacts, act), act)
  if (!wantsName(recipient) || addresses.every(({ failed }) => failed)) return { addresses }
  reach('names')
  return { addresses, name: contacts.name }
}

/** True if the text needs the recipient's name. Direct recipients and external identities have no name. */
function wantsName({ recipientPerson, recipientOrganization }: RecipientRequest): boolean {
  const named = recipientPerson ?? recipientOrganization
  return named != null && hasKeywords(named)
}

function textsWith({ recipientPerson, recipientOrganization }: RecipientRequest, name: string): Texts | undefined {
  const named = recipientPerson ?? recipientOrganization
  return named ? replaceKeywords(named, { name, number: recipientOrganization?.orgNumber ?? '' }) : undefined
}

type Asking = Act<'register' | 'names' | 'authorization'>

/** Replaces the addresses that cannot be used with a single empty address per channel. */
function identified(addresses: readonly ContactAddress[], { circumstances }: Asking): ContactAddress[] {
  const checkedAddresses = addresses.map((contactAddress): ContactAddress => {
    const failed = contactAddress.failed ?? circumstances.identification(contactAddress)
    return failed ? { channel: contactAddress.channel, address: '', failed } : contactAddress
  })
  return checkedAddresses.filter(
    ({ channel, failed }, at) => !failed || checkedAddresses.findIndex((other) => other.failed && other.channel === channel) === at,
  )
}

/**
 * Returns the addresses to send messages to. The order's resource matters only for organizations, and only in this step. Source:
 * notifications §6.1.
 */
function addressesOf(recipient: RecipientRequest, contacts: Contacts, act: Asking): ContactAddress[] {
  const { recipientOrganization: organization } = recipient
  const channelSchema = channelSchemaOf(recipient)
  if (!organization?.resourceId) return addressesFor(channelSchema, contacts)
  act.reach('authorization')
  const own = ownAddresses(seenRegister(act).organization(organization.orgNumber), organization, contacts, emailsThatCount(act))
  return addressesWithOwn(channelSchema, contacts, own)
}

interface Own {
  readonly email: string | undefined
  readonly mobile: string | undefined
}

const prefix = 'urn:altinn:resource:'
const bare = (resource: string) => (resource.startsWith(prefix) ? resource.slice(prefix.length) : resource)

/**
 * Returns the contact details of people who may perform the order's action on its resource, except for the organization's official
 * addresses.
 */
export function ownAddresses(
  organization: OrganizationContact | undefined,
  request: OrganizationRequest,
  official: Contacts,
  counts: EmailCounts,
): Own[] {
  const resource = bare(request.resourceId ?? '')
  const action = request.resourceAction || 'read'
  const permitted = (organization?.users ?? []).filter(
    ({ resources, actions = ['read'] }) => (resources?.map(bare).includes(resource) ?? true) && actions.includes(action),
  )
  return permitted.map(({ email, mobile }) => ({
    email: own(email, counts, official.emails),
    mobile: own(mobile && normalizeRegisterNumber(mobile.trim()), isPhoneNumber, official.mobiles),
  }))
}

function own(text: string | undefined, isUsable: (text: string) => boolean, official: readonly string[]): string | undefined {
  const address = text?.trim()
  return address && isUsable(address) && !includes(official, address) ? address : undefined
}

const includes = (addresses: readonly string[], address: string) => addresses.some((each) => each.toLowerCase() === address.toLowerCase())

/** Returns all of a message's addresses without duplicates, emails first. */
export function addressesWithOwn(channelSchema: ChannelSchema, official: Contacts, own: readonly Own[]): ContactAddress[] {
  const emails = own.flatMap(({ email }) => email ?? [])
  const mobiles = own.flatMap(({ mobile }) => mobile ?? [])
  const preferred = preference[channelSchema]
  if (!preferred) {
    return unique(
      addressesFor(channelSchema, { ...official, emails: [...official.emails, ...emails], mobiles: [...official.mobiles, ...mobiles] }),
    )
  }
  const mine = own.flatMap((each) => addressOf(each, preferred))
  const theirs = addressesFor(channelSchema, official).filter(({ failed }) => !failed || mine.length === 0)
  return unique([...theirs, ...mine])
}

const preference: Partial<Record<ChannelSchema, 'email' | 'mobile'>> = { EmailPreferred: 'email', SmsPreferred: 'mobile' }

function addressOf({ email, mobile }: Own, preferred: 'email' | 'mobile'): ContactAddress[] {
  const byEmail = preferred === 'email' ? email !== undefined : mobile === undefined
  const address = byEmail ? email : mobile
  return address === undefined ? [] : [{ channel: byEmail ? 'Email' : 'SMS', address }]
}

function unique(addresses: readonly ContactAddress[]): ContactAddress[] {
  const seen = new Set<string>()
  const first = addresses.filter(({ channel, address }) => {
    const name = `${channel} ${address.toLowerCase()}`
    return !seen.has(name) && seen.add(name)
  })
  return [...first.filter(({ channel }) => channel === 'Email'), ...first.filter(({ channel }) => channel === 'SMS')]
}
