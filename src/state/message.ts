/** A message on its way: the entry of a shipment that a job moves on. */
import { z } from 'zod'
import type { Act } from './act.ts'
import { type Channel, type Entry, type EntryStatus, moveEntry, type Shipment } from './shipment.ts'

export const messageData = z.object({ shipmentId: z.guid(), entry: z.int() })

/** The service that hands messages of a channel over. */
export const senderOf = { SMS: 'sms', Email: 'email' } as const satisfies Record<Channel, string>

/** The entry, if it still stands where the job expects it. */
export function findMessage(
  { shipmentId, entry }: z.output<typeof messageData>,
  { environment }: Act,
  expected: (channel: Channel) => EntryStatus,
): { shipment: Shipment; entry: Entry } | undefined {
  const shipment = environment.shipments.get(shipmentId)
  const found = shipment?.entries[entry]
  return shipment && found && found.status === expected(found.channel) ? { shipment, entry: found } : undefined
}

/** Moves a message on, and says so. */
export function moveMessage({ shipment, entry }: { shipment: Shipment; entry: Entry }, status: EntryStatus, at: number) {
  moveEntry(shipment, entry, status, at)
  return { id: shipment.id, destination: entry.destination, status, order: shipment.status }
}
