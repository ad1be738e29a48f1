/** Subscribes an endpoint to events and books its validation. Source: events §4. */

import { bareResourceId } from '../../wire/identifiers.ts'
import { demandStorableTexts } from '../../wire/refusal.ts'
import { json, reply } from '../../wire/row.ts'
import { scopes, token } from '../../wire/vocabulary.ts'
import { isLoopback } from '../../world/outgoing.ts'
import type { ContactRegister } from '../../world/registers.ts'
import type { Act } from '../operation.ts'
import { callers, defineOperation } from '../operation.ts'
import { canonicalUri } from './constraints/canonical-uri.ts'
import { exampleSubscription, type SubscriptionRequest, subscriptionReply, subscriptionRequest } from './constraints/schemas.ts'
import {
  addressRefusal,
  appFilterRefusal,
  appOf,
  filterRefusal,
  isAppSubscription,
  isUrn,
  subscriptionNames,
} from './constraints/subscription-constraints.ts'
import { subscriptionView } from './get-subscription.ts'
import { addDelivery, deliveries, deliveryTo } from './records/deliveries.ts'
import { type Subscription, type SubscriptionWish, subscriptions } from './records/subscriptions.ts'
import { maySee, subscriberOf } from './records.ts'
import { jsonProblem } from './wire.ts'

export const createSubscription = defineOperation({
  id: 'events.createSubscription',
  method: 'POST',
  path: '/events/api/v1/subscriptions',
  summary: 'Subscribe to events',
  /** The handler checks the scope, because the service checks the URLs first. */
  access: token,
  problemType: jsonProblem,
  dependsOn: ['authorization', 'database'],
  request: { body: json(subscriptionRequest, undefined, subscriptionNames) },
  replies: { 201: reply.json(subscriptionReply, 'location') },
  refusals: [
    'endpoint-missing',
    'source-filter-not-absolute',
    'forbidden',
    'resource-filter-no-urn',
    'resource-filter-missing',
    'source-filter-unsupported',
    'alternative-subject-unsupported',
    'subunits-without-subject',
    'subject-missing',
    'app-missing',
    'filters-incompatible',
    'subscription-not-authorized',
    'unmappable',
    'events-failure',
  ],
  about: ({ body: { resourceFilter, sourceFilter } }) => ({
    resource: bareResourceId(resourceFilter ?? (sourceFilter && URL.canParse(sourceFilter) ? appOf(sourceFilter) : undefined) ?? ''),
  }),
  example: { as: callers.subscriber, input: () => ({ body: exampleSubscription }) },

  handle({ body }, context) {
    const { world, caller, fail } = context
    const plainHttp = (host: string) => world.settings.outbound === 'all' || isLoopback(host)
    const address = addressRefusal(body, plainHttp)
    if (address) throw fail(address)
    const isForApp = isAppSubscription(body)
    if (!isForApp && !caller.scopes.some((scope) => scope.toLowerCase() === scopes.eventsSubscribe))
      throw fail('forbidden', { scope: scopes.eventsSubscribe })
    if (body.resourceFilter != null && !isUrn(body.resourceFilter)) throw fail('resource-filter-no-urn')
    const subject = isForApp ? subjectOf(body, world.contacts) : (body.subjectFilter ?? null)
    const fault = isForApp ? appFilterRefusal(body, subject, caller.org !== undefined) : filterRefusal(body)
    if (fault) throw fail(fault)
    context.reach('authorization')
    const subscriber = subscriberOf(caller)
    const wish = wishOf(body, subject, subscriber.consumer)
    if (!maySee(context, subscriber, wish.resourceFilter, wish.subjectFilter))
      throw fail('subscription-not-authorized', { resource: wish.resourceFilter })
    demandStorableTexts(wish)
    const made = context.commit(() => subscribe(wish, subscriber.orgNo, context.url(''), context))
    // The live service returns a singular path, which does not exist. Source: events §4.3.
    return context.reply(201, subscriptionView(made), { location: `/events/api/v1/subscription/${made.id}` })
  },
})

/**
 * Returns a subscription's subject. A subject filter takes precedence over an alternative subject, which is resolved to a party. Source:
 * events §4.6.
 */
function subjectOf({ subjectFilter, alternativeSubjectFilter }: SubscriptionRequest, contacts: ContactRegister): string | null {
  if (subjectFilter) return subjectFilter
  const [, kind, number = ''] = /^\/(organisation|org|person)\/(.*)$/s.exec(alternativeSubjectFilter ?? '') ?? []
  const party = kind === undefined ? undefined : contacts.party(kind === 'person' ? 'person' : 'organization', number)
  return party === undefined ? (subjectFilter ?? null) : `/party/${party}`
}

const wishOf = (
  { endPoint, sourceFilter, resourceFilter, typeFilter, includeSubunits = false }: SubscriptionRequest,
  subjectFilter: string | null,
  consumer: string,
): SubscriptionWish => ({
  endPoint: canonicalUri(endPoint ?? ''),
  ...(sourceFilter != null && { sourceFilter: canonicalUri(sourceFilter) }),
  resourceFilter: resourceFilter ?? appOf(sourceFilter ?? '') ?? '',
  subjectFilter,
  typeFilter: typeFilter ?? null,
  includeSubunits,
  consumer,
})

/** If an identical subscription already exists, validates that one again instead of creating another. */
function subscribe(wish: SubscriptionWish, orgNo: string | undefined, base: string, act: Act): Subscription {
  const { environment, random, now, book, stepEnd, cause } = act
  const all = environment.of(subscriptions)
  const subscription = all.same(wish) ?? all.add({ ...wish, orgNo, base, created: now(), validated: null })
  const validation = deliveryTo(subscription, { id: random.guid(), made: now(), eventId: random.guid(), cause })
  validation.next = stepEnd('events.publish', now())
  addDelivery(environment.of(deliveries), validation)
  book('events.deliver', { deliveryId: validation.id }, validation.next)
  return subscription
}
