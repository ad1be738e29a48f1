/** Orders, their shipments, and the organizations that own them. */
import type { ContactRegister } from '../../world/contact-register.ts'
import { defineRecord } from '../../world/records.ts'
import { createIndex, type Table } from '../../world/table.ts'
import type { StoredRecipient } from './constraints/stored-recipient.ts'
import type { Channel, EntryStatus, OrderFamily, OrderStatus, ShipmentType } from './statuses.ts'

/** What a record keeps of its owner. */
export interface Owned {
  /** As it is shown: the code of the organization, else its number. */
  readonly creator: string
  readonly creatorOrgNo?: string | undefined
  /** The number of a known organization, else its code. */
  readonly owner: string
}

/** One address in one channel. Times are world milliseconds since 1970. */
export interface Entry {
  readonly channel: Channel
  /** Empty for reserved and unidentified recipients. */
  readonly destination: string
  status: EntryStatus
  lastUpdate: number
  /** After this time, no delivery report counts. */
  readonly expires?: number | undefined
  /** Whose message it is, among the recipients of a list. Absent: the only recipient. */
  readonly addressee?: number | undefined
  /** The registered name of that recipient, where a text of the list has keywords. Absent: the texts stay as they are. */
  readonly name?: string | undefined
  /** The reports that a tester chose, oldest first, at most {@link mostReports}: no line of the journal has them. */
  chosen?: readonly { readonly at: number; readonly status: EntryStatus }[] | undefined
}

export const mostReports = 50

/** By channel. */
export interface Texts {
  readonly Email?: { readonly subject: string; readonly body: string } | undefined
  readonly SMS?: { readonly body: string } | undefined
}

/** One notification or one reminder, with a delivery manifest of its own. */
export interface Shipment extends Owned {
  readonly id: string
  readonly orderId: string
  readonly type: ShipmentType
  readonly sendersReference: string | null
  readonly requestedSendTime: number
  readonly conditionEndpoint: string | null
  readonly recipient: StoredRecipient
  readonly created: number
  /** The texts with their keywords replaced, if there were any. */
  texts?: Texts | undefined
  status: OrderStatus
  lastUpdate: number
  entries: Entry[]
}

/** A notification with its reminders: one call placed it. */
export interface Order extends Owned {
  readonly id: string
  readonly family: OrderFamily
  /** Null in an order of the older routes: each such call places an order. */
  readonly idempotencyId: string | null
  /** The notification first, then its reminders in order. */
  readonly shipmentIds: readonly [string, ...string[]]
}

/** The shipments of one environment. The older routes find them by more than their ids. */
export interface Shipments extends Table<Shipment> {
  /** Of every owner, oldest first. */
  withReference(sendersReference: string): readonly Shipment[]
  /** Those whose order names a person or an organization by this number, oldest first. */
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

/** The national identity numbers and organization numbers in an order. */
function numbersOf({ recipientPerson: person, recipientOrganization: organization, recipientList: list }: StoredRecipient): string[] {
  const listed = (list?.recipients ?? []).map(
    ({ nationalIdentityNumber, organizationNumber }) => nationalIdentityNumber || organizationNumber,
  )
  return [person?.nationalIdentityNumber, organization?.orgNumber, ...listed].flatMap((number) => number || [])
}

export const shipments = defineRecord({ name: 'shipment', key: ({ id }: Shipment) => id, open: openShipments })

/** One organization is one owner, whether its token names its code or its number. Source: decisions §1 #12. */
export interface Owner {
  readonly owned: Owned
  /** One of the keys of what it owns. */
  readonly key: string
}

/** Whether owners are compared by code alone, as live, or by organization. */
export type Comparing = 'code' | 'organization'

/** Undefined for a caller whose token names no owner. */
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

/** The keys under which records of an owner are found: one for each way of comparing. */
export const ownerKeys = ({ creator, creatorOrgNo, owner }: Owned): readonly string[] =>
  creator === creatorOrgNo ? [organizationKey(owner)] : [organizationKey(owner), codeKey(creator)]

export const owns = ({ key }: Owner, owned: Owned): boolean => ownerKeys(owned).includes(key)

const organizationKey = (owner: string) => `organization ${owner}`
const codeKey = (code: string) => `code ${code}`

/** What identifies an order for its owner. */
export interface OrderKey {
  readonly family: IdempotentFamily
  readonly idempotencyId: string
  readonly owner: Owner
}

/** The orders of one environment. */
export interface Orders extends Table<Order> {
  readonly idempotency: Idempotency
}

/** Family → idempotencyId → the order, or key of the owner → order where several owners used the same idempotencyId. */
export type Idempotency = Readonly<Record<IdempotentFamily, Map<string, Order | Map<string, Order>>>>

/** The families whose orders have an idempotencyId. */
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
  // Without a spread, which would put most members into a second object in memory.
  const order: Order = { id, family, creator, creatorOrgNo, owner, idempotencyId, shipmentIds }
  index(orders.idempotency, order)
  return orders.insert(order)
}

export const orders = defineRecord({
  name: 'order',
  key: ({ id }: Order) => id,
  open: (table) => Object.assign(table, { idempotency: createIdempotency(table.values()) }),
})
