/** Moves a shipment and its recipient entries from status to status. */

import { defineLifecycle } from '../../../world/records.ts'
import type { Act } from '../../act.ts'
import { addToFeed, feedEntries } from './feed.ts'
import {
  type Entry,
  type EntryStatus,
  entryLifecycle,
  isFinal,
  noMoves,
  type OrderStatus,
  orderLifecycle,
  reportStatuses,
  type Shipment,
  shipments,
} from './shipment.ts'

/** The last report counts. Source: notifications §13. */
export const reportedLifecycle = defineLifecycle<EntryStatus>('reported entry', {
  ...noMoves,
  ...Object.fromEntries(Object.values(reportStatuses).flatMap((statuses) => statuses.map((status) => [status, statuses]))),
})

/** The part of an act that a move needs. */
export interface Moving extends Pick<Act, 'now'> {
  readonly environment: Pick<Act['environment'], 'of'>
}

export function moveShipment({ environment, now }: Moving, shipment: Shipment, status: OrderStatus): void {
  const at = now()
  orderLifecycle.demand(shipment.status, status)
  shipment.status = status
  // The move to Processing does not change lastUpdate. Source: notifications §8.1.
  if (status !== 'Order_Processing') shipment.lastUpdate = at
  environment.of(shipments).changed(shipment)
  // The feed does not show cancelled shipments. Source: notifications §9.3.
  if (status === 'Order_Completed' || status === 'Order_SendConditionNotMet') addToFeed(environment.of(feedEntries), shipment, at)
}

/** Moves an entry. The shipment is completed with its last entry. Source: notifications §11.4. */
export function moveEntry(act: Moving, shipment: Shipment, entry: Entry, status: EntryStatus): void {
  entryLifecycle.demand(entry.status, status)
  entry.status = status
  entry.lastUpdate = act.now()
  act.environment.of(shipments).changed(shipment)
  // From the end, because entries mostly end in their order: the last ones are the open ones.
  const open = isFinal(entry) ? shipment.entries.findLast((each) => !isFinal(each)) : entry
  if (!open) moveShipment(act, shipment, 'Order_Completed')
}

/** A later report overwrites an earlier one. Only the entry changes, not the status of its shipment. */
export function correctEntry({ environment, now }: Moving, shipment: Shipment, entry: Entry, status: EntryStatus): void {
  reportedLifecycle.demand(entry.status, status)
  entry.status = status
  entry.lastUpdate = now()
  environment.of(shipments).changed(shipment)
}
