/** Events published by the service, and the subscriptions that received them. */
import type { z } from 'zod'
import type { CloudEvent } from '../../service/areas/events/index.ts'
import {
  type Delivery,
  deliveries,
  eventNames,
  eventType,
  namedEvent,
  type PublishedEvent,
  publishedEvents,
  type Subscription,
  subjectUrn,
  subscriptions,
  validationEvent,
  whyNot,
} from '../../service/areas/events/records.ts'
import { readGuid } from '../../service/wire/identifiers.ts'
import { isObject } from '../../service/wire/json.ts'
import { unknownName } from '../../service/wire/misuse.ts'
import { getOrCreate } from '../../service/wire/when-needed.ts'
import type { Environment, EnvironmentName } from '../../service/world/records.ts'
import type { World } from '../../service/world/world.ts'
import { type Page, pageOf } from '../rows/page.ts'
import type { EventMessage, EventsFilter, eventsReply, MatchedSubscription, publication } from './rows.ts'

export type Events = ReturnType<typeof createEvents>

export function createEvents(current: () => World) {
  return {
    /** Lists the events in both environments, each oldest first. Throws `Misuse` for an unknown type. */
    list(filter: EventsFilter = {}, page?: Page): z.output<typeof eventsReply> {
      const world = current()
      demandType(filter.type, world)
      const matching = Object.values(world.environments).flatMap((environment) =>
        environment
          .of(publishedEvents)
          .list()
          .filter((event) => fits(event, filter))
          .map((event) => ({ environment, event })),
      )
      const show = showPublication(world)
      return pageOf('events', matching, page, ({ environment, event }) => `${environment.name}/${event.number}`, show)
    },
    /**
     * Returns the newest event that matches a description, in the format that subscribers receive. A description contains the event's type,
     * and the role if the type has two (`no.altinn.broker.published for the recipient`). Throws `Misuse` for a description without a type.
     */
    message: (name: EnvironmentName, description: string, base: string = ''): EventMessage | undefined =>
      newest(current().environments[name], description, base),
  }
}

function newest({ of }: Environment, description: string, base: string): EventMessage | undefined {
  const { type, role, isValidation } = namedEvent(description)
  const event = of(publishedEvents)
    .list()
    .findLast((each) => each.type === type && (role === undefined || roleOf(each) === role))
  if (event) return parsedEvent(event)
  const delivery = of(deliveries)
    .findMany()
    .findLast((each) => each.event === null)
  return isValidation && delivery ? validationEvent(delivery.eventId, delivery.subscription, base) : undefined
}

const parsedEvent = ({ text }: PublishedEvent): CloudEvent => JSON.parse(text)

function roleOf(event: PublishedEvent): unknown {
  const { data } = parsedEvent(event)
  return isObject(data) ? data.Role : undefined
}

const brokerTypes: readonly string[] = eventNames.map(eventType)

/** Accepts the broker's types, and any other type that has been published. */
function demandType(type: string | undefined, { environments }: World): void {
  if (type === undefined || eventNames.some((name) => [name, eventType(name)].includes(type))) return
  const others = Object.values(environments).flatMap(({ of }) =>
    of(publishedEvents)
      .list()
      .map((event) => event.type),
  )
  if (others.includes(type)) return
  const known = [...eventNames, ...new Set(others.filter((each) => !brokerTypes.includes(each)))].slice(0, 100)
  throw unknownName(`Unknown event type: ${JSON.stringify(type.slice(0, 100))}.`, type, known)
}

function showPublication(world: World) {
  const byEnvironment = new Map<Environment, ReadonlyMap<number | null, Delivery[]>>()
  return ({ environment, event }: { environment: Environment; event: PublishedEvent }): z.output<typeof publication> => {
    const known = getOrCreate(byEnvironment, environment, () => Map.groupBy(environment.of(deliveries).findMany(), (each) => each.event))
    return {
      environment: environment.name,
      event: parsedEvent(event),
      causedBy: event.cause ?? null,
      subscriptions: matchesOf(world, environment, event, known.get(event.number) ?? []),
    }
  }
}

const fits = (event: PublishedEvent, { transfer, type, subject }: EventsFilter): boolean =>
  (transfer === undefined || (readGuid(transfer) ?? transfer) === event.instance) &&
  (type === undefined || [type, `no.altinn.broker.${type}`].includes(event.type)) &&
  (subject === undefined || [subject, subjectUrn(subject)].includes(event.subject ?? ''))

/**
 * Returns the reason why a matching subscription did not receive an event. Only a scenario can suppress an event, and the journal line for
 * the call or job that published the event names the scenario.
 */
function silencedBy({ journal }: World, { cause }: PublishedEvent): string {
  const line = cause === undefined ? undefined : (journal.jobs.find(cause) ?? journal.calls.find(cause))
  return line?.scenario
    ? `the ${line.scenario} scenario suppressed the event`
    : 'a scenario suppressed the event; the journal line that names the scenario no longer exists'
}

/** Returns current subscriptions, and deleted subscriptions that received the event. */
function matchesOf(world: World, environment: Environment, event: PublishedEvent, sent: readonly Delivery[]): MatchedSubscription[] {
  const known = new Map<number, Pick<Subscription, 'id' | 'consumer' | 'endPoint'>>()
  for (const { subscription: id, consumer, endPoint } of sent) known.set(id, { id, consumer, endPoint })
  for (const subscription of environment.of(subscriptions).on(event.resource)) known.set(subscription.id, subscription)
  return [...known.values()]
    .sort((one, other) => one.id - other.id)
    .map(({ id, consumer, endPoint }) => {
      const own = sent.filter(({ subscription }) => subscription === id)
      const subscription = environment.of(subscriptions).records.get(id)
      const why = own.length > 0 || !subscription ? null : (whyNot({ world, environment }, subscription, event) ?? silencedBy(world, event))
      return { id, consumer, endPoint, matched: why === null, why, deliveries: own.map(({ id, status }) => ({ id, status })) }
    })
}
