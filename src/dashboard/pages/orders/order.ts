/** An order of a notification: its shipments, and who placed it. */
import type { RecordOf } from '../../../control-replies/records.ts'
import type { Shipment } from '../../components/manifest.tsx'
import type { Caller } from '../../data/send-call.ts'

/** The record of an order, with those of its shipments. */
export interface Order extends RecordOf<'orders'> {
  /** The notification first, then its reminders. */
  readonly shipments: readonly Shipment[]
}

/** The newest first. */
export function ordersOf(records: readonly RecordOf<'orders'>[], shipments: readonly Shipment[]): readonly Order[] {
  const byId = new Map(shipments.map((shipment) => [shipment.id, shipment]))
  return records.map((record) => ({ ...record, shipments: record.shipmentIds.flatMap((id) => byId.get(id) ?? []) }))
}

/** The order with this id, or that of the shipment with this id. */
export const orderOf = (orders: readonly Order[], id: string): Order | undefined =>
  orders.find((each) => each.id === id || each.shipmentIds.includes(id))

export const destinationsOf = ({ shipments }: Order): string[] => [
  ...new Set(shipments.flatMap(({ recipients }) => recipients.map(({ destination }) => destination))),
]

/** Everything of it that a tester may know, as one text. */
export const textOf = (order: Order): string =>
  [
    order.id,
    order.idempotencyId,
    order.creator,
    ...order.shipmentIds,
    ...order.shipments.map(({ sendersReference }) => sendersReference ?? ''),
    ...destinationsOf(order),
  ]
    .join('\n')
    .toLowerCase()

/** The shipment that comes next, else the last one. */
export const nextOf = ({ shipments }: Order): Shipment | undefined =>
  shipments.find(({ status }) => status === 'Order_Registered') ?? shipments.at(-1)

/** Orders of a system have the number of its organization in place of a code. */
export const callerOf = (creator: string): Caller => (/^\d{9}$/.test(creator) ? { orgNo: creator } : { org: creator })
