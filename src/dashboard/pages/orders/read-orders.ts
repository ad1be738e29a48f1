/** Reads the orders of this environment: the newest for the list, and any that is open. */
import { useMemo } from 'preact/hooks'
import type { RecordOf } from '../../../control-replies/records.ts'
import type { Shipment } from '../../components/manifest.tsx'
import { useControl } from '../../data/control.ts'
import { environment } from '../../data/place.ts'
import { type Order, orderOf, ordersOf } from './order.ts'

/** Orders of the list: more would make the page and the server slow. The search finds the others. */
const most = 2_000

function useRecords(collection: 'orders' | 'shipments', query: Readonly<Record<string, string>>, enabled = true) {
  return useControl('control.findRecords', { params: { collection }, query: { environment, ...query } }, { live: true, enabled })
}

/** The newest orders, the newest first. `total` counts all of them. */
export function useOrders() {
  const found = useRecords('orders', { first: 'newest', limit: String(most) })
  // An order has a notification and, as a rule, few reminders.
  const parts = useRecords('shipments', { first: 'newest', limit: String(5 * most) })
  const orders = useMemo(() => joined(found.data?.records, parts.data?.records), [found.data, parts.data])
  const isRead = found.data !== undefined && parts.data !== undefined
  return { found, orders, total: found.data?.total ?? 0, isRead }
}

/** The order with this id, or that of the shipment with this id, also one that the list lacks. Undefined `order`: there is none. */
export function useOrder(id: string | undefined, { orders, isRead }: Pick<ReturnType<typeof useOrders>, 'orders' | 'isRead'>) {
  const listed = id === undefined ? undefined : orderOf(orders, id)
  const isAsked = id !== undefined && isRead && !listed
  const byId = useRecords('orders', { id: id ?? '' }, isAsked)
  const byShipment = useRecords('orders', { shipment: id ?? '' }, isAsked)
  const record = isAsked ? ([...(byId.data?.records ?? []), ...(byShipment.data?.records ?? [])][0] as Order | undefined) : undefined
  const parts = useRecords('shipments', { order: record?.id ?? '' }, record !== undefined)
  const order = listed ?? (record && parts.data ? joined([record], parts.data.records)[0] : undefined)
  const isKnown =
    listed !== undefined || (byId.data !== undefined && byShipment.data !== undefined && (!record || parts.data !== undefined))
  return { order, isKnown: isRead && isKnown }
}

const joined = (records: readonly object[] = [], parts: readonly object[] = []): readonly Order[] =>
  ordersOf(records as readonly RecordOf<'orders'>[], parts as readonly Shipment[])
