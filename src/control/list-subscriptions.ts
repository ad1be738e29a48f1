/** Lists the subscriptions to events. */
import { z } from 'zod'
import { subscriptionsReply } from '../control-replies/subscriptions.ts'
import { reply } from '../wire/row.ts'
import { pageIn, pageQuery } from './page-query.ts'
import { defineControl } from './row.ts'

export const listSubscriptions = defineControl({
  id: 'control.listSubscriptions',
  summary: 'The subscriptions to events, of every consumer and both environments',
  request: { query: z.object(pageQuery) },
  replies: { 200: reply.json(subscriptionsReply) },

  handle: ({ query }, { knobs, reply: answer }) => answer(200, knobs.subscriptions.list(pageIn(query))),
})
