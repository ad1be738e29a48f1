/** The outbox: the messages that the service has sent, to look at and to clear. */
import { z } from 'zod'
import type { outboxReply, SentMessage } from '../control-replies/outbox.ts'
import { plainNumber } from '../state/notifications/magic-recipients.ts'
import { segmentsOf, textOf } from '../state/notifications/message-text.ts'
import type { Posted } from '../state/notifications/outbox.ts'
import { recipientName } from '../state/notifications/recipient.ts'
import type { World } from '../state/world.ts'
import { zulu } from '../wire/values/timestamp.ts'
import { type Page, pageOf, same } from './page.ts'

export const outboxFilter = z.object({
  recipient: z.string().optional().describe('An address, or the number or URN by which the order names its recipient.'),
  channel: z.enum(['Email', 'SMS']).optional(),
  orderId: z.string().optional().describe('The notificationOrderId.'),
  shipmentId: z.string().optional(),
})
export type OutboxFilter = z.output<typeof outboxFilter>

export interface Outbox {
  /** The messages of both environments, oldest first. */
  list(filter?: OutboxFilter, page?: Page): z.output<typeof outboxReply>
  /** Empties the outbox of both environments. The messages themselves go on. */
  clear(): void
}

/** Asks for the current world each time, because a reset replaces it. */
export function createOutbox(current: () => World): Outbox {
  return {
    list(filter = {}, page) {
      const world = current()
      const messages = world.outbox.records.findMany().flatMap((posted) => messageOf(world, posted, filter) ?? [])
      const { shown, rest } = pageOf(messages, page, ({ id }) => id, same)
      return { messages: shown, ...rest, dropped: world.outbox.dropped }
    },
    clear: () => current().outbox.clear(),
  }
}

/** Undefined when the message does not fit the filter. */
function messageOf({ environments }: World, posted: Posted, filter: OutboxFilter): SentMessage | undefined {
  const { id, environment, shipmentId } = posted
  const shipment = environments[environment].shipments.get(shipmentId)
  const entry = shipment?.entries[posted.entry]
  const text = shipment && entry && textOf(shipment, entry.channel, environment)
  if (!text) return undefined
  const { creator, orderId, recipient } = shipment
  const { channel, destination: to, lastUpdate } = entry
  if (filter.channel !== undefined && filter.channel !== channel) return undefined
  if (filter.orderId !== undefined && filter.orderId.toLowerCase() !== orderId) return undefined
  if (filter.shipmentId !== undefined && filter.shipmentId.toLowerCase() !== shipment.id) return undefined
  if (filter.recipient !== undefined && ![to, recipientName(recipient)].map(plain).includes(plain(filter.recipient))) return undefined
  const { from, subject = null, body, contentType = null } = text
  const length = channel === 'SMS' ? segmentsOf(body) : { segments: null, truncated: false }
  const { status } = entry
  const causedBy = posted.cause ?? null
  const [at, statusAt] = [zulu(posted.at), zulu(lastUpdate)]
  return {
    id,
    environment,
    shipmentId,
    position: posted.entry,
    creator,
    orderId,
    channel,
    to,
    from,
    subject,
    body,
    contentType,
    ...length,
    at,
    status,
    statusAt,
    causedBy,
  }
}

const plain = (recipient: string) => plainNumber(recipient).toLowerCase()
