/** Tells of a call, a job, a booking, a message, an event or a delivery as one entry of a story. */

import type { Delivery } from '../../areas/events/records/delivery.ts'
import type { PublishedEvent } from '../../areas/events/records/published-event.ts'
import { eventType } from '../../areas/events/rules/cloud-event.ts'
import type { Posted } from '../../areas/notifications/records/outbox.ts'
import { shipments } from '../../areas/notifications/records/shipment.ts'
import { zulu } from '../../wire/values/timestamp.ts'
import { type Booking, bookingId } from '../../world/agenda.ts'
import type { Environment } from '../../world/environment.ts'
import type { Line } from '../../world/journal-line.ts'
import type { World } from '../../world/world.ts'
import type { StoryEntry } from '../rows/story.ts'

/** An entry, and its time as a number. */
export interface Told {
  readonly time: number
  readonly entry: StoryEntry
}

/** The id of what caused a job: that of its line or booking without its last number. Null for a call. */
export function causeIn(id: string): string | null {
  const at = id.lastIndexOf('.')
  return at < 0 ? null : id.slice(0, at)
}

/** The booking of a line: a job that was put off has a line for each try. */
export const bookingOf = (line: string): string => line.split('+', 1)[0] ?? ''

/** The record that the data of a job names. */
function recordIn(data: unknown): StoryEntry['record'] {
  const { shipmentId, entry, fileTransferId, deliveryId, orgNo } = (data ?? {}) as Readonly<Record<string, unknown>>
  if (typeof shipmentId === 'string') return { type: 'shipment', id: shipmentId, ...(typeof entry === 'number' && { position: entry }) }
  if (typeof fileTransferId === 'string') return { type: 'fileTransfer', id: fileTransferId }
  if (typeof deliveryId === 'string') return { type: 'delivery', id: deliveryId }
  return typeof orgNo === 'string' ? { type: 'serviceOwner', id: orgNo } : null
}

function told(
  time: number,
  { status = null, why = null, ...entry }: Omit<StoryEntry, 'at' | 'status' | 'why'> & Partial<Pick<StoryEntry, 'status' | 'why'>>,
): Told {
  return { time, entry: { ...entry, at: zulu(time), status, why } }
}

export function tellLine(line: Line): Told {
  const { id, at, environment, operation, method, path, status, why, data } = line
  const isJob = method === null
  return told(at, {
    kind: isJob ? 'job' : 'call',
    id,
    environment,
    what: operation ?? `${method} ${path}`,
    status: status === null ? null : String(status),
    why,
    record: isJob ? recordIn(data) : null,
    causedBy: isJob ? causeIn(bookingOf(id)) : null,
  })
}

export function tellBooking(booking: Booking): Told {
  const { at, environment, job, data, cause } = booking
  return told(at, { kind: 'booking', id: bookingId(booking), environment, what: job, record: recordIn(data), causedBy: cause })
}

export function tellMessage({ environments }: World, { id, at, environment, shipmentId, entry, cause }: Posted): Told {
  const { channel, status } = environments[environment].of(shipments).get(shipmentId)?.entries[entry] ?? {
    channel: 'message',
    status: null,
  }
  return told(at, {
    kind: 'message',
    id,
    environment,
    what: channel,
    status,
    record: { type: 'shipment', id: shipmentId, position: entry },
    causedBy: cause ?? null,
  })
}

export const tellEvent = ({ name: environment }: Environment, { id, at, name, fileTransferId, cause }: PublishedEvent): Told =>
  told(at, {
    kind: 'event',
    id,
    environment,
    what: eventType(name),
    record: { type: 'fileTransfer', id: fileTransferId },
    causedBy: cause ?? null,
  })

/** The endpoint as the journal keeps addresses: without secrets. */
export function tellDelivery({ journal }: World, { name: environment }: Environment, delivery: Delivery): Told {
  const { id, made, endPoint, status, attempts, cause } = delivery
  const what = journal.keep.text(endPoint)
  const why = attempts.at(-1)?.why ?? null
  return told(made, { kind: 'delivery', id, environment, what, status, why, record: { type: 'delivery', id }, causedBy: cause ?? null })
}

const ranks: Readonly<Record<StoryEntry['kind'], number>> = { call: 0, job: 1, event: 2, message: 3, delivery: 4, booking: 5 }

/** By time, and at one time causes before effects. */
export function inOrder(all: readonly Told[]): StoryEntry[] {
  return all.toSorted((one, other) => one.time - other.time || ranks[one.entry.kind] - ranks[other.entry.kind]).map(({ entry }) => entry)
}
