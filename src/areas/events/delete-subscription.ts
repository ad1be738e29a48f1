/** Deletes a subscription: its endpoint gets no more events. */

import { reply } from '../../wire/row.ts'
import { scopes, token } from '../../wire/scopes.ts'
import { defineOperation } from '../operation.ts'
import { aboutSubscription, ownSubscription } from './get-subscription.ts'
import { subscriptions } from './records/subscription.ts'
import { bySubscriptionId } from './rules/subscription.ts'

export const deleteSubscription = defineOperation({
  id: 'events.deleteSubscription',
  method: 'DELETE',
  path: '/events/api/v1/subscriptions/{id}',
  summary: 'Delete a subscription of the caller',
  access: token,
  dependsOn: ['database'],
  request: { params: bySubscriptionId },
  replies: { 200: reply.empty() },
  refusals: ['no-such-subscription', 'foreign-subscription'],
  about: ({ params }, _, environment) => aboutSubscription(params.id, environment),
  example: {
    given: 'a subscription exists',
    as: { orgNo: '370916446', scope: scopes.eventsSubscribe },
    input: ({ subscriptionId = '' }) => ({ params: { id: subscriptionId } }),
  },

  handle({ params }, context) {
    const subscription = ownSubscription(context, params.id)
    context.commit(() => context.environment.of(subscriptions).remove(subscription, context.now()))
    return context.reply(200, undefined)
  },
})
