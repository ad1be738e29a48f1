/** A shipment and its messages as calls and jobs work on them: what they are about, and how messages move. */
import { z } from 'zod'
import type { About } from '../../../wire/row.ts'
import type { Environment } from '../../../world/records.ts'
import type { World } from '../../../world/world.ts'
import type { Act } from '../../act.ts'
import { orders } from './orders.ts'
import { contentOf, recipientNames } from './recipient.ts'
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
  const named = shipment?.entries[entry]
  return shipment && named && named.status === expected(named.channel) ? { shipment, entry: named } : undefined
}

/** Moves a message, and returns the outcome of the job. */
export function moveMessage(act: Act, { shipment, entry }: Message, status: EntryStatus) {
  moveEntry(act, shipment, entry, status)
  return { id: shipment.id, destination: entry.destination, status, order: shipment.status }
}

export function shipmentAbout({ shipmentId }: { shipmentId: string }, _: World, { of }: Environment): About {
  const shipment = of(shipments).get(shipmentId)
  if (!shipment) return {}
  const { creator: org, creatorOrgNo: orgNo, orderId, recipient } = shipment
  const order = of(orders).get(orderId)
  const all = order?.shipmentIds.flatMap((id) => of(shipments).get(id)?.recipient ?? []) ?? [recipient]
  return { org, orgNo, order: order?.idempotencyId ?? undefined, content: contentOf(all), recipients: recipientNames(recipient) }
}

/** Why a caller does not find a shipment. */
export const notOwn = (shipment: Shipment | undefined, owner: string): string =>
  shipment ? `the shipment belongs to ${shipment.creator}, not to ${owner}` : 'there is no shipment with this id in this environment'
