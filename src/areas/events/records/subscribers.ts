/** Decides which caller may subscribe to what, and which subscribers get an event. Source: events §4.2 #12, §4.5, decisions §3. */
import { isServiceOwner } from '../../../tokens/caller.ts'
import { bareResourceId, resourceUrn } from '../../../wire/values/identifiers.ts'
import type { Act } from '../../../world/act.ts'
import { describedResource, findResource } from '../../../world/find-resource.ts'
import type { WorldEnvironment } from '../../../world/world.ts'
import { type BrokerEvent, eventType, subjectUrn } from '../rules/cloud-event.ts'
import { type Subscription, subscriptions } from './subscription.ts'

export type Subscriber = Pick<Subscription, 'consumer' | 'orgNo'>

/** An organization sees its own events. A service owner sees every event of its resources, and of resources without an owner. */
export function maySee(
  { world, environment }: WorldEnvironment,
  { consumer, orgNo }: Subscriber,
  urn: string,
  subject: string | null,
): boolean {
  const id = bareResourceId(urn)
  if (orgNo === undefined || urn !== resourceUrn(id) || id.includes(':')) return false
  // The resource must be registered, but need not be configured.
  const resource = describedResource(world, environment, id) ?? findResource(world, environment, id)
  if (!resource || resource.registered === false) return false
  if (subject === subjectUrn(orgNo)) return true
  return isServiceOwner(consumer) && (resource.owner === undefined || resource.owner === orgNo)
}

export const maySeeEvent = (worldEnvironment: WorldEnvironment, subscriber: Subscriber, { resourceId, orgNo }: BrokerEvent): boolean =>
  maySee(worldEnvironment, subscriber, resourceUrn(resourceId), subjectUrn(orgNo))

type Seeing = Pick<Act, 'environment' | 'circumstances' | 'now'>

/** The subscriptions that ask for an event, as the service sees them: a scenario can let it see changes late. */
export function askers(event: BrokerEvent, { environment, circumstances, now }: Seeing): Subscription[] {
  const all = environment.of(subscriptions)
  const late = circumstances.lateness('subscriptions')
  return late === 0 ? all.asking(event) : all.askingAsOf(event, now() - late)
}

/** Whether a subscription exists, as the service sees it. */
export function isKnown(id: number, { environment, circumstances, now }: Seeing): boolean {
  const all = environment.of(subscriptions)
  if (all.records.get(id)) return true
  const late = circumstances.lateness('subscriptions')
  return late > 0 && all.existed(id, now() - late)
}

/** Why an event does not go to a subscription on its resource; undefined when it does. */
export function whyNot(worldEnvironment: WorldEnvironment, subscription: Subscription, event: BrokerEvent): string | undefined {
  const { subjectFilter, typeFilter, validated, created } = subscription
  if (created > event.at) return 'made after the event'
  if (typeFilter !== null && typeFilter !== eventType(event.name)) return `asks for the type ${typeFilter}`
  if (subjectFilter !== null && subjectFilter !== subjectUrn(event.orgNo)) return `asks for the subject ${subjectFilter}`
  if (validated === null || validated > event.at) return 'was not validated'
  return maySeeEvent(worldEnvironment, subscription, event) ? undefined : 'its maker may not see it'
}
