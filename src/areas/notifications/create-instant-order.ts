/** Sends an SMS at once, by the older form of the request. */

import { json } from '../../wire/row.ts'
import { scope, scopes } from '../../wire/scopes.ts'
import { defineOperation } from '../operation.ts'
import { aboutInstant, instantReplies, placeInstant, smsMessage } from './placing.ts'
import { instantOrderNames, instantOrderRequest, instantOrderRules } from './rules/instant.ts'
import { exampleInstantOrder } from './rules/order.ts'

export const createInstantOrder = defineOperation({
  id: 'notifications.createInstantOrder',
  method: 'POST',
  path: '/future/orders/instant',
  summary: 'Send an SMS at once, by the older form of the request (deprecated)',
  access: scope(scopes.createNotifications),
  dependsOn: ['sms', 'database'],
  asks: ['collision'],
  request: { body: json(instantOrderRequest, instantOrderRules, instantOrderNames) },
  replies: instantReplies,
  refusals: ['no-organization', 'unmappable', 'collided'],
  about: ({ body }) => aboutInstant(body.idempotencyId, smsMessage(body.recipient.recipientSms)),
  example: {
    as: { org: 'ttd', orgNo: '991825827', scope: scopes.createNotifications },
    input: () => ({ body: exampleInstantOrder }),
  },

  handle({ body }, context) {
    return placeInstant({ ...body, ...smsMessage(body.recipient.recipientSms) }, context)
  },
})
