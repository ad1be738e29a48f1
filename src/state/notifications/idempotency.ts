/** Finds orders by idempotencyId, so that no order is placed twice. */
import { getOrCreate } from '../../wire/get-or-create.ts'
import type { Table } from '../table.ts'
import { type Owner, ownerKeys } from './owner.ts'
import type { Order, OrderFamily } from './shipment.ts'

/** What identifies an order for its owner. */
export interface OrderKey extends Pick<Order, 'family' | 'idempotencyId'> {
  readonly owner: Owner
}

/** The orders of one environment. */
export interface Orders {
  readonly orders: Table<Order>
  readonly idempotency: Idempotency
}

/** Family → key of the owner → idempotencyId → order. */
export type Idempotency = Readonly<Record<OrderFamily, Map<string, Map<string, Order>>>>

export function createIdempotency(orders: Iterable<Order> = []): Idempotency {
  const idempotency: Idempotency = { regular: new Map(), instant: new Map() }
  for (const order of orders) index(idempotency, order)
  return idempotency
}

function index(idempotency: Idempotency, order: Order): void {
  const { family, idempotencyId } = order
  for (const key of ownerKeys(order)) {
    const known = getOrCreate(idempotency[family], key, () => new Map<string, Order>())
    if (!known.has(idempotencyId)) known.set(idempotencyId, order)
  }
}

export const findOrder = ({ idempotency }: Orders, { family, owner, idempotencyId }: OrderKey): Order | undefined =>
  idempotency[family].get(owner.key)?.get(idempotencyId)

export function storeOrder({ idempotency, orders }: Orders, order: Order): Order {
  index(idempotency, order)
  return orders.insert(order)
}
