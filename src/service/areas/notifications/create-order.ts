/** Orders a notification and its reminders, if all recipients are reachable. */

import { demandStorableTexts } from '../../wire/refusal.ts'
import { json, type ReplyShapes, reply } from '../../wire/row.ts'
import { appended } from '../../wire/text.ts'
import { readTimestamp } from '../../wire/timestamp.ts'
import { scope, scopes } from '../../wire/vocabulary.ts'
import type { Act } from '../operation.ts'
import { type Context, callers, defineOperation } from '../operation.ts'
import { exampleOrder, type OrderRequest, orderRequest, type RecipientRequest, type ReminderRequest } from './constraints/order.ts'
import { orderConstraints } from './constraints/order-constraints.ts'
import { orderReply } from './constraints/replies.ts'
import { channelSchemaOf, contentOf, directAddress, recipientName, shareTexts } from './messages/texts.ts'
import { findPlaced, registerShipment, replyPlaced, sendTimeOf } from './placing.ts'
import { contactsNow, missing } from './records/addressing.ts'
import { type Order, type Owned, orders, type Shipment, storeOrder } from './records.ts'

const dayLength = 86_400_000

export const createOrder = defineOperation({
  id: 'notifications.createOrder',
  method: 'POST',
  path: '/future/orders',
  summary: 'Order a notification and its reminders',
  access: scope(scopes.createNotifications),
  dependsOn: ['register', 'database'],
  asks: ['contacts', 'collision'],
  request: { body: json(orderRequest, orderConstraints) },
  replies: { 201: reply.json(orderReply, 'location'), 200: reply.json(orderReply) },
  refusals: ['NOT-00001', 'no-organization', 'unmappable', 'collided'],
  about({ body }) {
    const recipients = recipientsOf(body)
    return { order: body.idempotencyId, content: contentOf(recipients), recipients: recipients.map(recipientName) }
  },
  example: { as: callers.creator, input: () => ({ body: exampleOrder }) },

  handle({ body }, context) {
    const wanted = findPlaced('regular', body.idempotencyId, context)
    return replyPlaced(wanted, wanted.known ?? place(body, wanted.owner.owned, context), context)
  },
})

type Placing = Act<'register' | 'database'> & Pick<Context<ReplyShapes, 'NOT-00001'>, 'fail'>

function place(body: OrderRequest, owned: Owned, context: Placing): Order {
  const request = withStaleContacts(body, owned.creator)
  const recipients = recipientsOf(request)
  const missed = recipients.findIndex((recipient) => isUnreachable(recipient, context))
  if (missed >= 0) throw context.fail('NOT-00001', { reason: whoIsMissing(recipients, missed) })
  demandStorableTexts(request)
  if (recipients.length > 1) shareTexts(recipients)
  return context.commit(() => register(request, owned, context))
}

const recipientsOf = ({ recipient, reminders }: OrderRequest) => [recipient, ...(reminders ?? []).map((reminder) => reminder.recipient)]

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
function isUnreachable(recipient: RecipientRequest, act: Placing): boolean {
  if (directAddress(recipient)) return false
  act.reach('register')
  const contacts = contactsNow(act, recipient)
  return contacts !== undefined && missing(channelSchemaOf(recipient), contacts)
}

/** `nth`: the position in `recipients`, where 0 is the order's own recipient. */
function whoIsMissing(recipients: readonly RecipientRequest[], nth: number): string {
  const recipient = recipients[nth] ?? {}
  const part = nth === 0 ? '' : `, reminder ${nth}`
  return `the register contains no address for ${recipientName(recipient)} (${channelSchemaOf(recipient)}${part})`
}

function register(request: OrderRequest, owned: Owned, act: Act): Order {
  const { environment, random, now } = act
  const created = now()
  const id = random.guid()
  const sendTime = sendTimeOf(request.requestedSendTime, created)
  const addShipment = (type: Shipment['type'], part: OrderRequest | ReminderRequest, requestedSendTime: number) => {
    const facts = { id: random.guid(), orderId: id, type, requestedSendTime, recipient: part.recipient, created }
    return registerShipment(part, owned, facts, act).id
  }
  const main = addShipment('Notification', request, sendTime)
  const reminders = (request.reminders ?? []).map((reminder) => addShipment('Reminder', reminder, reminderTime(reminder, sendTime)))
  const { idempotencyId } = request
  return storeOrder(environment.of(orders), { id, family: 'regular', owned, idempotencyId, shipmentIds: appended([main], reminders) })
}

const timeOf = (text: string) => readTimestamp(text)?.at ?? 0

const reminderTime = ({ delayDays, requestedSendTime }: ReminderRequest, sendTime: number) =>
  delayDays ? sendTime + delayDays * dayLength : timeOf(requestedSendTime ?? '')
