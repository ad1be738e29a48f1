/** An environment's published events, in publication order. Source: events §6. */
import { getOrCreate } from '../../../wire/when-needed.ts'
import { countWhile, defineRecord, type RecordTable } from '../../../world/records.ts'
import type { StoredEvent } from '../cloud-events/cloud-event.ts'

export interface PublishedEvent extends StoredEvent {
  /** Counted from 1. Unique, unlike the id. */
  readonly number: number
  /** Set if an event with the same id and source already exists. Such an event is delivered but not returned by polling. */
  readonly again?: true | undefined
  /** In broker events: the organization that sent the file, and the recipient if the event goes to a recipient. */
  readonly org?: string | undefined
  readonly recipient?: string | undefined
  /** The journal line or booking that published the event. */
  readonly cause?: string | undefined
}

export interface EventWish {
  /** A URN. */
  readonly resource: string
  readonly subject?: string | undefined
  readonly alternativeSubject?: string | undefined
  /** The id of the last event already read. An unknown id selects all events. */
  readonly after: string
  /** True if the client wants this type. Undefined for all types. */
  readonly wants: ((type: string) => boolean) | undefined
  readonly size: number
}

export interface PublishedEvents {
  readonly size: number
  add(event: Omit<PublishedEvent, 'number' | 'again'>): PublishedEvent
  get(number: number): PublishedEvent | undefined
  /** Oldest first. */
  list(): PublishedEvent[]
  /** Visits only events after `after` for the resource or subject. `shownFrom` returns when an event becomes visible. */
  page(wish: EventWish, now: number, shownFrom: (at: number) => number): PublishedEvent[]
}

export const eventRetention = 90 * 86_400_000

const keyOf = ({ id, source }: Pick<StoredEvent, 'id' | 'source'>) => JSON.stringify([id, source])

function openPublishedEvents(records: RecordTable<PublishedEvent, number>): PublishedEvents {
  const numbers = new Map<string, number>()
  const known = new Map<string, number>()
  const byResource = new Map<string, OfResource>()
  for (const event of records.values()) index(event)

  function forget(now: number): void {
    for (const event of records.values()) {
      if (event.at >= now - eventRetention) return
      records.remove(event)
      if (numbers.get(event.id) === event.number) numbers.delete(event.id)
      if (known.get(keyOf(event)) === event.number) known.delete(keyOf(event))
    }
  }

  function index(event: PublishedEvent): void {
    if (event.again) return
    numbers.set(event.id, event.number)
    known.set(keyOf(event), event.number)
    const { all, bySubject } = getOrCreate(byResource, event.resource, ofResource)
    append(all, event)
    if (event.subject === null) return
    append(
      getOrCreate(bySubject, event.subject, () => []),
      event,
    )
  }

  function append(list: PublishedEvent[], event: PublishedEvent): void {
    const old = expired(list, event.at)
    // Old events are removed in batches, so that the average cost per event does not depend on the number of events.
    if (old * 2 > list.length) list.splice(0, old)
    list.push(event)
  }

  return {
    get size() {
      return records.size
    },
    add(made) {
      forget(made.at)
      const event: PublishedEvent = { number: records.nextNumber(), ...made, ...(known.has(keyOf(made)) && { again: true }) }
      records.insert(event)
      index(event)
      return event
    },
    get: (number) => records.get(number),
    list: () => [...records.values()],
    page({ resource, subject, alternativeSubject, after, wants, size }, now, shownFrom) {
      const under = byResource.get(resource)
      const list = (subject === undefined ? under?.all : under?.bySubject.get(subject)) ?? []
      const last = numbers.get(after) ?? 0
      const begin = Math.max(
        expired(list, now),
        countWhile(list, ({ number }) => number <= last),
      )
      const end = countWhile(list, ({ at }) => shownFrom(at) <= now)
      const events: PublishedEvent[] = []
      for (let at = begin; at < end && events.length < size; at++) {
        const event = list[at] as PublishedEvent
        const isSubject = alternativeSubject === undefined || event.alternativeSubject === alternativeSubject
        if (isSubject && (!wants || wants(event.type))) events.push(event)
      }
      return events
    },
  }
}

interface OfResource {
  readonly all: PublishedEvent[]
  readonly bySubject: Map<string, PublishedEvent[]>
}
const ofResource = (): OfResource => ({ all: [], bySubject: new Map() })

const expired = (list: readonly PublishedEvent[], now: number) => countWhile(list, ({ at }) => at < now - eventRetention)

export const publishedEvents = defineRecord({
  name: 'event',
  numbered: true,
  key: ({ number }: PublishedEvent) => number,
  open: openPublishedEvents,
})
