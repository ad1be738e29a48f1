/** The events that the service published, and the subscriptions that got them. */
import type { z } from 'zod'
import { type Delivery, deliveries } from '../areas/events/records/delivery.ts'
import { type PublishedEvent, publishedEvents } from '../areas/events/records/published-event.ts'
import { whyNot } from '../areas/events/records/subscribers.ts'
import { type Subscription, subscriptions } from '../areas/events/records/subscription.ts'
import {
  cloudEvent,
  type EventName,
  eventNames,
  eventRoles,
  eventType,
  eventTypes,
  subjectUrn,
  validationEvent,
  validationType,
} from '../areas/events/rules/cloud-event.ts'
import { unknownName } from '../wire/nearest.ts'
import { organizationNumber, readGuid } from '../wire/values/identifiers.ts'
import { getOrCreate } from '../wire/when-needed.ts'
import type { EnvironmentName } from '../world/agenda.ts'
import type { BookingData } from '../world/bookings.ts'
import type { Environment } from '../world/environment.ts'
import type { Line } from '../world/journal-line.ts'
import type { World } from '../world/world.ts'
import { type Page, pageOf } from './page.ts'
import type { EventMessage, EventsFilter, eventsReply, MatchedSubscription, publication } from './rows/events.ts'

export interface Events {
  /**
   * The events of both environments, each oldest first. The addresses in their `source` begin with `base`.
   * Throws `Misuse` for a type that does not exist.
   */
  list(filter?: EventsFilter, base?: string, page?: Page): z.output<typeof eventsReply>
  /**
   * The newest event that a description names by its type and, where there are two, by its role, as a subscriber gets it:
   * `no.altinn.broker.published for the recipient`. Throws `Misuse` for a description without a type.
   */
  message(environment: EnvironmentName, description: string, base?: string): EventMessage | undefined
}

declare module '../knobs.ts' {
  interface WorldKnobs {
    /** The events that were published, in both environments. */
    readonly events: Events
  }
}

export function createEvents(current: () => World): Events {
  return {
    list(filter = {}, base = '', page) {
      const { type } = filter
      if (type !== undefined && !eventNames.some((name) => isType(name, type))) {
        throw unknownName(`There is no event type ${JSON.stringify(type.slice(0, 100))}.`, type, eventNames)
      }
      const world = current()
      const matching = Object.values(world.environments).flatMap((environment) =>
        environment
          .of(publishedEvents)
          .list()
          .filter((event) => fits(event, filter))
          .map((event) => ({ environment, event })),
      )
      const show = showPublication(world, base)
      return pageOf('events', matching, page, ({ environment, event }) => `${environment.name}/${event.number}`, show)
    },
    message: (name, description, base = '') => newest(current().environments[name], description, base),
  }
}

/** The type and the role that a description of a message names. Throws {@link Misuse} where it names no type. */
export function namedEvent(description: string) {
  const words = description.split(/[^\w.]+/)
  const type = eventTypes.find((each) => words.includes(each))
  if (type === undefined) throw unknownName(`${JSON.stringify(description.slice(0, 100))} names no type of event.`, description, eventTypes)
  const role = eventRoles.find((each) => words.some((word) => word.toLowerCase() === each.toLowerCase()))
  return { type, role, isValidation: type === validationType }
}

function newest({ of }: Environment, description: string, base: string): EventMessage | undefined {
  const { type, role, isValidation } = namedEvent(description)
  const event = of(publishedEvents)
    .list()
    .findLast((each) => eventType(each.name) === type && (role === undefined || each.role === role))
  if (event) return cloudEvent(event, base)
  const delivery = of(deliveries)
    .findMany()
    .findLast((each) => each.event === null)
  return isValidation && delivery ? validationEvent(delivery.eventId, delivery.subscription, base) : undefined
}

const isType = (name: EventName, type: string) => [name, eventType(name)].includes(type)

interface EventOfEnvironment {
  readonly environment: Environment
  readonly event: PublishedEvent
}

function showPublication(world: World, base: string): (published: EventOfEnvironment) => z.output<typeof publication> {
  const byEnvironment = new Map<Environment, Map<number, Delivery[]>>()
  return ({ environment, event }) => {
    const known = getOrCreate(byEnvironment, environment, () => deliveriesByEvent(environment))
    return {
      environment: environment.name,
      event: cloudEvent(event, base),
      causedBy: event.cause ?? null,
      subscriptions: matchesOf(world, environment, event, known.get(event.number) ?? []),
    }
  }
}

function deliveriesByEvent(environment: Environment): Map<number, Delivery[]> {
  const byEvent = new Map<number, Delivery[]>()
  for (const delivery of environment.of(deliveries).findMany()) {
    if (delivery.event !== null) getOrCreate(byEvent, delivery.event, (): Delivery[] => []).push(delivery)
  }
  return byEvent
}

const fits = ({ fileTransferId, name, orgNo }: PublishedEvent, { transfer, type, subject }: EventsFilter): boolean =>
  (transfer === undefined || (readGuid(transfer) ?? transfer) === fileTransferId) &&
  (type === undefined || isType(name, type)) &&
  (subject === undefined || [orgNo, subjectUrn(orgNo)].includes(subject))

/** Only a scenario keeps an event from a subscription that matches. The line of the job that published the event names it. */
function silencedBy({ journal }: World, environment: Environment, event: PublishedEvent): string {
  const isJob = ({ at, data: booked, environment: inEnvironment, operation }: Line) => {
    if (operation !== 'events.publish' || inEnvironment !== environment.name || at > event.at) return false
    const data = booked as Partial<BookingData['events.publish']> | null
    return (
      data?.fileTransferId === event.fileTransferId &&
      data.name === event.name &&
      data.role === event.role &&
      organizationNumber(data.actor ?? '') === event.orgNo
    )
  }
  const scenario = journal.jobs.list().findLast(isJob)?.scenario
  return scenario ? `the scenario ${scenario} silenced it` : 'a scenario silenced it; the journal no longer has the line that names it'
}

/** The subscriptions that exist now, and deleted ones that got the event. */
function matchesOf(world: World, environment: Environment, event: PublishedEvent, sent: readonly Delivery[]): MatchedSubscription[] {
  const known = new Map<number, Pick<Subscription, 'id' | 'consumer' | 'endPoint'>>()
  for (const { subscription: id, consumer, endPoint } of sent) known.set(id, { id, consumer, endPoint })
  for (const subscription of environment.of(subscriptions).on(event.resourceId)) known.set(subscription.id, subscription)
  return [...known.values()]
    .sort((one, other) => one.id - other.id)
    .map(({ id, consumer, endPoint }) => {
      const own = sent.filter(({ subscription }) => subscription === id)
      const subscription = environment.of(subscriptions).records.get(id)
      const why =
        own.length > 0 || !subscription
          ? null
          : (whyNot({ world, environment }, subscription, event) ?? silencedBy(world, environment, event))
      return { id, consumer, endPoint, matched: why === null, why, deliveries: own.map(({ id, status }) => ({ id, status })) }
    })
}
