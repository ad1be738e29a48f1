/** Lists the SMS of an order, each with its status. */
import { reply } from '../../../wire/row.ts'
import { defineOperation } from '../../operation.ts'
import { messagesOf } from '../records/order-view.ts'
import { messagesReply } from '../rules/older-replies.ts'
import { ownFacts, ownOrder } from './own-order.ts'

export const listOrderSms = defineOperation({
  ...ownFacts,
  id: 'notifications.listOrderSms',
  path: '/orders/{id}/notifications/sms',
  summary: 'List the SMS of an order',
  replies: { 200: reply.json(messagesReply) },

  handle({ params }, context) {
    return context.reply(200, messagesOf(ownOrder(params, context), 'SMS'))
  },
})
