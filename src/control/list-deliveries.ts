/** Lists the webhook deliveries to subscribers. */
import { z } from 'zod'
import { deliveriesReply } from '../control-replies/deliveries.ts'
import { deliveriesFilter } from '../knobs/deliveries.ts'
import { reply } from '../wire/row.ts'
import { pageIn, pageQuery } from './page-query.ts'
import { defineControl } from './row.ts'

/** Source: decisions §12. */
export const listDeliveries = defineControl({
  id: 'control.listDeliveries',
  summary: 'The webhook deliveries to subscribers, with each attempt, in both environments, oldest first',
  request: { query: z.object({ ...deliveriesFilter().shape, ...pageQuery }) },
  replies: { 200: reply.json(deliveriesReply) },
  example: { query: { status: 'held' } },

  handle: ({ query: { limit, after, ...filter } }, { knobs, reply: answer }) =>
    answer(200, knobs.deliveries.list(filter, pageIn({ limit, after }))),
})
