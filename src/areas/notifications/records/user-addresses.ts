/** The addresses that people registered for themselves on behalf of an organization. Source: notifications §6.1, §6.2. */

import { isPhoneNumber, normalizeRegisterNumber } from '../../../wire/values/addresses.ts'
import type { OrganizationContact } from '../../contacts/records/contact.ts'
import type { ChannelSchema, OrganizationRequest } from '../rules/order.ts'
import { addressesFor, type ContactAddress, type Contacts, type EmailCounts } from './addressing.ts'

/** The usable details of one person. */
interface Own {
  readonly email: string | undefined
  readonly mobile: string | undefined
}

const prefix = 'urn:altinn:resource:'
const bare = (resource: string) => (resource.startsWith(prefix) ? resource.slice(prefix.length) : resource)

/** Of the people that the access policy permits the order's action on its resource. An address that is also an official one does not count. */
export function ownAddresses(
  found: OrganizationContact | undefined,
  asked: OrganizationRequest,
  official: Contacts,
  counts: EmailCounts,
): Own[] {
  const resource = bare(asked.resourceId ?? '')
  const action = asked.resourceAction || 'read'
  const permitted = (found?.users ?? []).filter(
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
