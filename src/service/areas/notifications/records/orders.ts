/** The orders of one environment and their owners, found so that no order is placed twice. */
import { defineRecord } from '../../../world/records.ts'
import type { Table } from '../../../world/table.ts'
import type { ContactRegister } from '../../contacts/records/contact-register.ts'
import type { Order, OrderFamily, Owned, Shipment } from './shipment.ts'

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

interface ShipmentFacts extends Omit<Shipment, keyof Owned | 'texts'> {
  readonly owned: Owned
}

/** Without a spread, as an order. */
export function storeShipment(shipments: Table<Shipment>, facts: ShipmentFacts): Shipment {
  const { id, orderId, owned, type, sendersReference, requestedSendTime, conditionEndpoint, recipient, created } = facts
  const { creator, creatorOrgNo, owner } = owned
  const { status, lastUpdate, entries } = facts
  return shipments.insert({
    id,
    orderId,
    creator,
    creatorOrgNo,
    owner,
    type,
    sendersReference,
    requestedSendTime,
    conditionEndpoint,
    recipient,
    created,
    status,
    lastUpdate,
    entries,
  })
}

export const orders = defineRecord({
  name: 'order',
  key: ({ id }: Order) => id,
  open: (table) => Object.assign(table, { idempotency: createIdempotency(table.values()) }),
})
