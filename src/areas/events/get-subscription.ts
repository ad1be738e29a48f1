/** Shows a subscription to its maker, and what the rows of subscriptions share. Source: events §4.3. */

import { consumerOf } from '../../tokens/caller.ts'
import { reply } from '../../wire/row.ts'
import { scopes, token } from '../../wire/scopes.ts'
import { zulu } from '../../wire/values/timestamp.ts'
import type { Environment } from '../../world/environment.ts'
import { type Context, defineOperation } from '../operation.ts'
import { type Subscription, subscriptions } from './records/subscription.ts'
import { bySubscriptionId, type SubscriptionReply, subscriptionReply } from './rules/subscription.ts'

export const getSubscription = defineOperation({
  id: 'events.getSubscription',
  method: 'GET',
  path: '/events/api/v1/subscriptions/{id}',
  summary: 'One subscription of the caller',
  access: token,
  dependsOn: ['database'],
  request: { params: bySubscriptionId },
  replies: { 200: reply.json(subscriptionReply) },
  refusals: ['no-such-subscription', 'foreign-subscription'],
  about: ({ params }, _, environment) => aboutSubscription(params.id, environment),
  example: {
    given: 'a subscription exists',
    as: { orgNo: '370916446', scope: scopes.eventsSubscribe },
    input: ({ subscriptionId = '' }) => ({ params: { id: subscriptionId } }),
  },

  handle({ params }, context) {
    return context.reply(200, subscriptionView(ownSubscription(context, params.id)))
  },
})

/** Members that are null are left out. */
export const subscriptionView = (subscription: Subscription): SubscriptionReply => ({
  id: subscription.id,
  endPoint: subscription.endPoint,
  resourceFilter: subscription.resourceFilter,
  ...(subscription.subjectFilter !== null && { subjectFilter: subscription.subjectFilter }),
  ...(subscription.typeFilter !== null && { typeFilter: subscription.typeFilter }),
  consumer: subscription.consumer,
  createdBy: subscription.consumer,
  created: zulu(subscription.created),
  validated: subscription.validated !== null,
  includeSubunits: subscription.includeSubunits,
})

type Asking = Context<Record<number, ReturnType<typeof reply.empty>>, 'no-such-subscription' | 'foreign-subscription'>

/** The subscription of an id, for its maker. Refuses with no-such-subscription, then with foreign-subscription. */
export function ownSubscription({ environment, caller, fail }: Pick<Asking, 'environment' | 'caller' | 'fail'>, id: string): Subscription {
  const subscription = environment.of(subscriptions).records.get(Number(id))
  if (!subscription) throw fail('no-such-subscription')
  const consumer = consumerOf(caller)
  if (subscription.consumer !== consumer)
    throw fail('foreign-subscription', {
      reason: `the subscription belongs to ${subscription.consumer}, not to ${consumer ?? 'the caller'}`,
    })
  return subscription
}

/** What a call with the id of a subscription is about: the resource. */
export const aboutSubscription = (id: string, { of }: Environment) => {
  const filter = of(subscriptions).records.get(Number(id))?.resourceFilter
  return filter === undefined ? {} : { resource: filter.slice(filter.lastIndexOf(':') + 1) }
}
