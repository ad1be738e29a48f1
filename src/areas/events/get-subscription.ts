/** Shows a subscription to its maker. */

import { reply } from '../../wire/row.ts'
import { scopes, token } from '../../wire/scopes.ts'
import { defineOperation } from '../operation.ts'
import { bySubscriptionId, subscriptionReply } from './rules/subscription.ts'
import { aboutSubscription, ownSubscription, subscriptionView } from './subscription-view.ts'

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
