/** Looks up the addresses and the texts of an order's messages. */
import type { Act } from '../../../state/act.ts'
import { Refusal } from '../../../wire/refusals/refusal.ts'
import { addressesFor, type ContactAddress, type Contacts, contactsNow, emailsThatCount, seenRegister } from '../records/addressing.ts'
import { replaceKeywords, wantsName } from '../records/keywords.ts'
import { channelSchemaOf, directAddress } from '../records/recipient.ts'
import type { Shipment, Texts } from '../records/shipment.ts'
import { addressesWithOwn, ownAddresses } from '../records/user-addresses.ts'

export interface Found {
  readonly addresses: readonly ContactAddress[]
  /** Absent: the texts of the order. */
  readonly texts?: Texts | undefined
}

type Asking = Act<'register' | 'names' | 'authorization'>

/** Returns the name of a service that cannot be reached, if there is one. */
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
  const asked = addresses.map((found): ContactAddress => {
    const failed = found.failed ?? circumstances.identification(found)
    return failed ? { channel: found.channel, address: '', failed } : found
  })
  return asked.filter(({ channel, failed }, at) => !failed || asked.findIndex((other) => other.failed && other.channel === channel) === at)
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
