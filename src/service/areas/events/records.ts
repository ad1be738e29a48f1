/** Event records, and who may subscribe, publish and receive events. Source: events §4.2 #12, §4.5, §4.6, §6.1. */
import { type Caller, consumerOf, isPerson, isServiceOwner, organizationForEvents } from '../../tokens/caller.ts'
import { bareResourceId, resourceUrn } from '../../wire/identifiers.ts'
import type { Act, WorldEnvironment } from '../operation.ts'
import { describedResource, findResource } from '../resources/records.ts'
import { isApp, type StoredEvent, subjectUrn } from './cloud-events/cloud-event.ts'
import { type Subscription, subscriptions } from './records/subscriptions.ts'

export { eventNames, eventType, namedEvent, subjectUrn, validationEvent } from './cloud-events/cloud-event.ts'
export {
  attemptOf,
  breakOff,
  callEndPoint,
  contentOf,
  type Delivery,
  deliveries,
  deliveryLifecycle,
  deliveryStatuses,
  moveDelivery,
  recordAttempt,
  validate,
} from './records/deliveries.ts'
export { type PublishedEvent, publishedEvents } from './records/published-events.ts'
export { type Subscription, subscriptions } from './records/subscriptions.ts'

export type Subscriber = Pick<Subscription, 'consumer' | 'orgNo'>

export const subscriberOf = (caller: Caller): Subscriber => ({ consumer: consumerOf(caller) ?? '', orgNo: organizationForEvents(caller) })

/**
 * Organizations see their own events. Service owners see all events for their resources and for resources without an owner. An app's events
 * are visible only to its owner. Persons see none, even if their token contains an organization.
 */
export function maySee(where: WorldEnvironment, subscriber: Subscriber, urn: string, subject: string | null): boolean {
  const { consumer, orgNo } = subscriber
  if (orgNo === undefined || isPerson(consumer) || !isRegistered(where, urn)) return false
  return (!isApp(urn) && subject === subjectUrn(orgNo)) || owns(where, subscriber, urn)
}

export const mayPublish = (where: WorldEnvironment, subscriber: Subscriber, urn: string): boolean =>
  isRegistered(where, urn) && owns(where, subscriber, urn)

/** True if a URN identifies a registered resource. The resource need not be configured. */
function isRegistered({ world, environment }: WorldEnvironment, urn: string): boolean {
  const id = bareResourceId(urn)
  if (urn !== resourceUrn(id) || id.includes(':')) return false
  const resource = describedResource(world, environment, id) ?? findResource(world, environment, id)
  return resource !== undefined && resource.registered !== false
}

function owns({ world, environment }: WorldEnvironment, { consumer, orgNo }: Subscriber, urn: string): boolean {
  if (!isServiceOwner(consumer)) return false
  const id = bareResourceId(urn)
  const owner = describedResource(world, environment, id)?.owner
  if (owner !== undefined) return owner === orgNo
  // An app that is not described belongs to the owner in its name.
  return !isApp(urn) || consumer === `/org/${id.split('_')[1]}`
}

export const maySeeEvent = (where: WorldEnvironment, subscriber: Subscriber, { resource, subject }: StoredEvent): boolean =>
  maySee(where, subscriber, resource, subject)

type Seeing = Pick<Act, 'environment' | 'circumstances' | 'now'>

/** Returns the subscriptions that match an event, as the service sees them. A scenario can delay when changes become visible. */
export function matchingSubscriptions(event: StoredEvent, { environment, circumstances, now }: Seeing): Subscription[] {
  const all = environment.of(subscriptions)
  const late = circumstances.lateness('subscriptions')
  return late === 0 ? all.matching(event) : all.matchingAsOf(event, now() - late)
}

export function isKnown(id: number, { environment, circumstances, now }: Seeing): boolean {
  const all = environment.of(subscriptions)
  if (all.records.get(id)) return true
  const late = circumstances.lateness('subscriptions')
  return late > 0 && all.existed(id, now() - late)
}

/** Returns why a subscription does not receive an event about its resource. Undefined if the subscription receives the event. */
export function whyNot(where: WorldEnvironment, subscription: Subscription, event: StoredEvent): string | undefined {
  const { sourceFilter, subjectFilter, typeFilter, validated, created } = subscription
  if (created > event.at) return 'it was created after the event'
  if (typeFilter !== null && typeFilter !== event.type) return `it filters for the type ${typeFilter}`
  if (subjectFilter !== null && subjectFilter !== event.subject) return `it filters for the subject ${subjectFilter}`
  if (sourceFilter !== undefined && !event.source.startsWith(sourceFilter)) return `it filters for the source ${sourceFilter}`
  if (validated === null || validated > event.at) return 'it was not validated'
  return maySeeEvent(where, subscription, event) ? undefined : 'its consumer may not see the event'
}
