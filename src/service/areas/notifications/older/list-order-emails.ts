/** Lists an order's emails and their statuses. */
import { reply } from '../../../wire/row.ts'
import { defineOperation } from '../../operation.ts'
import { messagesReply } from '../constraints/older-replies.ts'
import { messagesFacts, ownMessages } from './own-order.ts'

export const listOrderEmails = defineOperation({
  ...messagesFacts,
  id: 'notifications.listOrderEmails',
  path: '/orders/{id}/notifications/email',
  summary: 'List an order’s emails',
  replies: { 200: reply.json(messagesReply) },

  handle({ params }, context) {
    return context.reply(200, ownMessages(params, 'Email', context))
  },
})
