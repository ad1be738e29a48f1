/** A message on its way: the entry of a shipment that a job moves on. */

import type { Act } from '../act.ts'
import type { MessageData } from '../bookings.ts'
import type { Channel, Entry, EntryStatus, Shipment } from './shipment.ts'
import { moveEntry } from './shipment-moves.ts'

/** The service that hands messages of a channel over. */
export const senderOf = { SMS: 'sms', Email: 'email' } as const satisfies Record<Channel, string>

export interface Message {
  readonly shipment: Shipment
  readonly entry: Entry
}

/** The entry, if it still stands where the job expects it. */
export function findMessage(
  { shipmentId, entry }: MessageData,
  { environment }: Act,
  expected: (channel: Channel) => EntryStatus,
): Message | undefined {
  const shipment = environment.shipments.get(shipmentId)
  const found = shipment?.entries[entry]
  return shipment && found && found.status === expected(found.channel) ? { shipment, entry: found } : undefined
}

/** Moves a message on, and says so. */
export function moveMessage(act: Act, { shipment, entry }: Message, status: EntryStatus) {
  moveEntry(act, shipment, entry, status)
  return { id: shipment.id, destination: entry.destination, status, order: shipment.status }
}
