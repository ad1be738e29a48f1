/** The published events of one environment, in the order of publication. Source: events §6. */
import { organizationNumber } from '../../../wire/values/identifiers.ts'
import { getOrCreate } from '../../../wire/when-needed.ts'
import { countWhile } from '../../../world/ordered.ts'
import { defineRecord, type RecordTable } from '../../../world/records/records.ts'
import { type BrokerEvent, type EventName, subjectUrn } from '../rules/cloud-event.ts'

/** Plain data. */
export interface PublishedEvent extends BrokerEvent {
  /** Counted from 1. An id can occur twice, a number cannot. */
  readonly number: number
  /** The line or booking that published it. */
  readonly cause?: string | undefined
}

/** The events that a client asks for. */
export interface EventWish {
  readonly resourceId: string
  readonly subject?: string | undefined
  /** The id of the event before them. An unknown id means: from the beginning. */
  readonly after: string
  readonly names: ReadonlySet<EventName> | undefined
  readonly size: number
}

export interface PublishedEvents {
  readonly size: number
  add(event: Omit<PublishedEvent, 'number'>): PublishedEvent
  get(number: number): PublishedEvent | undefined
  /** Oldest first. */
  list(): PublishedEvent[]
  /** `shownFrom`: when an event of a given time can be read. Costs the events of the resource or subject after `after`. */
  page(wish: EventWish, now: number, shownFrom: (at: number) => number): PublishedEvent[]
}

export const eventRetention = 90 * 86_400_000

function openPublishedEvents(records: RecordTable<PublishedEvent, number>): PublishedEvents {
  const numbers = new Map<string, number>()
  const byResource = new Map<string, OfResource>()
  for (const event of records.values()) index(event)

  function forget(now: number): void {
    for (const event of records.values()) {
      if (event.at >= now - eventRetention) return
      records.remove(event)
      if (numbers.get(event.id) === event.number) numbers.delete(event.id)
    }
  }

  function index(event: PublishedEvent): void {
    numbers.set(event.id, event.number)
    const { all, byParty } = getOrCreate(byResource, event.resourceId, ofResource)
    append(all, event)
    append(
      getOrCreate(byParty, event.orgNo, () => []),
      event,
    )
  }

  function append(list: PublishedEvent[], event: PublishedEvent): void {
    const old = expired(list, event.at)
    // Not every time, so that the cost of an event does not grow with their number.
    if (old * 2 > list.length) list.splice(0, old)
    list.push(event)
  }

  return {
    get size() {
      return records.size
    },
    add(made) {
      const event = { number: records.nextNumber(), ...made }
      forget(event.at)
      records.insert(event)
      index(event)
      return event
    },
    get: (number) => records.get(number),
    list: () => [...records.values()],
    page({ resourceId, subject, after, names, size }, now, shownFrom) {
      const under = byResource.get(resourceId)
      const list = (subject === undefined ? under?.all : under?.byParty.get(partyOf(subject))) ?? []
      const known = numbers.get(after) ?? 0
      const begin = Math.max(
        expired(list, now),
        countWhile(list, ({ number }) => number <= known),
      )
      const end = countWhile(list, ({ at }) => shownFrom(at) <= now)
      const events: PublishedEvent[] = []
      for (let at = begin; at < end && events.length < size; at++) {
        const event = list[at] as PublishedEvent
        if (!names || names.has(event.name)) events.push(event)
      }
      return events
    },
  }
}

interface OfResource {
  readonly all: PublishedEvent[]
  readonly byParty: Map<string, PublishedEvent[]>
}
const ofResource = (): OfResource => ({ all: [], byParty: new Map() })

/** The organization number in a subject; empty when the subject is not written in the form of this service. */
function partyOf(subject: string): string {
  const orgNo = organizationNumber(subject)
  return subject === subjectUrn(orgNo) ? orgNo : ''
}

const expired = (list: readonly PublishedEvent[], now: number) => countWhile(list, ({ at }) => at < now - eventRetention)

export const publishedEvents = defineRecord({
  name: 'event',
  numbered: true,
  key: ({ number }: PublishedEvent) => number,
  open: openPublishedEvents,
})
