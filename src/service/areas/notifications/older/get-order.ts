/** Returns an order to the caller who placed it. */
import { reply } from '../../../wire/row.ts'
import { defineOperation } from '../../operation.ts'
import { olderOrderReply } from '../constraints/older-replies.ts'
import { orderOf } from '../records/order-view.ts'
import { ownFacts, ownOrder } from './own-order.ts'

export const getOrder = defineOperation({
  ...ownFacts,
  id: 'notifications.getOrder',
  path: '/orders/{id}',
  summary: 'Read an order',
  replies: { 200: reply.json(olderOrderReply) },

  handle({ params }, context) {
    return context.reply(200, orderOf(ownOrder(params, context), context.environment.name, context.url))
  },
})
