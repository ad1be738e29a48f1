/** Sends an SMS immediately, in the older request format. */
import { json } from '../../wire/row.ts'
import { callers, defineOperation } from '../operation.ts'
import { instantOrderConstraints, instantOrderNames, instantOrderRequest } from './constraints/instant.ts'
import { exampleInstantOrder } from './constraints/order.ts'
import { aboutInstant, instantFacts, placeInstant, smsMessage } from './placing-instant.ts'

export const createInstantOrder = defineOperation({
  ...instantFacts,
  id: 'notifications.createInstantOrder',
  path: '/future/orders/instant',
  summary: 'Send an SMS immediately, using the older request format (deprecated)',
  dependsOn: ['sms', 'database'],
  request: { body: json(instantOrderRequest, instantOrderConstraints, instantOrderNames) },
  about: ({ body }) => aboutInstant(body.idempotencyId, smsMessage(body.recipient.recipientSms)),
  example: { as: callers.creator, input: () => ({ body: exampleInstantOrder }) },

  handle({ body }, context) {
    return placeInstant({ ...body, ...smsMessage(body.recipient.recipientSms) }, context)
  },
})
