/** Sends an email at once. */

import { json } from '../../wire/row.ts'
import { scope, scopes } from '../../wire/scopes.ts'
import { defineOperation } from '../operation.ts'
import { aboutInstant, emailMessage, instantReplies, placeInstant } from './placing.ts'
import { instantEmailNames, instantEmailRequest, instantEmailRules } from './rules/instant.ts'
import { exampleInstantEmail } from './rules/order.ts'

export const createInstantEmail = defineOperation({
  id: 'notifications.createInstantEmail',
  method: 'POST',
  path: '/future/orders/instant/email',
  summary: 'Send an email at once',
  access: scope(scopes.createNotifications),
  dependsOn: ['email', 'database'],
  asks: ['collision'],
  request: { body: json(instantEmailRequest, instantEmailRules, instantEmailNames) },
  replies: instantReplies,
  refusals: ['no-organization', 'unmappable', 'collided'],
  about: ({ body }) => aboutInstant(body.idempotencyId, emailMessage(body.recipientEmail)),
  example: {
    as: { org: 'ttd', orgNo: '991825827', scope: scopes.createNotifications },
    input: () => ({ body: exampleInstantEmail }),
  },

  handle({ body }, context) {
    return placeInstant({ ...body, ...emailMessage(body.recipientEmail) }, context)
  },
})
