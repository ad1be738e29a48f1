/** Looks up the addresses and the texts of an order's messages. */
import { Refusal } from '../../../wire/refusals/refusal.ts'
import { isPhoneNumber, normalizeRegisterNumber } from '../../../wire/values/addresses.ts'
import type { Act } from '../../../world/act.ts'
import type { OrganizationContact } from '../../contacts/records/contact.ts'
import {
  addressesFor,
  type ContactAddress,
  type Contacts,
  contactsNow,
  type EmailCounts,
  emailsThatCount,
  seenRegister,
} from '../records/addressing.ts'
import { channelSchemaOf, directAddress, settingsOf } from '../records/recipient.ts'
import type { Channel, Shipment, Texts } from '../records/shipment.ts'
import type { ChannelSchema, OrganizationRequest } from '../rules/order.ts'

const keywords = /\$recipient(Name|Number)\$/g

const textsOf = ({ recipient }: Shipment): string[] => {
  const { Email, SMS } = settingsOf(recipient)
  return [Email?.subject, Email?.body, SMS?.body].filter((text) => text !== undefined)
}

/** Whether the recipient's name must be looked up. Direct recipients and external identities have none. */
function wantsName(shipment: Shipment): boolean {
  const { recipientPerson, recipientOrganization } = shipment.recipient
  return (recipientPerson ?? recipientOrganization) != null && textsOf(shipment).some((text) => text.search(keywords) >= 0)
}

/** `name` is empty when the register has no name for the party. Undefined when it does not have the party: the texts stay as they are. */
function replaceKeywords({ recipient }: Shipment, name: string | undefined): Texts | undefined {
  if (name === undefined) return undefined
  const number = recipient.recipientOrganization?.orgNumber ?? ''
  // In one pass, because a name may look like a keyword.
  const replaced = (text: string) => text.replace(keywords, (_, which: string) => (which === 'Name' ? name : number))
  const { Email, SMS } = settingsOf(recipient)
  return {
    Email: Email && { subject: replaced(Email.subject), body: replaced(Email.body) },
    SMS: SMS && { body: replaced(SMS.body) },
  } satisfies Record<Channel, unknown>
}

export interface LookupResult {
  readonly addresses: readonly ContactAddress[]
  /** Absent: the texts of the order. */
  readonly texts?: Texts | undefined
}

type Asking = Act<'register' | 'names' | 'authorization'>

/** Returns the name of a service that cannot be reached, if there is one. */
export function lookUp(shipment: Shipment, act: Asking): LookupResult | { readonly unreachable: string } {
  const direct = directAddress(shipment.recipient)
  if (direct) return { addresses: [direct] }
  try {
    return ask(shipment, act)
  } catch (thrown) {
    if (thrown instanceof Refusal && thrown.key === 'unreachable') return { unreachable: String(thrown.values.service) }
    throw thrown
  }
}

function ask(shipment: Shipment, act: Asking): LookupResult {
  const { recipient } = shipment
  const { reach } = act
  reach('register')
  const contacts = contactsNow(act, recipient)
  if (!contacts) return { addresses: [] }
  const addresses = identified(addressesOf(shipment, contacts, act), act)
  if (!wantsName(shipment) || addresses.every(({ failed }) => failed)) return { addresses }
  reach('names')
  return { addresses, texts: replaceKeywords(shipment, contacts.name) }
}

/** A channel without a usable address gets one empty address. */
function identified(addresses: readonly ContactAddress[], { circumstances }: Asking): ContactAddress[] {
  const checkedAddresses = addresses.map((contactAddress): ContactAddress => {
    const failed = contactAddress.failed ?? circumstances.identification(contactAddress)
    return failed ? { channel: contactAddress.channel, address: '', failed } : contactAddress
  })
  return checkedAddresses.filter(
    ({ channel, failed }, at) => !failed || checkedAddresses.findIndex((other) => other.failed && other.channel === channel) === at,
  )
}

/** The resource matters for organizations only, and not before this step. Source: notifications §6.1. */
function addressesOf({ recipient }: Shipment, contacts: Contacts, act: Asking): ContactAddress[] {
  const { recipientOrganization: organization } = recipient
  const channelSchema = channelSchemaOf(recipient)
  if (!organization?.resourceId) return addressesFor(channelSchema, contacts)
  act.reach('authorization')
  const own = ownAddresses(seenRegister(act).organization(organization.orgNumber), organization, contacts, emailsThatCount(act))
  return addressesWithOwn(channelSchema, contacts, own)
}

/** The usable details of one person. */
interface Own {
  readonly email: string | undefined
  readonly mobile: string | undefined
}

const prefix = 'urn:altinn:resource:'
const bare = (resource: string) => (resource.startsWith(prefix) ? resource.slice(prefix.length) : resource)

/**
 * Of the people that the access policy permits the order's action on its resource. An address that is also an official one does not count.
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

/** The addresses of the message: emails first, each address once. */
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
