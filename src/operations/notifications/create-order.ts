/** Orders a notification with its reminders: nothing of it is kept unless everybody can be reached. */
import { takeOrder } from '../../jobs/notifications/take-order.ts'
import type { Act } from '../../state/act.ts'
import { contactsOf, missing } from '../../state/addressing.ts'
import { channelSchemaOf, directAddress, recipientName } from '../../state/recipient.ts'
import type { Order, Shipment } from '../../state/shipment.ts'
import { inTurn } from '../../state/turn.ts'
import { orderRules } from '../../wire/order-rules.ts'
import { remember } from '../../wire/remember.ts'
import { json, reply } from '../../wire/row.ts'
import {
  type OrderReply,
  type OrderRequest,
  orderReply,
  orderRequest,
  type RecipientRequest,
  type ReminderRequest,
} from '../../wire/schemas/order.ts'
import { scope, scopes } from '../../wire/scopes.ts'
import { readTimestamp } from '../../wire/send-time.ts'
import { defineOperation } from '../operation.ts'

const dayLength = 86_400_000

export const createOrder = defineOperation({
  id: 'notifications.createOrder',
  method: 'POST',
  path: '/future/orders',
  summary: 'Order a notification, with reminders',
  access: scope(scopes.createNotifications),
  dependsOn: ['register', 'database'],
  request: { body: json(orderRequest, orderRules) },
  replies: { 201: reply.json(orderReply, 'location'), 200: reply.json(orderReply) },
  refusals: ['NOT-00001', 'no-organization'],
  about: ({ body }) => ({
    order: body.idempotencyId,
    recipients: [body.recipient, ...(body.reminders ?? []).map(({ recipient }) => recipient)].map(recipientName),
  }),
  example: {
    as: { org: 'ttd', orgNo: '991825827', scope: scopes.createNotifications },
    input: () => ({
      body: {
        idempotencyId: 'case-7741',
        sendersReference: 'case-7741',
        recipient: {
          recipientPerson: {
            nationalIdentityNumber: '12838590150',
            channelSchema: 'EmailPreferred',
            emailSettings: { subject: 'A new message', body: 'You have a new message.' },
            smsSettings: { body: 'You have a new message.' },
          },
        },
      },
    }),
  },

  async handle({ body }, context) {
    const { environment, commit, url, reply: answer, fail, owner: creator, signal } = context
    if (creator === undefined) throw fail('no-organization')
    const replay = () => {
      const known = environment.idempotency.get(creator)?.get(body.idempotencyId)
      return known && answer(200, present(known, context))
    }

    const order = async () => {
      const request = withStaleContacts(body, creator)
      for (const recipient of [request.recipient, ...(request.reminders ?? []).map((reminder) => reminder.recipient)]) {
        if (await isUnreachable(recipient, context)) throw fail('NOT-00001')
      }
      const made = commit(() => register(request, creator, context))
      return answer(201, present(made, context), { location: url(`/notifications/api/v1/orders/chain/${made.id}`) })
    }

    const key = JSON.stringify([creator, body.idempotencyId])
    return replay() ?? (await inTurn(environment, key, signal, async () => replay() ?? (await order())))
  },
})

/** Source: notifications §3.2. */
function withStaleContacts(request: OrderRequest, creator: string): OrderRequest {
  if (creator.toLowerCase() !== 'skd') return request
  const lenient = ({ recipientPerson, ...recipient }: RecipientRequest): RecipientRequest => ({
    ...recipient,
    recipientPerson: recipientPerson && { ...recipientPerson, useStaleContactInformation: true },
  })
  return {
    ...request,
    recipient: lenient(request.recipient),
    reminders: request.reminders?.map((reminder) => ({ ...reminder, recipient: lenient(reminder.recipient) })),
  }
}

/** Source: notifications §6.3. */
async function isUnreachable(recipient: RecipientRequest, { world, reach, now }: Act<'register' | 'database'>): Promise<boolean> {
  if (directAddress(recipient)) return false
  reach('register')
  const contacts = await contactsOf(world.contacts, recipient, now())
  return contacts !== undefined && missing(channelSchemaOf(recipient), contacts)
}

function register(request: OrderRequest, creator: string, act: Act): Order {
  const { environment, random, now } = act
  const created = now()
  const id = random.guid()
  const sendTime = request.requestedSendTime === undefined ? created : timeOf(request.requestedSendTime)
  const place = (type: Shipment['type'], part: OrderRequest | ReminderRequest, requestedSendTime: number) => {
    const shipment: Shipment = {
      id: random.guid(),
      orderId: id,
      creator,
      type,
      sendersReference: part.sendersReference ?? null,
      requestedSendTime,
      conditionEndpoint: part.conditionEndpoint ?? null,
      recipient: part.recipient,
      created,
      status: 'Order_Registered',
      lastUpdate: created,
      entries: [],
    }
    environment.shipments.insert(shipment)
    act.book(takeOrder, { shipmentId: shipment.id }, act.world.pace.take(requestedSendTime, created))
    return shipment.id
  }
  const main = place('Notification', request, sendTime)
  const reminders = (request.reminders ?? []).map((reminder) => place('Reminder', reminder, reminderTime(reminder, sendTime)))
  const order: Order = { id, creator, idempotencyId: request.idempotencyId, shipmentIds: [main, ...reminders] }
  environment.orders.insert(order)
  remember(environment.idempotency, creator, () => new Map<string, Order>()).set(order.idempotencyId, order)
  return order
}

const timeOf = (text: string) => readTimestamp(text)?.at ?? 0

const reminderTime = ({ delayDays, requestedSendTime }: ReminderRequest, sendTime: number) =>
  delayDays ? sendTime + delayDays * dayLength : timeOf(requestedSendTime ?? '')

/** Source: notifications §5.1. */
function present({ id, shipmentIds }: Order, { environment }: Act): OrderReply {
  const [main, ...reminders] = shipmentIds.map((shipmentId) => {
    const sendersReference = environment.shipments.get(shipmentId)?.sendersReference
    return { shipmentId, ...(sendersReference == null ? {} : { sendersReference }) }
  })
  return { notificationOrderId: id, notification: { ...(reminders.length > 0 ? { reminders } : {}), ...(main ?? { shipmentId: '' }) } }
}
