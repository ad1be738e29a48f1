/** Places an order once for each idempotencyId, registers its shipments, and hands instant messages over: a repeated request gets the reply of the first one. */
import { type About, type Reply, reply } from '../../wire/row.ts'
import { scope, scopes } from '../../wire/scopes.ts'
import { demandStorableTexts } from '../../wire/storable.ts'
import { readTimestamp } from '../../wire/timestamp.ts'
import type { Act } from '../../world/act.ts'
import type { Environment } from '../../world/environment.ts'
import type { Context } from '../operation.ts'
import { takingTime } from './records/deadline.ts'
import { senderOf } from './records/message.ts'
import { findOrder, type IdempotentFamily, orders, storeOrder, storeShipment } from './records/orders.ts'
import { contentOf } from './records/recipient.ts'
import { type Channel, type Order, type Owned, type Shipment, shipments } from './records/shipment.ts'
import { type EmailDelivery, instantReply, type SmsDelivery } from './rules/instant.ts'
import type { OrderReply, orderReply, RecipientRequest } from './rules/order.ts'

type Answered = ReturnType<typeof reply.json<typeof orderReply>>
type Placing = Context<{ 201: Answered; 200: Answered }, 'no-organization' | 'collided'>

/**
 * Looks and commits without waiting in between: of two simultaneous calls, the second finds the order of the first. Sources: notifications
 * §5.3, §5.4, decisions §6.
 */
export function placeOnce(family: IdempotentFamily, idempotencyId: string, context: Placing, makeOrder: (owned: Owned) => Order): Reply {
  const { environment, url, reply: answer, fail } = context
  const owner = context.findOwner()
  if (!owner) throw fail('no-organization')
  demandStorableTexts({ idempotencyId })
  const known = findOrder(environment.of(orders), { family, owner, idempotencyId })
  const met = known && context.arrived - createdAt(known, environment)
  const order = known ?? makeOrder(owner.owned)
  const call = { of: 'order', thing: `${environment.name} ${family} ${owner.key} ${idempotencyId}`, apart: met } as const
  if (context.circumstances.collision(call) === 'lost')
    throw fail('collided', { reason: `another call with this idempotencyId came at the same moment, and placed order ${order.id}` })
  if (known) {
    context.explain(`a repeated request: order ${known.id} has this idempotencyId already, so nothing was done`)
    return answer(200, present(known, environment))
  }
  return answer(201, present(order, environment), { location: url(`/notifications/api/v1/orders/chain/${order.id}`) })
}

/** What an order says of one of its shipments. */
interface ShipmentRequest {
  readonly sendersReference?: string | null | undefined
  readonly conditionEndpoint?: string | null | undefined
}

type ShipmentFacts = Pick<Shipment, 'id' | 'orderId' | 'type' | 'requestedSendTime' | 'recipient' | 'created'>

/** Stores a shipment that is taken at its send time. */
export function registerShipment(
  { sendersReference, conditionEndpoint }: ShipmentRequest,
  owned: Owned,
  facts: ShipmentFacts,
  act: Act,
): Shipment {
  const { id, orderId, type, requestedSendTime, recipient, created } = facts
  const shipment = storeShipment(act.environment.of(shipments), {
    id,
    orderId,
    owned,
    type,
    sendersReference: sendersReference ?? null,
    requestedSendTime,
    conditionEndpoint: conditionEndpoint ?? null,
    recipient,
    created,
    status: 'Order_Registered',
    lastUpdate: created,
    entries: [],
  })
  act.book('notifications.takeOrder', { shipmentId: id }, takingTime(act, requestedSendTime, created))
  return shipment
}

/** Without a send time, an order is sent at once. */
export const sendTimeOf = (requested: string | undefined, created: number): number =>
  requested === undefined ? created : (readTimestamp(requested)?.at ?? created)

const createdAt = ({ shipmentIds: [main] }: Order, { of }: Environment): number => of(shipments).get(main)?.created ?? 0

