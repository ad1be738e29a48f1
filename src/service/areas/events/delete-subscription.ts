/** Deletes a subscription, so that its endpoint receives no further events. */
import { reply } from '../../wire/row.ts'
import { defineOperation } from '../operation.ts'
import { oneSubscription, ownSubscription } from './get-subscription.ts'
import { subscriptions } from './records/subscriptions.ts'

export const deleteSubscription = defineOperation({
  ...oneSubscription,
  id: 'events.deleteSubscription',
  method: 'DELETE',
  summary: 'Delete one of the caller’s subscriptions',
  replies: { 200: reply.empty() },

  handle({ params }, context) {
    const subscription = ownSubscription(context, params.id)
    context.commit(() => context.environment.of(subscriptions).remove(subscription, context.now()))
    return context.reply(200, undefined)
  },
})
