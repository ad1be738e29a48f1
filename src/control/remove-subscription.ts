/** Removes a subscription, no matter who made it. */
import { reply } from '../wire/row.ts'
import { defineControl } from './row.ts'
import { bySubscription } from './validate-subscription.ts'

export const removeSubscription = defineControl({
  id: 'control.removeSubscription',
  summary: 'Remove a subscription, no matter who made it',
  request: { params: bySubscription },
  replies: { 204: reply.empty() },
  example: { params: { id: '1' } },

  handle({ params }, { knobs, address, reply: answer }) {
    knobs.subscriptions.remove(address.environment, Number(params.id))
    return answer(204, undefined)
  },
})
