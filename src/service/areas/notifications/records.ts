/** Orders, their shipments, and the organizations that own them. */

import { createIndex, defineRecord, type Table } from '../../world/records.ts'
import type { ContactRegister } from '../../world/registers.ts'
import type { StoredRecipient } from './constraints/stored-recipient.ts'
import type { Channel, EntryStatus, OrderFamily, OrderStatus, ShipmentType } from './wire.ts'

export interface Owned {
  /** As shown to callers: the organization's code if known, otherwise its number. */
  readonly creator: string
  readonly creatorOrgNo?: string | undefined
  /** The organization's number if known, otherwise its code. */
  readonly owner: string
}

/** A message to one address. Times are milliseconds of world time since 1970. */
export interface Entry {
  readonly channel: Channel
  /** Empty for reserved and unidentified recipients. */
  readonly destination: string
  status: EntryStatus
  lastUpdate: number
  /** Delivery reports after this time are ignored. */
  readonly expires?: number | undefined
  /** The recipient's position in a list. Absent if there is only one recipient. */
  readonly addressee?: number | undefined
  /** The recipient's registered name, if the list's text contains keywords. If absent, keywords are not replaced. */
  readonly name?: string | undefined
  /** Delivery reports that a tester requested, oldest first, at most {@link mostReports}. These reports are not in the journal. */
  chosen?: readonly { readonly at: number; readonly status: EntryStatus }[] | undefined
}

export const mostReports = 50

export interface Texts {
  readonly Email?: { readonly subject: string; readonly body: string } | undefined
  readonly SMS?: { readonly body: string } | undefined
}

/** A notification or a reminder with its own delivery manifest. */
export interface Shipment extends Owned {
  readonly id: string
  readonly orderId: string
  readonly type: ShipmentType
  readonly sendersReference: string | null
  readonly requestedSendTime: number
  readonly conditionEndpoint: string | null
  readonly recipient: StoredRecipient
  readonly created: number
  /** The text after keyword replacement. Absent if it has no keywords. */
  texts?: Texts | undefined
  status: OrderStatus
  lastUpdate: number
  entries: Entry[]
}

/** A notification and its reminders, placed in a single call. */
export interface Order extends Owned {
  readonly id: string
  readonly family: OrderFamily
  /** Null on the older routes, where every call places a new order. */
  readonly idempotencyId: string | null
  /** The notification, followed by its reminders in order. */
  readonly shipmentIds: readonly [string, ...string[]]
}

/** An environment's shipments, indexed for the older routes. */
export interface Shipments extends Table<Shipment> {
  /** Returns the shipments of all owners, oldest first. */
  withReference(sendersReference: string): readonly Shipment[]
  /** Returns shipments whose order contains this national identity number or organization number, oldest first. */
  toNumber(number: string): readonly Shipment[]
}

function openShipments(table: Table<Shipment>): Shipments {
  const references = createIndex(table, ({ sendersReference }) => (sendersReference === null ? [] : [sendersReference]))
  const numbers = createIndex(table, ({ recipient }) => numbersOf(recipient))
  const { insert, put } = table
  const indexed = (shipment: Shipment) => {
    references.added(shipment)
    numbers.added(shipment)
  }
  return Object.assign(table, {
    insert(shipment: Shipment) {
      insert(shipment)
      indexed(shipment)
      return shipment
    },
    put(shipment: Shipment) {
      put(shipment)
      indexed(shipment)
    },
    withReference: references.find,
    toNumber: numbers.find,
  })
}

function numbersOf({ recipientPerson: person, recipientOrganization: organization, recipientList: list }: StoredRecipient): string[] {
  const listed = (list?.recipients ?? []).map(
    ({ nationalIdentityNumber, organizationNumber }) => nationalIdentityNumber || organizationNumber,
  )
  return [person?.nationalIdentityNumber, organization?.orgNumber, ...listed].flatMap((number) => number || [])
}

