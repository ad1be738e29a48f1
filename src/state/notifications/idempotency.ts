/** Finds orders by idempotencyId, so that no order is placed twice. */
import { getOrCreate } from '../../wire/get-or-create.ts'
import type { Table } from '../table.ts'
import type { Order, OrderFamily } from './shipment.ts'

/** What identifies an order for its creator. */
export type OrderKey = Pick<Order, 'family' | 'creator' | 'idempotencyId'>

/** The orders of one environment. */
export interface Orders {
  readonly orders: Table<Order>
  readonly idempotency: Idempotency
}

/** Family → creator → idempotencyId → order. */
export type Idempotency = Readonly<Record<OrderFamily, Map<string, Map<string, Order>>>>

export function createIdempotency(orders: Iterable<Order> = []): Idempotency {
  const idempotency: Idempotency = { regular: new Map(), instant: new Map() }
  for (const order of orders) index(idempotency, order)
  return idempotency
}

function index(idempotency: Idempotency, order: Order): void {
  const { family, creator, idempotencyId } = order
  getOrCreate(idempotency[family], creator, () => new Map<string, Order>()).set(idempotencyId, order)
}

export const findOrder = ({ idempotency }: Orders, { family, creator, idempotencyId }: OrderKey): Order | undefined =>
  idempotency[family].get(creator)?.get(idempotencyId)

export function storeOrder({ idempotency, orders }: Orders, order: Order): Order {
  index(idempotency, order)
  return orders.insert(order)
}
