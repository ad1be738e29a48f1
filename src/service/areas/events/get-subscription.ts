/** Returns a subscription to its consumer. Source: events §4.3. */
import { consumerOf } from '../../tokens/caller.ts'
import { reply } from '../../wire/row.ts'
import { zulu } from '../../wire/timestamp.ts'
import { token } from '../../wire/vocabulary.ts'
import { type Context, callers, defineOperation, type Operation, ofSubscription } from '../operation.ts'
import { bySubscriptionId, type SubscriptionReply, subscriptionReply } from './constraints/schemas.ts'
import { type Subscription, subscriptions } from './records/subscriptions.ts'
import { jsonProblem } from './wire.ts'

export const oneSubscription = {
  path: '/events/api/v1/subscriptions/{id}',
  access: token,
  problemType: jsonProblem,
  dependsOn: ['database'],
  request: { params: bySubscriptionId },
  refusals: ['no-such-subscription', 'foreign-subscription'],
  about: ({ params: { id } }, _, { of }) => {
    const filter = of(subscriptions).records.get(Number(id))?.resourceFilter
    return filter === undefined ? {} : { resource: filter.slice(filter.lastIndexOf(':') + 1) }
  },
  example: { given: 'a subscription exists', as: callers.subscriber, input: ofSubscription },
} as const satisfies Partial<Operation<string, { params: typeof bySubscriptionId }>>

export const getSubscription = defineOperation({
  ...oneSubscription,
  id: 'events.getSubscription',
  method: 'GET',
  summary: 'Get one of the caller’s subscriptions',
  replies: { 200: reply.json(subscriptionReply) },

  handle({ params }, context) {
    return context.reply(200, subscriptionView(ownSubscription(context, params.id)))
  },
})

/** Omits null members. */
export const subscriptionView = (subscription: Subscription): SubscriptionReply => ({
  id: subscription.id,
  endPoint: subscription.endPoint,
  ...(subscription.sourceFilter !== undefined && { sourceFilter: subscription.sourceFilter }),
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

/** Returns the caller's subscription. Refuses with no-such-subscription or, after that check, with foreign-subscription. */
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
