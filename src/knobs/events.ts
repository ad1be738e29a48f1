/** What was published, and to whom it went: to look at. */
import { Misuse } from '../misuse.ts'
import type { EnvironmentName } from '../state/agenda.ts'
import type { Environment } from '../state/environment.ts'
import type { Delivery, DeliveryStatus } from '../state/events/delivery.ts'
import type { PublishedEvent } from '../state/events/published-event.ts'
import { whyNot } from '../state/events/subscribers.ts'
import type { Subscription } from '../state/events/subscription.ts'
import type { World } from '../state/world.ts'
import { type CloudEvent, cloudEvent, type EventName, eventNames, eventType, subjectUrn } from '../wire/events/cloud-event.ts'
import { getOrCreate } from '../wire/get-or-create.ts'
import { readGuid } from '../wire/values/guid.ts'

/** A subscription on the resource of an event. */
export interface SubscriptionMatch {
  readonly id: number
  readonly consumer: string
  readonly endPoint: string
  readonly matched: boolean
  /** Why it did not match; null when it did. */
  readonly why: string | null
  readonly deliveries: readonly { readonly id: string; readonly status: DeliveryStatus }[]
}

export interface EventLine {
  readonly environment: EnvironmentName
  readonly event: CloudEvent
  readonly subscriptions: readonly SubscriptionMatch[]
}

/** Each as the event has it; a type also without what all types begin with, a subject also as nine digits. */
export interface EventFilter {
  readonly transfer?: string | undefined
  readonly type?: string | undefined
  readonly subject?: string | undefined
}

export interface Events {
  /** Of both environments, each oldest first; `base` is what their sources begin with. Throws {@link Misuse} for a type that there is not. */
  list(filter?: EventFilter, base?: string): EventLine[]
}

/** The world is asked for anew each time: a reset replaces it. */
export function createEvents(current: () => World): Events {
  return {
    list(filter = {}, base = '') {
      const { type } = filter
      if (type !== undefined && !eventNames.some((name) => isType(name, type))) {
        throw new Misuse(`There is no type of events ${JSON.stringify(type.slice(0, 100))}.`, eventNames)
      }
      return Object.values(current().environments).flatMap((environment) => listOf(current(), environment, filter, base))
    },
  }
}

const isType = (name: EventName, type: string) => [name, eventType(name)].includes(type)

function listOf(world: World, environment: Environment, filter: EventFilter, base: string): EventLine[] {
  const deliveries = new Map<number, Delivery[]>()
  for (const delivery of environment.deliveries.list()) {
    if (delivery.event !== null) getOrCreate(deliveries, delivery.event, (): Delivery[] => []).push(delivery)
  }
  return environment.published
    .list()
    .filter((event) => fits(event, filter))
    .map((event) => ({
      environment: environment.name,
      event: cloudEvent(event, base),
      subscriptions: matchesOf(world, environment, event, deliveries.get(event.number) ?? []),
    }))
}

const fits = ({ fileTransferId, name, orgNo }: PublishedEvent, { transfer, type, subject }: EventFilter): boolean =>
  (transfer === undefined || (readGuid(transfer) ?? transfer) === fileTransferId) &&
  (type === undefined || isType(name, type)) &&
  (subject === undefined || [orgNo, subjectUrn(orgNo)].includes(subject))

/** Those that are there now, and those that are gone but got it. */
function matchesOf(world: World, environment: Environment, event: PublishedEvent, deliveries: readonly Delivery[]): SubscriptionMatch[] {
  const known = new Map<number, Pick<Subscription, 'id' | 'consumer' | 'endPoint'>>()
  for (const { subscription: id, consumer, endPoint } of deliveries) known.set(id, { id, consumer, endPoint })
  for (const subscription of environment.subscriptions.on(event.resourceId)) known.set(subscription.id, subscription)
  return [...known.values()]
    .sort((one, other) => one.id - other.id)
    .map(({ id, consumer, endPoint }) => {
      const own = deliveries.filter(({ subscription }) => subscription === id)
      const subscription = environment.subscriptions.get(id)
      const why =
        own.length > 0 || !subscription ? null : (whyNot({ world, environment }, subscription, event) ?? 'it was dropped on its way')
      return { id, consumer, endPoint, matched: why === null, why, deliveries: own.map(({ id, status }) => ({ id, status })) }
    })
}
