/** Finds orders by idempotencyId, so that no order is placed twice. */
import { defineRecord } from '../../../world/records/records.ts'
import type { Table } from '../../../world/records/table.ts'
import { type Owner, ownerKeys, owns } from './owner.ts'
import type { Order, OrderFamily } from './shipment.ts'

/** What identifies an order for its owner. */
export interface OrderKey extends Pick<Order, 'family' | 'idempotencyId'> {
  readonly owner: Owner
}

/** The orders of one environment. */
export interface Orders extends Table<Order> {
  readonly idempotency: Idempotency
}

/** Family → idempotencyId → the order, or key of the owner → order where several owners used the same idempotencyId. */
export type Idempotency = Readonly<Record<OrderFamily, Map<string, Order | Map<string, Order>>>>

export function createIdempotency(orders: Iterable<Order> = []): Idempotency {
  const idempotency: Idempotency = { regular: new Map(), instant: new Map() }
  for (const order of orders) index(idempotency, order)
  return idempotency
}

function index(idempotency: Idempotency, order: Order): void {
  const { family, idempotencyId } = order
  const found = idempotency[family].get(idempotencyId)
  if (found === undefined) {
    idempotency[family].set(idempotencyId, order)
    return
  }
  const owned = found instanceof Map ? found : new Map(ownerKeys(found).map((key) => [key, found]))
  for (const key of ownerKeys(order)) if (!owned.has(key)) owned.set(key, order)
  idempotency[family].set(idempotencyId, owned)
}

export function findOrder({ idempotency }: Orders, { family, owner, idempotencyId }: OrderKey): Order | undefined {
  const found = idempotency[family].get(idempotencyId)
  if (found instanceof Map) return found.get(owner.key)
  return found && owns(owner, found) ? found : undefined
}

export function storeOrder(orders: Orders, order: Order): Order {
  index(orders.idempotency, order)
  return orders.insert(order)
}

export const orders = defineRecord({
  name: 'order',
  key: ({ id }: Order) => id,
  open: (table) => Object.assign(table, { idempotency: createIdempotency(table.values()) }),
})
