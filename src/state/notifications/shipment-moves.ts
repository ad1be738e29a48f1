/** Moves a shipment and its recipient entries from status to status. */
import type { Act } from '../act.ts'
import { defineLifecycle } from '../lifecycle.ts'
import { addToFeed } from './feed.ts'
import {
  type Entry,
  type EntryStatus,
  entryLifecycle,
  isFinal,
  type OrderStatus,
  orderLifecycle,
  reportStatuses,
  type Shipment,
} from './shipment.ts'

/** The later of two reports counts. Source: notifications §13. */
export const reportedLifecycle = defineLifecycle<EntryStatus>(
  'reported entry',
  Object.fromEntries(Object.values(reportStatuses).flatMap((statuses) => statuses.map((status) => [status, statuses]))),
)

/** The part of an act that a move needs: its feed gets the shipments that end. */
export interface Moving extends Pick<Act, 'now'> {
  readonly environment: Pick<Act['environment'], 'feed'>
}

export function moveShipment({ environment, now }: Moving, shipment: Shipment, status: OrderStatus): void {
  const at = now()
  orderLifecycle.demand(shipment.status, status)
  shipment.status = status
  // The step to Processing is not shown as an update. Source: notifications §8.1.
  if (status !== 'Order_Processing') shipment.lastUpdate = at
  // Cancelled shipments are not told of. Source: notifications §9.3.
  if (status === 'Order_Completed' || status === 'Order_SendConditionNotMet') addToFeed(environment.feed, shipment, at)
}

/** Moves an entry; the shipment is completed with its last one. Source: notifications §11.4. */
export function moveEntry(act: Moving, shipment: Shipment, entry: Entry, status: EntryStatus): void {
  entryLifecycle.demand(entry.status, status)
  entry.status = status
  entry.lastUpdate = act.now()
  if (shipment.entries.every(isFinal)) moveShipment(act, shipment, 'Order_Completed')
}

/** A later report overwrites an earlier one: the entry shows it, its shipment does not change. */
export function correctEntry(entry: Entry, status: EntryStatus, at: number): void {
  reportedLifecycle.demand(entry.status, status)
  entry.status = status
  entry.lastUpdate = at
}
