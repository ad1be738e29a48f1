/** Event subscriptions. Source: events §4. */
import { longestLateness } from '../../../wire/vocabulary.ts'
import { getOrCreate } from '../../../wire/when-needed.ts'
import type { Table } from '../../../world/records.ts'
import { defineRecord, type Records, type RecordTable } from '../../../world/records.ts'
import type { StoredEvent } from '../cloud-events/cloud-event.ts'

/** Times are milliseconds of world time since 1970. */
export interface Subscription {
  readonly id: number
  readonly endPoint: string
  /** A prefix that the source must have. Absent for any source. */
  readonly sourceFilter?: string | undefined
  readonly resourceFilter: string
  /** Null for any subject or any type. */
  readonly subjectFilter: string | null
  readonly typeFilter: string | null
  readonly includeSubunits: boolean
  /** The consumer that created the subscription. No other consumer can see or delete it. */
  readonly consumer: string
  /** Nine digits. */
  readonly orgNo?: string | undefined
  /** The service's base URL as used by the consumer. */
  readonly base: string
  readonly created: number
  /** When the endpoint was validated. Null if it is not validated yet; the subscription then receives no events. */
  validated: number | null
}

/** The values that identify a subscription: equal values mean the same subscription. */
export type SubscriptionWish = Pick<
  Subscription,
  'endPoint' | 'sourceFilter' | 'resourceFilter' | 'subjectFilter' | 'typeFilter' | 'includeSubunits' | 'consumer'
>

type Group = Map<number, Subscription>

/** A query's cost depends only on the number of subscriptions in the result. */
export interface Subscriptions {
  readonly records: Table<Subscription, number>
  same(wish: SubscriptionWish): Subscription | undefined
  add(subscription: Omit<Subscription, 'id'>): Subscription
  /** `at`: milliseconds of world time since 1970. */
  remove(subscription: Subscription, at: number): void
  /** Oldest first. */
  of(consumer: string): Subscription[]
  /** `resource`: a URN. */
  on(resource: string): Subscription[]
  /** Returns all subscriptions that match an event, oldest first, even those that are not validated yet. */
  matching(event: EventFacts): Subscription[]
  /**
   * Returns the validated subscriptions that matched the event at a given time within the last hour. The cost is proportional to the number
   * of subscriptions deleted since then.
   */
  matchingAsOf(event: EventFacts, at: number): Subscription[]
  /** True if a deleted subscription still existed at a given time within the last hour. */
  existed(id: number, at: number): boolean
}

type EventFacts = Pick<StoredEvent, 'resource' | 'subject' | 'type' | 'source'>

const key = (...parts: readonly unknown[]) => JSON.stringify(parts)

const sameKey = ({ endPoint, sourceFilter, resourceFilter, subjectFilter, typeFilter, includeSubunits, consumer }: SubscriptionWish) =>
  key('same', resourceFilter, subjectFilter, typeFilter, consumer, endPoint, includeSubunits, sourceFilter)

const keysOf = (subscription: Subscription): string[] => [
  sameKey(subscription),
  key('of', subscription.consumer),
  key('on', subscription.resourceFilter),
  key('matching', subscription.resourceFilter, subscription.subjectFilter, subscription.typeFilter),
]

/** `at`: milliseconds of world time since 1970. */
export interface Deleted {
  readonly subscription: Subscription
  readonly at: number
}

/** Maximum number of deleted subscriptions to remember. */
const mostDeleted = 1_000

/** Subscriptions deleted within the last hour, oldest first. */
export const deletedSubscriptions = defineRecord({
  name: 'deletedSubscription',
  key: ({ subscription }: Deleted) => subscription.id,
})

function openSubscriptions(records: RecordTable<Subscription, number>, { of }: Records): Subscriptions {
  const groups = new Map<string, Group>()
  const under = (...parts: readonly unknown[]) => [...(groups.get(key(...parts))?.values() ?? [])]
  const index = (subscription: Subscription) => {
    for (const name of keysOf(subscription)) getOrCreate(groups, name, (): Group => new Map()).set(subscription.id, subscription)
  }
  for (const subscription of records.values()) index(subscription)

  const deleted = of(deletedSubscriptions)
  function matching(event: EventFacts): Subscription[] {
    if (records.size === 0) return []
    const subjects = event.subject === null ? [null] : [event.subject, null]
    const candidates = subjects.flatMap((subject) => [event.type, null].flatMap((type) => under('matching', event.resource, subject, type)))
    return candidates.filter((each) => fitsSource(each, event)).sort(byAge)
  }

  return {
    records,
    same: (wish) => groups.get(sameKey(wish))?.values().next().value,
    add(made) {
      const subscription = records.insert({ id: records.nextNumber(), ...made })
      index(subscription)
      return subscription
    },
    remove(subscription, at) {
      records.remove(subscription)
      deleted.insert({ subscription, at })
      for (const oldest of deleted.values()) {
        if (deleted.size <= mostDeleted && oldest.at > at - longestLateness) break
        deleted.remove(oldest)
      }
      for (const name of keysOf(subscription)) {
        const group = groups.get(name)
        group?.delete(subscription.id)
        if (group?.size === 0) groups.delete(name)
      }
    },
    of: (consumer) => under('of', consumer),
    on: (resource) => under('on', resource),
    matching,
    matchingAsOf(event, at) {
      const gone = deleted.findMany((each) => each.at > at && matches(each.subscription, event)).map(({ subscription }) => subscription)
      return [...matching(event), ...gone].filter(({ validated }) => validated !== null && validated <= at).sort(byAge)
    },
    existed: (id, at) => (deleted.get(id)?.at ?? at) > at,
  }
}

const byAge = (one: Subscription, other: Subscription) => one.id - other.id

const fitsSource = ({ sourceFilter = '' }: Subscription, { source }: EventFacts): boolean => source.startsWith(sourceFilter)

const matches = (subscription: Subscription, event: EventFacts): boolean =>
  subscription.resourceFilter === event.resource &&
  [event.subject, null].includes(subscription.subjectFilter) &&
  [event.type, null].includes(subscription.typeFilter) &&
  fitsSource(subscription, event)

export const subscriptions = defineRecord({
  name: 'subscription',
  numbered: true,
  key: ({ id }: Subscription) => id,
  open: openSubscriptions,
})
