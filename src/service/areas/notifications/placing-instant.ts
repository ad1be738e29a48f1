/** Places instant messages, which are handed over immediately, and contains settings that the instant rows share. */

import { demandStorableTexts } from '../../wire/refusal.ts'
import { type About, type Reply, reply } from '../../wire/row.ts'
import { scope, scopes } from '../../wire/vocabulary.ts'
import type { Act, Context } from '../operation.ts'
import { type EmailDelivery, instantReply, type SmsDelivery } from './constraints/instant.ts'
import type { RecipientRequest } from './constraints/order.ts'
import { contentOf } from './messages/texts.ts'
import { senderOf } from './messages.ts'
import { findPlaced, replyPlaced } from './placing.ts'
import { type Order, type Owned, orders, shipments, storeOrder } from './records.ts'
import type { Channel } from './wire.ts'

const instantReplies = { 201: reply.json(instantReply, 'location'), 200: reply.json(instantReply) }

export const instantFacts = {
  method: 'POST',
  access: scope(scopes.createNotifications),
  asks: ['collision'],
  replies: instantReplies,
  refusals: ['no-organization', 'unmappable', 'collided'],
} as const

interface Message {
  readonly recipient: RecipientRequest
  readonly channel: Channel
  readonly destination: string
  /** The service waits this long for a delivery report. In milliseconds. */
  readonly timeToLive: number
}

interface InstantOrder extends Message {
  readonly idempotencyId: string
  readonly sendersReference?: string | null | undefined
}

/** Source: notifications §10.2. */
const emailLife = 48 * 3_600_000

/** The recipient is stored as in a regular order, so that all messages are rendered the same way. */
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

/** Stores the message and hands it over in a single commit. Sources: decisions §5, notifications §8.2. */
export function placeInstant(message: InstantOrder, context: PlacingInstant): Reply {
  const wanted = findPlaced('instant', message.idempotencyId, context)
  return replyPlaced(wanted, wanted.known ?? place(message, wanted.owner.owned, context), context)
}

function place(message: InstantOrder, owned: Owned, context: PlacingInstant): Order {
  context.reach(senderOf[message.channel])
  demandStorableTexts(message)
  return context.commit(() => handOver(message, owned, context))
}

function handOver(message: InstantOrder, owned: Owned, { environment, world, random, now, book, stepEnd, cause }: Act): Order {
  const { idempotencyId, sendersReference = null, recipient, channel, destination, timeToLive } = message
  const at = now()
  const orderId = random.guid()
  const { creator, creatorOrgNo, owner } = owned
  const { id } = environment.of(shipments).insert({
    id: random.guid(),
    orderId,
    creator,
    creatorOrgNo,
    owner,
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
