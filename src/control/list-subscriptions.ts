/** Lists the subscriptions to events. */
import { subscriptionsReply } from '../knobs/subscriptions.ts'
import { reply } from '../wire/row.ts'
import { defineControl } from './row.ts'

export const listSubscriptions = defineControl({
  id: 'control.listSubscriptions',
  summary: 'The subscriptions to events, of every consumer and both environments',
  request: {},
  replies: { 200: reply.json(subscriptionsReply) },

  handle: (_, { knobs, reply: answer }) => answer(200, knobs.subscriptions.list()),
})
