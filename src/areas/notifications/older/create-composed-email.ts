/** Orders an email with attachments that the service fetches. */
import { json, reply } from '../../../wire/row.ts'
import { scope, scopes } from '../../../wire/scopes.ts'
import { demandStorableTexts } from '../../../wire/values/storable.ts'
import { readTimestamp } from '../../../wire/values/timestamp.ts'
import type { Act } from '../../../world/act.ts'
import { callers, defineOperation } from '../../operation.ts'
import { placeOnce } from '../placing.ts'
import { takingTime } from '../records/deadline.ts'
import { orders, storeOrder } from '../records/orders.ts'
import { contentOf } from '../records/recipient.ts'
import { type Order, type Owned, shipments } from '../records/shipment.ts'
import {
  type ComposedEmailRequest,
  composedEmailRequest,
  composedEmailRules,
  composedReply,
  exampleComposedEmail,
} from '../rules/composed-email.ts'
import { composedEmailNames } from '../rules/older-names.ts'
import type { StoredRecipient } from '../rules/stored-recipient.ts'

export const createComposedEmail = defineOperation({
  id: 'notifications.createComposedEmail',
  method: 'POST',
  dialect: 'live',
  path: '/future/orders/composed-email',
  summary: 'Order an email with attachments',
  access: scope(scopes.createComposedEmails),
  dependsOn: ['database'],
  asks: ['collision'],
  request: { body: json(composedEmailRequest, composedEmailRules, composedEmailNames, { storedWhenNew: true }) },
  replies: { 201: reply.json(composedReply, 'location'), 200: reply.json(composedReply) },
  refusals: ['no-organization', 'unmappable', 'collided'],
  about: ({ body }) => {
    const recipient = recipientIn(body)
    return { order: body.idempotencyId, content: contentOf([recipient]), recipients: [body.recipient.emailAddress] }
  },
  example: { as: callers.composer, input: () => ({ body: exampleComposedEmail }) },

  handle({ body }, context) {
    return placeOnce('composed', body.idempotencyId, context, (owned) => {
      demandStorableTexts(body)
      return context.commit(() => register(body, owned, context))
    })
  },
})

function recipientIn({ recipient }: ComposedEmailRequest): StoredRecipient {
  const { attachments, ...emailSettings } = recipient.emailSettings
  const files = (attachments ?? []).flatMap((each) => each ?? [])
  return { recipientEmail: { emailAddress: recipient.emailAddress, emailSettings }, ...(files.length > 0 && { attachments: files }) }
}

function register(request: ComposedEmailRequest, owned: Owned, act: Act): Order {
  const { environment, random, now } = act
  const created = now()
  const [id, shipmentId] = [random.guid(), random.guid()]
  const requestedSendTime = request.requestedSendTime === undefined ? created : (readTimestamp(request.requestedSendTime)?.at ?? created)
  environment.of(shipments).insert({
    id: shipmentId,
    orderId: id,
    ...owned,
    type: 'Composed',
    sendersReference: request.sendersReference ?? null,
    requestedSendTime,
    conditionEndpoint: request.conditionEndpoint ?? null,
    recipient: recipientIn(request),
    created,
    status: 'Order_Registered',
    lastUpdate: created,
    entries: [],
  })
  act.book('notifications.takeOrder', { shipmentId }, takingTime(act, requestedSendTime, created))
  const { idempotencyId } = request
  return storeOrder(environment.of(orders), { id, family: 'composed', ...owned, idempotencyId, shipmentIds: [shipmentId] })
}
