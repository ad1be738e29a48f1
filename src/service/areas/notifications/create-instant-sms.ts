/** Sends an SMS immediately. */
import { json } from '../../wire/row.ts'
import { callers, defineOperation } from '../operation.ts'
import { instantSmsConstraints, instantSmsNames, instantSmsRequest } from './constraints/instant.ts'
import { exampleInstantSms } from './constraints/order.ts'
import { aboutInstant, instantFacts, placeInstant, smsMessage } from './placing-instant.ts'

export const createInstantSms = defineOperation({
  ...instantFacts,
  id: 'notifications.createInstantSms',
  path: '/future/orders/instant/sms',
  summary: 'Send an SMS immediately',
  dependsOn: ['sms', 'database'],
  request: { body: json(instantSmsRequest, instantSmsConstraints, instantSmsNames) },
  about: ({ body }) => aboutInstant(body.idempotencyId, smsMessage(body.recipientSms)),
  example: { as: callers.creator, input: () => ({ body: exampleInstantSms }) },

  handle({ body }, context) {
    return placeInstant({ ...body, ...smsMessage(body.recipientSms) }, context)
  },
})
