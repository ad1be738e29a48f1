/** Lists an order's SMS messages and their statuses. */
import { reply } from '../../../wire/row.ts'
import { defineOperation } from '../../operation.ts'
import { messagesReply } from '../constraints/older-replies.ts'
import { messagesFacts, ownMessages } from './own-order.ts'

export const listOrderSms = defineOperation({
  ...messagesFacts,
  id: 'notifications.listOrderSms',
  path: '/orders/{id}/notifications/sms',
  summary: 'List an order’s SMS messages',
  replies: { 200: reply.json(messagesReply) },

  handle({ params }, context) {
    return context.reply(200, ownMessages(params, 'SMS', context))
  },
})
