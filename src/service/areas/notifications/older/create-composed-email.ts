/** Orders an email with attachments that the service fetches. */

import { demandStorableTexts } from '../../../wire/refusal.ts'
import { json, reply } from '../../../wire/row.ts'
import { scope, scopes } from '../../../wire/vocabulary.ts'
import type { Act } from '../../operation.ts'
import { callers, defineOperation } from '../../operation.ts'
import {
  type ComposedEmailRequest,
  composedEmailConstraints,
  composedEmailRequest,
  composedReply,
  exampleComposedEmail,
} from '../constraints/composed-email.ts'
import { composedEmailNames } from '../constraints/older-names.ts'
import type { StoredRecipient } from '../constraints/stored-recipient.ts'
import { contentOf } from '../messages/texts.ts'
import { findPlaced, registerShipment, replyPlaced, sendTimeOf } from '../placing.ts'
import { type Order, type Owned, orders, storeOrder } from '../records.ts'

export const createComposedEmail = defineOperation({
  id: 'notifications.createComposedEmail',
  method: 'POST',
  dialect: 'live',
  path: '/future/orders/composed-email',
  summary: 'Order an email with attachments',
  access: scope(scopes.createComposedEmails),
  dependsOn: ['database'],
  asks: ['collision'],
  request: { body: json(composedEmailRequest, composedEmailConstraints, composedEmailNames) },
  replies: { 201: reply.json(composedReply, 'location'), 200: reply.json(composedReply) },
  refusals: ['no-organization', 'unmappable', 'collided'],
  about: ({ body }) => {
    const recipient = recipientIn(body)
    return { order: body.idempotencyId, content: contentOf([recipient]), recipients: [body.recipient.emailAddress] }
  },
  example: { as: callers.composer, input: () => ({ body: exampleComposedEmail }) },

  handle({ body }, context) {
    const wanted = findPlaced('composed', body.idempotencyId, context)
    return replyPlaced(wanted, wanted.known ?? place(body, wanted.owner.owned, context), context)
  },
})

function place(request: ComposedEmailRequest, owned: Owned, act: Act): Order {
  demandStorableTexts(request)
  return act.commit(() => register(request, owned, act))
}

function recipientIn({ recipient }: ComposedEmailRequest): StoredRecipient {
  const { attachments, ...emailSettings } = recipient.emailSettings
  const files = (attachments ?? []).flatMap((each) => each ?? [])
  return { recipientEmail: { emailAddress: recipient.emailAddress, emailSettings }, ...(files.length > 0 && { attachments: files }) }
}

function register(request: ComposedEmailRequest, owned: Owned, act: Act): Order {
  const { environment, random, now } = act
  const created = now()
  const [id, shipmentId] = [random.guid(), random.guid()]
  const requestedSendTime = sendTimeOf(request.requestedSendTime, created)
  const facts = { id: shipmentId, orderId: id, type: 'Composed', requestedSendTime, recipient: recipientIn(request), created } as const
  registerShipment(request, owned, facts, act)
  const { idempotencyId } = request
  return storeOrder(environment.of(orders), { id, family: 'composed', owned, idempotencyId, shipmentIds: [shipmentId] })
}
