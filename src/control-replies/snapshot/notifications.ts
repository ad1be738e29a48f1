/** Orders, shipments, the feed and the outbox in a snapshot. */
import { z } from 'zod'
import { recipient as recipientRequest } from '../../areas/notifications/rules/order.ts'
import { channels, entryStatuses, orderFamilies, orderStatuses, shipmentTypes } from '../../areas/notifications/rules/shipment.ts'
import { kept } from './kept.ts'
import { count, environmentName, guid, ordinal, time } from './values.ts'

const owned = {
  creator: z.string(),
  creatorOrgNo: z.string().optional(),
  owner: z.string(),
}

const entryStatus = z.enum(entryStatuses)

/** Readers of requests have replaced the numbers of names. */
const recipient = recipientRequest.refine((value) => !holdsNumber(value), { error: 'has a number where a name belongs' })

const holdsNumber = (value: unknown): boolean =>
  typeof value === 'number' || (typeof value === 'object' && value !== null && Object.values(value).some(holdsNumber))

export const order = z.strictObject({
  id: guid,
  ...owned,
  family: z.enum(orderFamilies),
  idempotencyId: z.string(),
  shipmentIds: z.tuple([guid], guid).describe('The notification first, then its reminders.'),
})

export const shipment = z.strictObject({
  id: guid,
  orderId: guid,
  ...owned,
  type: z.enum(shipmentTypes),
  sendersReference: z.string().nullable(),
  requestedSendTime: time,
  conditionEndpoint: z.string().nullable(),
  recipient,
  created: time,
  texts: z
    .strictObject({
      Email: z.strictObject({ subject: z.string(), body: z.string() }).optional(),
      SMS: z.strictObject({ body: z.string() }).optional(),
    })
    .optional()
    .describe('The texts with their keywords replaced, if there were any.'),
  status: z.enum(orderStatuses),
  lastUpdate: time,
  entries: z.array(
    z.strictObject({
      channel: z.enum(channels),
      destination: z.string(),
      status: entryStatus,
      lastUpdate: time,
      expires: time.optional(),
    }),
  ),
})

const feedEntry = z.strictObject({
  sequenceNumber: ordinal,
  made: time,
  shipmentId: guid,
  sendersReference: z.string().nullable(),
  shipmentType: shipment.shape.type,
  status: shipment.shape.status,
  lastUpdate: time,
  recipients: z.array(z.strictObject({ destination: z.string(), status: entryStatus, lastUpdate: time })),
})

export const feed = z.strictObject({
  latest: count,
  entries: z.array(feedEntry).describe('In the order of their sequence numbers.'),
  owners: z
    .array(z.strictObject({ owner: z.string(), sequenceNumbers: z.array(ordinal) }))
    .describe('Which entries the feed of an owner shows.'),
})

export const outbox = z.strictObject({
  latest: count,
  dropped: count,
  messages: z.array(
    z.strictObject({
      id: z.string(),
      at: time,
      environment: environmentName,
      shipmentId: guid,
      entry: count,
      cause: z.string().optional(),
    }),
  ),
})

/** In a folder that keeps worlds. */
export const keptNotifications = {
  order: kept(order),
  // 2: other characters count as blank in a text.
  shipment: kept(shipment, (sent) => sent),
  feedEntry: kept(z.strictObject({ owner: z.string(), entry: feedEntry })),
  message: kept(outbox.shape.messages.element),
}
