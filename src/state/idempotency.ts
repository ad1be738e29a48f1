/** The orders of a creator by the ids under which none is placed twice. */
import { remember } from '../wire/remember.ts'
import type { Environment } from './environment.ts'
import type { Order } from './shipment.ts'

/** Orders of two families may bear the same id. Source: notifications §5.4. */
export type OrderFamily = 'regular' | 'instant'

/** What names an order, for its creator. */
export type OrderKey = Pick<Order, 'family' | 'creator' | 'idempotencyId'>

/** Family → creator → idempotencyId → order. */
export type Idempotency = Readonly<Record<OrderFamily, Map<string, Map<string, Order>>>>

export const createIdempotency = (): Idempotency => ({ regular: new Map(), instant: new Map() })

export const findOrder = ({ idempotency }: Environment, { family, creator, idempotencyId }: OrderKey): Order | undefined =>
  idempotency[family].get(creator)?.get(idempotencyId)

export function storeOrder({ idempotency, orders }: Environment, order: Order): Order {
  const { family, creator, idempotencyId } = order
  remember(idempotency[family], creator, () => new Map<string, Order>()).set(idempotencyId, order)
  return orders.insert(order)
}
