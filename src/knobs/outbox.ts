/** What has been sent: to look at, and to clear away. */
import { plainNumber } from '../state/notifications/magic-recipients.ts'
import { segmentsOf, textOf } from '../state/notifications/message-text.ts'
import type { Posted } from '../state/notifications/outbox.ts'
import { recipientName } from '../state/notifications/recipient.ts'
import type { Channel, EntryStatus } from '../state/notifications/shipment.ts'
import type { World } from '../state/world.ts'

/** Source: decisions §12. Times are world milliseconds since 1970. */
export interface SentMessage extends Omit<Posted, 'entry'> {
  readonly creator: string
  /** The chain's. */
  readonly orderId: string
  readonly channel: Channel
  readonly to: string
  readonly from: string
  /** Null for an SMS, as the content type is. */
  readonly subject: string | null
  readonly body: string
  readonly contentType: 'Plain' | 'Html' | null
  /** Null for an email. */
  readonly segments: number | null
  /** Whether an operator would cut it; its body is whole. */
  readonly truncated: boolean
  readonly status: EntryStatus
  readonly statusAt: number
}

export interface OutboxFilter {
  /** An address, or the number or URN by which the order names its recipient. */
  readonly recipient?: string | undefined
  readonly channel?: Channel | undefined
  readonly orderId?: string | undefined
  readonly shipmentId?: string | undefined
}

export interface Outbox {
  /** Of both environments, oldest first. */
  list(filter?: OutboxFilter): SentMessage[]
  clear(): void
}

/** The world is asked for anew each time: a reset replaces it. */
export function createOutbox(current: () => World): Outbox {
  return {
    list(filter = {}) {
      const world = current()
      return world.outbox.records.findMany().flatMap((posted) => {
        const message = messageOf(world, posted, filter)
        return message ? [message] : []
      })
    },
    clear: () => current().outbox.clear(),
  }
}

function messageOf({ environments }: World, { entry: index, ...posted }: Posted, filter: OutboxFilter): SentMessage | undefined {
  const shipment = environments[posted.environment].shipments.get(posted.shipmentId)
  const entry = shipment?.entries[index]
  const text = shipment && entry && textOf(shipment, entry.channel, posted.environment)
  if (!text) return undefined
  const { creator, orderId, recipient } = shipment
  const { channel, destination: to, status, lastUpdate: statusAt } = entry
  if (filter.channel !== undefined && filter.channel !== channel) return undefined
  if (filter.orderId !== undefined && filter.orderId.toLowerCase() !== orderId) return undefined
  if (filter.shipmentId !== undefined && filter.shipmentId.toLowerCase() !== shipment.id) return undefined
  if (filter.recipient !== undefined && ![to, recipientName(recipient)].map(plain).includes(plain(filter.recipient))) return undefined
  const { from, subject = null, body, contentType = null } = text
  const length = channel === 'SMS' ? segmentsOf(body) : { segments: null, truncated: false }
  return { ...posted, creator, orderId, channel, to, from, subject, body, contentType, ...length, status, statusAt }
}

const plain = (recipient: string) => plainNumber(recipient).toLowerCase()
