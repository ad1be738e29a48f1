/** Lists the emails of an order, each with its status. */
import { reply } from '../../../wire/row.ts'
import { defineOperation } from '../../operation.ts'
import { messagesOf } from '../records/order-view.ts'
import { messagesReply } from '../rules/older-replies.ts'
import { ownFacts, ownOrder } from './own-order.ts'

export const listOrderEmails = defineOperation({
  ...ownFacts,
  id: 'notifications.listOrderEmails',
  path: '/orders/{id}/notifications/email',
  summary: 'List the emails of an order',
  replies: { 200: reply.json(messagesReply) },

  handle({ params }, context) {
    return context.reply(200, messagesOf(ownOrder(params, context), 'Email'))
  },
})
