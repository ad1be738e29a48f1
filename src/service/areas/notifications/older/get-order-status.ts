/** Returns an order's processing status and its message counts. */
import { reply } from '../../../wire/row.ts'
import { defineOperation } from '../../operation.ts'
import { orderStatusReply } from '../constraints/older-replies.ts'
import { baseOf, processingOf, summaryOf } from '../records/order-view.ts'
import { ownFacts, ownOrder } from './own-order.ts'

export const getOrderStatus = defineOperation({
  ...ownFacts,
  id: 'notifications.getOrderStatus',
  path: '/orders/{id}/status',
  summary: 'Read an order’s status',
  replies: { 200: reply.json(orderStatusReply) },

  handle({ params }, context) {
    const shipment = ownOrder(params, context)
    return context.reply(200, { ...baseOf(shipment), processingStatus: processingOf(shipment), ...summaryOf(shipment, context.url) })
  },
})
