/** A message on its way: the entry of a shipment that a job moves on. */
import { z } from 'zod'
import type { Act } from './act.ts'
import { type Channel, type Entry, type EntryStatus, moveEntry, type Shipment } from './shipment.ts'

/** `round` counts the times that the message has been handed over before. */
export const messageData = z.object({ shipmentId: z.guid(), entry: z.int(), round: z.int().optional() })

/** The service that hands messages of a channel over. */
export const senderOf = { SMS: 'sms', Email: 'email' } as const satisfies Record<Channel, string>

export interface Message {
  readonly shipment: Shipment
  readonly entry: Entry
}

/** The entry, if it still stands where the job expects it. */
export function findMessage(
  { shipmentId, entry }: z.output<typeof messageData>,
  { environment }: Act,
  expected: (channel: Channel) => EntryStatus,
): Message | undefined {
  const shipment = environment.shipments.get(shipmentId)
  const found = shipment?.entries[entry]
  return shipment && found && found.status === expected(found.channel) ? { shipment, entry: found } : undefined
}

/** Moves a message on, and says so. */
export function moveMessage({ shipment, entry }: Message, status: EntryStatus, at: number) {
  moveEntry(shipment, entry, status, at)
  return { id: shipment.id, destination: entry.destination, status, order: shipment.status }
}
