/** Lists the webhook deliveries to subscribers. */
import { deliveriesFilter, deliveriesReply } from '../knobs/deliveries.ts'
import { reply } from '../wire/row.ts'
import { defineControl } from './row.ts'

/** Source: decisions §12. */
export const listDeliveries = defineControl({
  id: 'control.listDeliveries',
  summary: 'The webhook deliveries to subscribers, with each attempt, in both environments, oldest first',
  request: { query: deliveriesFilter },
  replies: { 200: reply.json(deliveriesReply) },
  example: { query: { status: 'held' } },

  handle: ({ query }, { knobs, reply: answer }) => answer(200, knobs.deliveries.list(query)),
})
