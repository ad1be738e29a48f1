/** Sends an SMS at once. */

import { json } from '../../wire/row.ts'
import { scope, scopes } from '../../wire/scopes.ts'
import { defineOperation } from '../operation.ts'
import { aboutInstant, instantReplies, placeInstant, smsMessage } from './placing.ts'
import { instantSmsNames, instantSmsRequest, instantSmsRules } from './rules/instant.ts'
import { exampleInstantSms } from './rules/order.ts'

export const createInstantSms = defineOperation({
  id: 'notifications.createInstantSms',
  method: 'POST',
  path: '/future/orders/instant/sms',
  summary: 'Send an SMS at once',
  access: scope(scopes.createNotifications),
  dependsOn: ['sms', 'database'],
  asks: ['collision'],
  request: { body: json(instantSmsRequest, instantSmsRules, instantSmsNames) },
  replies: instantReplies,
  refusals: ['no-organization', 'unmappable', 'collided'],
  about: ({ body }) => aboutInstant(body.idempotencyId, smsMessage(body.recipientSms)),
  example: {
    as: { org: 'ttd', orgNo: '991825827', scope: scopes.createNotifications },
    input: () => ({ body: exampleInstantSms }),
  },

  handle({ body }, context) {
    return placeInstant({ ...body, ...smsMessage(body.recipientSms) }, context)
  },
})
