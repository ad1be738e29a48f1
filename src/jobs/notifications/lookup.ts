/** Finds out where an order's messages go, and what they say. */
import type { Act } from '../../state/act.ts'
import { addressesFor, type ContactAddress, type Contacts, contactsOf } from '../../state/notifications/addressing.ts'
import { replaceKeywords, wantsName } from '../../state/notifications/keywords.ts'
import { channelSchemaOf, directAddress } from '../../state/notifications/recipient.ts'
import type { Shipment, Texts } from '../../state/notifications/shipment.ts'
import { addressesWithOwn, ownAddresses } from '../../state/notifications/user-addresses.ts'
import { Refusal } from '../../wire/refusals.ts'

export interface Found {
  readonly addresses: readonly ContactAddress[]
  /** Absent: they say what the order says. */
  readonly texts?: Texts | undefined
}

type Asking = Act<'register' | 'names' | 'authorization'>

/** Names the service that cannot be asked, where one cannot. */
export function lookUp(shipment: Shipment, act: Asking): Found | { readonly unreachable: string } {
  const direct = directAddress(shipment.recipient)
  if (direct) return { addresses: [direct] }
  try {
    return ask(shipment, act)
  } catch (thrown) {
    if (thrown instanceof Refusal && thrown.key === 'unreachable') return { unreachable: String(thrown.values.service) }
    throw thrown
  }
}

function ask(shipment: Shipment, act: Asking): Found {
  const { recipient } = shipment
  const { world, now, reach } = act
  reach('register')
  const contacts = contactsOf(world.contacts, recipient, now())
  if (!contacts) return { addresses: [] }
  const addresses = identified(addressesOf(shipment, contacts, act), act)
  if (!wantsName(shipment) || addresses.every(({ failed }) => failed)) return { addresses }
  reach('names')
  return { addresses, texts: replaceKeywords(shipment, contacts.name) }
}

/** Of a channel in which nobody is to be reached after all, there is one address, and it is empty. */
function identified(addresses: readonly ContactAddress[], { circumstances }: Asking): ContactAddress[] {
  const asked = addresses.map((found): ContactAddress => {
    const failed = found.failed ?? circumstances.identification(found)
    return failed ? { channel: found.channel, address: '', failed } : found
  })
  return asked.filter(({ channel, failed }, at) => !failed || asked.findIndex((other) => other.failed && other.channel === channel) === at)
}

/** A resource matters for organizations only, and only now. Source: notifications §6.1. */
function addressesOf({ recipient }: Shipment, contacts: Contacts, { world, reach }: Asking): ContactAddress[] {
  const { recipientOrganization: organization } = recipient
  const channelSchema = channelSchemaOf(recipient)
  if (!organization?.resourceId) return addressesFor(channelSchema, contacts)
  reach('authorization')
  const own = ownAddresses(world.contacts.organization(organization.orgNumber), organization, contacts)
  return addressesWithOwn(channelSchema, contacts, own)
}
