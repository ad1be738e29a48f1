/** A shipment's lifecycle. Source: notifications §6.2, §8, §11. */
import type { Contact } from './register.ts'
import { memberOf, textOf } from './wire.ts'

export interface Entry {
  readonly type: 'Email' | 'SMS'
  readonly destination: string
  readonly status: string
  readonly lastUpdate: string
}

export interface Shipment {
  readonly shipmentId: string
  readonly creator: string
  readonly type: 'Notification' | 'Reminder' | 'Instant'
  readonly sendersReference: string | undefined
  readonly recipient: unknown
  /** Milliseconds since 1970. */
  readonly created: number
  readonly sendTime: number
  /** The order's end. Set if it cannot be derived from the time. */
  ended?: { readonly status: string; readonly at: number }
  /** The addresses. Set once the shipment has been processed. */
  addresses?: readonly Omit<Entry, 'status' | 'lastUpdate'>[]
  isSeen?: boolean
}

export interface Look {
  readonly status: string
  readonly at: number
  readonly entries: readonly Entry[]
}

export const timeText = (at: number) => new Date(at).toISOString()

/**
 * `seconds`: time from an order's send time to its delivery. An order is sent only after it has been read once, so that its initial status
 * is visible even with 0.
 */
export function lookAt(shipment: Shipment, seconds: number, contactOf: (number: string) => Contact, now = Date.now()): Look {
  const { ended, sendTime, created, type } = shipment
  if (ended) return { status: ended.status, at: ended.at, entries: [] }
  const length = seconds * 1000
  const isOver = now >= sendTime + length && shipment.isSeen === true
  const steps = type === 'Instant' ? 2 : Math.floor((3 * (now - sendTime)) / (length || Number.POSITIVE_INFINITY))
  shipment.isSeen = true
  if (!isOver && steps < 2) {
    const status = steps === 1 ? 'Order_Processing' : 'Order_Registered'
    return { status, at: created, entries: [] }
  }
  shipment.addresses ??= addressesOf(shipment.recipient, contactOf)
  const at = sendTime + (isOver ? length : (2 * length) / 3)
  const entries = shipment.addresses.map((address) => ({ ...address, status: statusOf(address, isOver), lastUpdate: timeText(at) }))
  return { status: isOver ? 'Order_Completed' : 'Order_Processed', at, entries }
}

function statusOf({ type, destination }: Omit<Entry, 'status' | 'lastUpdate'>, isOver: boolean): string {
  if (destination === '') return `${type}_Failed_RecipientNotIdentified`
  if (isOver) return `${type}_Delivered`
  return `${type}_Sending`
}

/** Returns the number whose addresses are looked up, or `undefined` if the recipient contains an address. */
export function numberOf(recipient: unknown): { number: string; channel: string } | undefined {
  const named = ['recipientPerson', 'recipientOrganization', 'recipientExternalIdentity'].map((name) => memberOf(recipient, name))
  const given = named.find((one) => one !== undefined && one !== null)
  const number = textOf(given, 'nationalIdentityNumber') ?? textOf(given, 'orgNumber') ?? textOf(given, 'externalIdentity')
  return number === undefined ? undefined : { number, channel: textOf(given, 'channelSchema') ?? '' }
}

/** True if the register contains no address for the channel. Source: notifications §6.3 */
export function isMissing(recipient: unknown, contactOf: (number: string) => Contact): boolean {
  const named = numberOf(recipient)
  return named !== undefined && addressesOf(recipient, contactOf).every(({ destination }) => destination === '')
}

function addressesOf(recipient: unknown, contactOf: (number: string) => Contact): Omit<Entry, 'status' | 'lastUpdate'>[] {
  const email = (destination: string) => ({ type: 'Email', destination }) as const
  const sms = (destination: string) => ({ type: 'SMS', destination }) as const
  const named = numberOf(recipient)
  if (!named) {
    const address = textOf(memberOf(recipient, 'recipientEmail'), 'emailAddress')
    return [address === undefined ? sms(textOf(memberOf(recipient, 'recipientSms'), 'phoneNumber') ?? '') : email(address)]
  }
  const { emails, mobiles } = contactOf(named.number)
  const [allEmails, allMobiles] = [emails.map(email), mobiles.map(sms)]
  const orNone = <Address>(list: readonly Address[], none: Address) => (list.length > 0 ? list : [none])
  switch (named.channel) {
    case 'Email':
      return [...orNone(allEmails, email(''))]
    case 'Sms':
      return [...orNone(allMobiles, sms(''))]
    case 'EmailPreferred':
      return [...(emails.length > 0 ? allEmails : orNone<Omit<Entry, 'status' | 'lastUpdate'>>(allMobiles, email('')))]
    case 'SmsPreferred':
      return [...(mobiles.length > 0 ? allMobiles : orNone<Omit<Entry, 'status' | 'lastUpdate'>>(allEmails, sms('')))]
    default:
      return [...orNone(allEmails, email('')), ...orNone(allMobiles, sms(''))]
  }
}
