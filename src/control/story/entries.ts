/** Turns calls, jobs, bookings, messages, events and deliveries into story entries. */
import { type Delivery, deliveries, type PublishedEvent, publishedEvents } from '../../service/areas/events/records.ts'
import { shipments } from '../../service/areas/notifications/records.ts'
import { zulu } from '../../service/wire/timestamp.ts'
import { type Booking, bookingId } from '../../service/world/clock.ts'
import type { Line } from '../../service/world/journal.ts'
import type { Environment } from '../../service/world/records.ts'
import type { Posted, World } from '../../service/world/world.ts'
import type { StoryEntry } from './rows.ts'

/** An entry, with its time as a number. */
export interface Told {
  readonly time: number
  readonly entry: StoryEntry
}

/** Returns the cause's id: the id of the line or booking without its last number. Null for a call. */
export function causeIn(id: string): string | null {
  const at = id.lastIndexOf('.')
  return at < 0 ? null : id.slice(0, at)
}

/** Returns a line's booking id. A job that was postponed has a line for each attempt. */
export const bookingOf = (line: string): string => line.split('+', 1)[0] ?? ''

/** Returns the record that a job worked on, and the record's status after the job. */
function recordAfter({ data, outcome }: Line): StoryEntry['record'] {
  const record = recordIn(data)
  return record && typeof outcome?.status === 'string' ? { ...record, status: outcome.status } : record
}

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
  const { id, at, environment, operation, method, path, status, why } = line
  const isJob = method === null
  return told(at, {
    kind: isJob ? 'job' : 'call',
    id,
    environment,
    what: operation ?? `${method} ${path}`,
    status: status === null ? null : String(status),
    why,
    record: isJob ? recordAfter(line) : null,
    causedBy: isJob ? causeIn(bookingOf(id)) : null,
  })
}

export function tellBooking(booking: Booking): Told {
  const { at, environment, job, data, cause } = booking
  return told(at, { kind: 'booking', id: bookingId(booking), environment, what: job, record: recordIn(data), causedBy: cause })
}

function tellMessage({ environments }: World, { id, at, environment, shipmentId, entry, cause }: Posted): Told {
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

const tellEvent = ({ name: environment }: Environment, { id, at, type, instance, cause }: PublishedEvent): Told =>
  told(at, {
    kind: 'event',
    id,
    environment,
    what: type,
    record: instance === null ? null : { type: 'fileTransfer', id: instance },
    causedBy: cause ?? null,
  })

/** Returns the entry for a delivery. The endpoint is redacted as in the journal. */
function tellDelivery({ journal }: World, { name: environment }: Environment, delivery: Delivery): Told {
  const { id, made, endPoint, status, attempts, cause } = delivery
  const what = journal.redact.text(endPoint)
  const why = attempts.at(-1)?.why ?? null
  return told(made, { kind: 'delivery', id, environment, what, status, why, record: { type: 'delivery', id }, causedBy: cause ?? null })
}

const ranks: Readonly<Record<StoryEntry['kind'], number>> = { call: 0, job: 1, event: 2, message: 3, delivery: 4, booking: 5 }

/** Sorts by time, with causes before effects that happen at the same time. */
export function inOrder(all: readonly Told[]): StoryEntry[] {
  return all.toSorted((one, other) => one.time - other.time || ranks[one.entry.kind] - ranks[other.entry.kind]).map(({ entry }) => entry)
}

/** True if a line or booking is one of the roots, or was caused by one of them. */
export function under(roots: ReadonlySet<string>, id: string | null | undefined): boolean {
  if (!id) return false
  for (let at = id.length; at > 0; at = id.lastIndexOf('.', at - 1)) if (roots.has(id.slice(0, at))) return true
  return false
}

/**
 * Returns the bookings, messages, events and deliveries that the roots caused, that concern a record in `names`, or that are an event or
 * delivery with the id `one`, which is in lowercase.
 */
export function causedRecords(world: World, roots: ReadonlySet<string>, names: ReadonlySet<string> = new Set(), one?: string): Told[] {
  const isNamed = (value: unknown) => typeof value === 'string' && names.has(value)
  const isOne = (id: string) => names.has(id) || id.toLowerCase() === one
  const bookings = world.clock.agenda.list().filter(({ cause, data }) => under(roots, cause) || Object.values(data).some(isNamed))
  const messages = world.outbox.records.findMany().filter(({ cause, shipmentId }) => under(roots, cause) || names.has(shipmentId))
  const others = Object.values(world.environments).flatMap((environment) => {
    const events = environment
      .of(publishedEvents)
      .list()
      .filter(({ cause, instance, id }) => under(roots, cause) || isNamed(instance) || isOne(id))
    const ids = new Set(events.map(({ id }) => id))
    const sent = environment
      .of(deliveries)
      .findMany()
      .filter(({ cause, eventId, id }) => under(roots, cause) || ids.has(eventId) || isOne(id))
    return [...events.map((each) => tellEvent(environment, each)), ...sent.map((each) => tellDelivery(world, environment, each))]
  })
  return [...bookings.map(tellBooking), ...messages.map((each) => tellMessage(world, each)), ...others]
}

export function causedBy(world: World, line: string): Told[] {
  const id = bookingOf(line)
  const roots = new Set([id])
  const jobs = world.journal.jobs.list().filter((each) => bookingOf(each.id) !== id && under(roots, bookingOf(each.id)))
  const records = causedRecords(world, roots).filter(({ entry }) => entry.kind !== 'booking' || entry.id !== id)
  return [...jobs.map(tellLine), ...records]
}
