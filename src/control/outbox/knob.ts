/** The outbox: lists and clears the messages that the service has sent. */
import type { z } from 'zod'
import { plainNumber } from '../../service/areas/notifications/magic-recipients.ts'
import { beginning, type MessageText, nameOf, segmentsOf, settingsOf, textOf } from '../../service/areas/notifications/messages.ts'
import { type Entry, type Shipment, shipments } from '../../service/areas/notifications/records.ts'
import { zulu } from '../../service/wire/timestamp.ts'
import type { Posted, World } from '../../service/world/world.ts'
import { type Page, pageOf } from '../rows/page.ts'
import type { OutboxFilter, outboxReply, SentMessage } from './rows.ts'

export type Outbox = ReturnType<typeof createOutbox>

export function createOutbox(current: () => World) {
  return {
    /** Lists the messages in both environments. Default order: oldest first. */
    list(filter: OutboxFilter = {}, page?: Page): z.output<typeof outboxReply> {
      const world = current()
      const matching = world.outbox.records.findMany().flatMap((posted) => read(world, posted, filter) ?? [])
      const shown = (each: PostedMessage) => show(each, filter)
      return { ...pageOf('messages', matching, page, ({ posted }) => posted.id, shown), dropped: world.outbox.dropped }
    },
    /** Empties the outbox in both environments. The messages themselves are not affected. */
    clear: (): void => current().outbox.clear(),
  }
}

interface PostedMessage {
  readonly posted: Posted
  readonly shipment: Shipment
  readonly entry: Entry
}

/** Returns undefined if the message does not match the filter. */
function read({ environments }: World, posted: Posted, filter: OutboxFilter): PostedMessage | undefined {
  const { id, environment, shipmentId } = posted
  if (filter.id !== undefined && filter.id !== id) return undefined
  if (filter.environment !== undefined && filter.environment !== environment) return undefined
  const shipment = environments[environment].of(shipments).get(shipmentId)
  const entry = shipment?.entries[posted.entry]
  // Message text is by far the most expensive part, so it is only built for messages that are displayed or searched.
  if (!shipment || !entry || !settingsOf(shipment.recipient)[entry.channel]) return undefined
  if (filter.channel !== undefined && filter.channel !== entry.channel) return undefined
  if (filter.orderId !== undefined && filter.orderId.toLowerCase() !== shipment.orderId) return undefined
  if (filter.shipmentId !== undefined && filter.shipmentId.toLowerCase() !== shipment.id) return undefined
  const isTo = (wanted: string) => [entry.destination, nameOf(shipment, entry)].map(plain).includes(plain(wanted))
  const subject = () => textOf(shipment, entry, environment)?.subject ?? ''
  const holds = (part: string) => [entry.destination, subject()].some((each) => each.toLowerCase().includes(part.toLowerCase()))
  if (filter.recipient !== undefined && !isTo(filter.recipient)) return undefined
  if (filter.text !== undefined && !holds(filter.text) && !isTo(filter.text)) return undefined
  return { posted, shipment, entry }
}

/** For a message whose channel has no settings. `read` filters out such messages. */
const noText: MessageText = { from: '', body: '' }

function show({ posted, shipment, entry }: PostedMessage, { bodies = 'whole' }: OutboxFilter): SentMessage {
  const { id, environment, shipmentId } = posted
  const { channel } = entry
  const { from, subject = null, body, contentType = null } = textOf(shipment, entry, environment) ?? noText
  return {
    id,
    environment,
    shipmentId,
    position: posted.entry,
    creator: shipment.creator,
    orderId: shipment.orderId,
    channel,
    to: entry.destination,
    from,
    subject,
    body: bodies === 'whole' ? body : body.slice(0, beginning),
    contentType,
    ...(channel === 'SMS' ? segmentsOf(body) : { segments: null, truncated: false }),
    at: zulu(posted.at),
    status: entry.status,
    statusAt: zulu(entry.lastUpdate),
    reports: (entry.chosen ?? []).map(({ at, status }) => ({ at: zulu(at), status })),
    causedBy: posted.cause ?? null,
  }
}

const plain = (recipient: string) => plainNumber(recipient).toLowerCase()
