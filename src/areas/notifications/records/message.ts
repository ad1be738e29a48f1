/** A message that is being sent: an entry of a shipment, moved by jobs. */

import { z } from 'zod'
import type { Act } from '../../../world/act.ts'
import { type Channel, type Entry, type EntryStatus, type Shipment, shipments } from './shipment.ts'
import { moveEntry } from './shipment-moves.ts'

/** The service that sends the messages of a channel. */
export const senderOf = { SMS: 'sms', Email: 'email' } as const satisfies Record<Channel, string>

/** Which recipient entry of a shipment a job works on. `round` counts how often the message was handed over before. */
export const messageData = z.object({ shipmentId: z.guid(), entry: z.int(), round: z.int().optional() })
export type MessageData = z.output<typeof messageData>

export interface Message {
  readonly shipment: Shipment
  readonly entry: Entry
}

/** The message, if it still has the status that the job expects. */
export function findMessage(
  { shipmentId, entry }: MessageData,
  { environment }: Act,
  expected: (channel: Channel) => EntryStatus,
): Message | undefined {
  const shipment = environment.of(shipments).get(shipmentId)
  const found = shipment?.entries[entry]
  return shipment && found && found.status === expected(found.channel) ? { shipment, entry: found } : undefined
}

/** Moves a message, and returns the outcome of the job. */
export function moveMessage(act: Act, { shipment, entry }: Message, status: EntryStatus) {
  moveEntry(act, shipment, entry, status)
  return { id: shipment.id, destination: entry.destination, status, order: shipment.status }
}
