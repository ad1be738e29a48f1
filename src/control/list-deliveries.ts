/** Lists what went to the endpoints of subscribers. */
import { z } from 'zod'
import { deliveryStatuses } from '../state/events/delivery.ts'
import { reply } from '../wire/row.ts'
import { deliveryReply, deliveryView } from './delivery-view.ts'
import { defineControl } from './row.ts'

const query = z.object({
  subscription: z.coerce.number().int().min(1).optional().describe('The id of a subscription.'),
  status: z.enum(deliveryStatuses).optional(),
})

/** Source: decisions §12. */
export const listDeliveries = defineControl({
  id: 'control.listDeliveries',
  method: 'GET',
  path: '/_standin/deliveries',
  summary: 'What went to the endpoints of subscribers, and each attempt, in both environments, oldest first',
  request: { query },
  replies: { 200: reply.json(z.object({ deliveries: z.array(deliveryReply), total: z.int() })) },
  example: { query: { status: 'held' } },

  handle({ query: filter }, { knobs, reply: answer }) {
    const deliveries = knobs.deliveries.list(filter).map(deliveryView)
    return answer(200, { deliveries, total: deliveries.length })
  },
})