export const shipments = defineRecord({ name: 'shipment', key: ({ id }: Shipment) => id, open: openShipments })

/** An organization is the same owner, regardless of whether its token contains its code or its number. Source: decisions §1 #12. */
export interface Owner {
  readonly owned: Owned
  /** Identifies the owner's records. */
  readonly key: string
}

/** Owners are compared by code, as in the live service, or by organization. */
export type Comparing = 'code' | 'organization'

/** Returns undefined if the caller's token does not identify an owner. */
export function ownerOf(
  register: Pick<ContactRegister, 'serviceOwner'>,
  { org, orgNo }: { readonly org?: string | undefined; readonly orgNo?: string | undefined },
  comparing: Comparing,
): Owner | undefined {
  const known = org === undefined ? undefined : register.serviceOwner(org)
  const creator = org ?? orgNo
  if (creator === undefined || (comparing === 'code' && org === undefined)) return undefined
  const owned = { creator, creatorOrgNo: known ?? orgNo, owner: known ?? creator }
  return { owned, key: comparing === 'code' ? codeKey(creator) : organizationKey(owned.owner) }
}

/** The keys that identify an owner's records: one for each way to compare owners. */
export const ownerKeys = ({ creator, creatorOrgNo, owner }: Owned): readonly string[] =>
  creator === creatorOrgNo ? [organizationKey(owner)] : [organizationKey(owner), codeKey(creator)]

export const owns = ({ key }: Owner, owned: Owned): boolean => ownerKeys(owned).includes(key)

const organizationKey = (owner: string) => `organization ${owner}`
const codeKey = (code: string) => `code ${code}`

/** Unique among an owner's orders. */
export interface OrderKey {
  readonly family: IdempotentFamily
  readonly idempotencyId: string
  readonly owner: Owner
}

export interface Orders extends Table<Order> {
  readonly idempotency: Idempotency
}

/** family → idempotencyId → order. If several owners used the same idempotencyId: owner key → order. */
export type Idempotency = Readonly<Record<IdempotentFamily, Map<string, Order | Map<string, Order>>>>

export type IdempotentFamily = Exclude<OrderFamily, 'older'>

export function createIdempotency(orders: Iterable<Order> = []): Idempotency {
  const idempotency: Idempotency = { regular: new Map(), instant: new Map(), composed: new Map() }
  for (const order of orders) index(idempotency, order)
  return idempotency
}

function index(idempotency: Idempotency, order: Order): void {
  const { family, idempotencyId } = order
  if (family === 'older' || idempotencyId === null) return
  const known = idempotency[family].get(idempotencyId)
  if (known === undefined) {
    idempotency[family].set(idempotencyId, order)
    return
  }
  const owned = known instanceof Map ? known : new Map(ownerKeys(known).map((key) => [key, known]))
  for (const key of ownerKeys(order)) if (!owned.has(key)) owned.set(key, order)
  idempotency[family].set(idempotencyId, owned)
}

export function findOrder({ idempotency }: Orders, { family, owner, idempotencyId }: OrderKey): Order | undefined {
  const known = idempotency[family].get(idempotencyId)
  if (known instanceof Map) return known.get(owner.key)
  return known && owns(owner, known) ? known : undefined
}

interface OrderFacts extends Pick<Order, 'id' | 'family' | 'idempotencyId' | 'shipmentIds'> {
  readonly owned: Owned
}

export function storeOrder(orders: Orders, { id, family, owned, idempotencyId, shipmentIds }: OrderFacts): Order {
  const { creator, creatorOrgNo, owner } = owned
  // The properties are listed one by one. If they were spread, V8 would put most of them into a second object in memory.
  const order: Order = { id, family, creator, creatorOrgNo, owner, idempotencyId, shipmentIds }
  index(orders.idempotency, order)
  return orders.insert(order)
}

export const orders = defineRecord({
  name: 'order',
  key: ({ id }: Order) => id,
  open: (table) => Object.assign(table, { idempotency: createIdempotency(table.values()) }),
})
