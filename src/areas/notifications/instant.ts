/** Hands over an instant message: the behaviour that the three instant rows share. */

import { type About, type Reply, reply } from '../../wire/row.ts'
import type { Act } from '../../world/act.ts'
import type { Context } from '../operation.ts'
import { placeOnce } from './placing.ts'
import { orders, storeOrder } from './records/idempotency.ts'
import { senderOf } from './records/message.ts'
import type { Owned } from './records/owner.ts'
import { contentOf } from './records/recipient.ts'
import { type Channel, type Order, shipments } from './records/shipment.ts'
import { type EmailDelivery, instantReply, type SmsDelivery } from './rules/instant.ts'
import type { RecipientRequest } from './rules/order.ts'

export const instantReplies = { 201: reply.json(instantReply, 'location'), 200: reply.json(instantReply) }

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

type Placing = Context<typeof instantReplies, 'no-organization' | 'collided', 'sms' | 'email' | 'database'>

/** Hands over and stores in one commit. Sources: decisions §5, notifications §8.2. */
export function placeInstant(message: InstantOrder, context: Placing): Reply {
  return placeOnce('instant', message.idempotencyId, context, (owned) => {
    context.reach(senderOf[message.channel])
    return context.commit(() => handOver(message, owned, context))
  })
}

function handOver(message: InstantOrder, owned: Owned, { environment, world, random, now, book, stepEnd, cause }: Act): Order {
  const { idempotencyId, sendersReference = null, recipient, channel, destination, timeToLive } = message
  const at = now()
  const orderId = random.guid()
  const { id } = environment.of(shipments).insert({
    id: random.guid(),
    orderId,
    ...owned,
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
  return storeOrder(environment.of(orders), { id: orderId, family: 'instant', ...owned, idempotencyId, shipmentIds: [id] })
}
