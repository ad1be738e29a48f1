/** Reads orders with their shipments: the newest, and the one that is open. */
import { useMemo } from 'preact/hooks'
import type { RecordOf } from '../../../control/rows/records.ts'
import type { Shipment } from '../../components/story.tsx'
import { environment, useControl } from '../../data/control.ts'

/** The record of an order, with those of its shipments. */
export interface Order extends RecordOf<'orders'> {
  /** The notification first, then its reminders. */
  readonly shipments: readonly Shipment[]
}

/** The newest first. */
function ordersOf(records: readonly RecordOf<'orders'>[], shipments: readonly Shipment[]): readonly Order[] {
  const byId = new Map(shipments.map((shipment) => [shipment.id, shipment]))
  return records.map((record) => ({ ...record, shipments: record.shipmentIds.flatMap((id) => byId.get(id) ?? []) }))
}

/** The order with this id, or that of the shipment with this id. */
const orderOf = (orders: readonly Order[], id: string): Order | undefined =>
  orders.find((each) => each.id === id || each.shipmentIds.includes(id))

/** Orders of the list: more would make the page and the server slow. The search finds the others. */
const most = 2_000

function useRecords(collection: 'orders' | 'shipments', query: Readonly<Record<string, string>>, enabled = true) {
  return useControl('control.findRecords', { params: { collection }, query: { environment, ...query } }, { live: true, enabled })
}

/** The newest orders, the newest first. `total` counts all of them. */
export function useOrders() {
  const records = useRecords('orders', { first: 'newest', limit: String(most) })
  // An order has a notification and, as a rule, few reminders.
  const parts = useRecords('shipments', { first: 'newest', limit: String(5 * most) })
  const orders = useMemo(() => joined(records.data?.records, parts.data?.records), [records.data, parts.data])
  const isRead = records.data !== undefined && parts.data !== undefined
  return { records, orders, total: records.data?.total ?? 0, isRead }
}

/** The order with this id, or that of the shipment with this id, also one that the list lacks. Undefined `order`: there is none. */
export function useOrder(id: string | undefined, { orders, isRead }: Pick<ReturnType<typeof useOrders>, 'orders' | 'isRead'>) {
  const listed = id === undefined ? undefined : orderOf(orders, id)
  const isUnlisted = id !== undefined && isRead && !listed
  const byId = useRecords('orders', { id: id ?? '' }, isUnlisted)
  const byShipment = useRecords('orders', { shipment: id ?? '' }, isUnlisted)
  const record = isUnlisted ? ([...(byId.data?.records ?? []), ...(byShipment.data?.records ?? [])][0] as Order | undefined) : undefined
  const parts = useRecords('shipments', { order: record?.id ?? '' }, record !== undefined)
  const order = listed ?? (record && parts.data ? joined([record], parts.data.records)[0] : undefined)
  const isKnown =
    listed !== undefined || (byId.data !== undefined && byShipment.data !== undefined && (!record || parts.data !== undefined))
  return { order, isKnown: isRead && isKnown }
}

const joined = (records: readonly object[] = [], parts: readonly object[] = []): readonly Order[] =>
  ordersOf(records as readonly RecordOf<'orders'>[], parts as readonly Shipment[])
