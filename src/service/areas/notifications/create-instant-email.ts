/** Sends an email immediately. */
import { json } from '../../wire/row.ts'
import { callers, defineOperation } from '../operation.ts'
import { instantEmailConstraints, instantEmailNames, instantEmailRequest } from './constraints/instant.ts'
import { exampleInstantEmail } from './constraints/order.ts'
import { aboutInstant, emailMessage, instantFacts, placeInstant } from './placing-instant.ts'

export const createInstantEmail = defineOperation({
  ...instantFacts,
  id: 'notifications.createInstantEmail',
  path: '/future/orders/instant/email',
  summary: 'Send an email immediately',
  dependsOn: ['email', 'database'],
  request: { body: json(instantEmailRequest, instantEmailConstraints, instantEmailNames) },
  about: ({ body }) => aboutInstant(body.idempotencyId, emailMessage(body.recipientEmail)),
  example: { as: callers.creator, input: () => ({ body: exampleInstantEmail }) },

  handle({ body }, context) {
    return placeInstant({ ...body, ...emailMessage(body.recipientEmail) }, context)
  },
})