/** Source: notifications §5.1, §5.2. */
function present({ id, shipmentIds: [main, ...reminders] }: Order, environment: Environment): OrderReply {
  const reference = referenceTo(main, environment)
  if (reminders.length === 0) return { notificationOrderId: id, notification: reference }
  return {
    notificationOrderId: id,
    notification: { reminders: reminders.map((reminder) => referenceTo(reminder, environment)), ...reference },
  }
}

function referenceTo(shipmentId: string, { of }: Environment): Omit<OrderReply['notification'], 'reminders'> {
  const sendersReference = of(shipments).get(shipmentId)?.sendersReference
  return sendersReference == null ? { shipmentId } : { shipmentId, sendersReference }
}

const instantReplies = { 201: reply.json(instantReply, 'location'), 200: reply.json(instantReply) }

/** What the rows of instant messages share. */
export const instantFacts = {
  method: 'POST',
  access: scope(scopes.createNotifications),
  asks: ['collision'],
  replies: instantReplies,
  refusals: ['no-organization', 'unmappable', 'collided'],
} as const

/** A message to hand over. */
interface Message {
  readonly recipient: RecipientRequest
  readonly channel: Channel
  readonly destination: string
  /** How long the service waits for a delivery report, in milliseconds. */
  readonly timeToLive: number
}

interface InstantOrder extends Message {
  readonly idempotencyId: string
  readonly sendersReference?: string | null | undefined
}

/** Source: notifications §10.2. */
const emailLife = 48 * 3_600_000

/** The recipient is stored in the form of a regular order, so that all messages are rendered the same way. */
export const smsMessage = ({ phoneNumber, smsSettings, timeToLiveInSeconds }: SmsDelivery): Message => ({
  recipient: { recipientSms: { phoneNumber, smsSettings: { ...smsSettings, sendingTimePolicy: 'Anytime' } } },
  channel: 'SMS',
  destination: phoneNumber,
  timeToLive: timeToLiveInSeconds * 1000,
})

export const emailMessage = ({ emailAddress, emailSettings }: EmailDelivery): Message => ({
  recipient: { recipientEmail: { emailAddress, emailSettings } },
  channel: 'Email',
  destination: emailAddress,
  timeToLive: emailLife,
})

export const aboutInstant = (order: string, { recipient, destination }: Message): About => ({
  order,
  content: contentOf([recipient]),
  recipients: [destination],
})

type PlacingInstant = Context<typeof instantReplies, 'no-organization' | 'collided', 'sms' | 'email' | 'database'>

/** Hands over and stores in one commit. Sources: decisions §5, notifications §8.2. */
export function placeInstant(message: InstantOrder, context: PlacingInstant): Reply {
  return placeOnce('instant', message.idempotencyId, context, (owned) => {
    context.reach(senderOf[message.channel])
    demandStorableTexts(message)
    return context.commit(() => handOver(message, owned, context))
  })
}

function handOver(message: InstantOrder, owned: Owned, { environment, world, random, now, book, stepEnd, cause }: Act): Order {
  const { idempotencyId, sendersReference = null, recipient, channel, destination, timeToLive } = message
  const at = now()
  const orderId = random.guid()
  const { id } = storeShipment(environment.of(shipments), {
    id: random.guid(),
    orderId,
    owned,
    type: 'Instant',
    sendersReference,
    requestedSendTime: at,
    conditionEndpoint: null,
    recipient,
    created: at,
    status: 'Order_Processed',
    lastUpdate: at,
    entries: [{ channel, destination, status: `${channel}_Sending`, lastUpdate: at, expires: at + timeToLive }],
  })
  world.outbox.add({ at, environment: environment.name, shipmentId: id, entry: 0, cause })
  book('notifications.acceptMessage', { shipmentId: id, entry: 0 }, stepEnd('notifications.acceptMessage', at, channel))
  return storeOrder(environment.of(orders), { id: orderId, family: 'instant', owned, idempotencyId, shipmentIds: [id] })
}
