/** Finds everything that lines of the journal caused, at any distance: the ids of jobs begin with the id of the call. */
import { deliveries } from '../../areas/events/records/delivery.ts'
import { publishedEvents } from '../../areas/events/records/published-event.ts'
import type { World } from '../../world/world.ts'
import { bookingOf, type Told, tellBooking, tellDelivery, tellEvent, tellLine, tellMessage } from './entries.ts'

/** Whether a line or booking is one of these, or was caused by one of them. */
export function under(roots: ReadonlySet<string>, id: string | null | undefined): boolean {
  if (!id) return false
  for (let at = id.length; at > 0; at = id.lastIndexOf('.', at - 1)) if (roots.has(id.slice(0, at))) return true
  return false
}

/** What is picked besides what the lines caused. */
export interface Picks {
  readonly shipment?: (id: string) => boolean
  readonly transfer?: (id: string) => boolean
  readonly event?: (id: string) => boolean
  readonly delivery?: (id: string) => boolean
  readonly data?: (data: Readonly<Record<string, unknown>>) => boolean
}

const never = () => false

/** Bookings, messages, events and deliveries. */
export function causedRecords(world: World, roots: ReadonlySet<string>, picks: Picks = {}): Told[] {
  const { shipment = never, transfer = never, event: picksEvent = never, delivery: picksDelivery = never, data: picksData = never } = picks
  const bookings = world.clock.agenda.list().filter(({ cause, data }) => under(roots, cause) || picksData(data))
  const messages = world.outbox.records.findMany().filter(({ cause, shipmentId }) => under(roots, cause) || shipment(shipmentId))
  const others = Object.values(world.environments).flatMap((environment) => {
    const events = environment
      .of(publishedEvents)
      .list()
      .filter(({ cause, fileTransferId, id }) => under(roots, cause) || transfer(fileTransferId) || picksEvent(id))
    const ids = new Set(events.map(({ id }) => id))
    const sent = environment
      .of(deliveries)
      .findMany()
      .filter(({ cause, eventId, id }) => under(roots, cause) || ids.has(eventId) || picksDelivery(id))
    return [...events.map((each) => tellEvent(environment, each)), ...sent.map((each) => tellDelivery(world, environment, each))]
  })
  return [...bookings.map(tellBooking), ...messages.map((each) => tellMessage(world, each)), ...others]
}

/** Everything that one line caused, jobs too. */
export function causedBy(world: World, line: string): Told[] {
  const id = bookingOf(line)
  const roots = new Set([id])
  const jobs = world.journal.jobs.list().filter((each) => bookingOf(each.id) !== id && under(roots, bookingOf(each.id)))
  const records = causedRecords(world, roots).filter(({ entry }) => entry.kind !== 'booking' || entry.id !== id)
  return [...jobs.map(tellLine), ...records]
}
