/** The records of notifications: orders and their shipments. */
import { z } from 'zod'
import { entryStatuses, orderStatuses } from '../../wire/notifications/shipment.ts'
import { zulu } from '../../wire/values/timestamp.ts'
import { collection, environment, inBoth, time } from './collection.ts'

const order = z.object({
  id: z.string(),
  environment,
  family: z.enum(['regular', 'instant']),
  creator: z.string(),
  idempotencyId: z.string(),
  shipmentIds: z.array(z.string()),
})

export const orders = collection<typeof order>({
  schema: order,
  columns: {
    id: ({ id }) => id,
    environment: (each) => each.environment,
    family: ({ family }) => family,
    creator: ({ creator }) => creator,
    idempotencyId: ({ idempotencyId }) => idempotencyId,
    shipment: ({ shipmentIds }) => shipmentIds,
  },
  records: inBoth(
    ({ orders }) => orders.values(),
    ({ id, family, creator, idempotencyId, shipmentIds }, { name }) => ({
      id,
      environment: name,
      family,
      creator,
      idempotencyId,
      shipmentIds: [...shipmentIds],
    }),
  ),
})

const shipment = z.object({
  id: z.string(),
  environment,
  orderId: z.string(),
  type: z.enum(['Notification', 'Reminder', 'Instant']),
  status: z.enum(orderStatuses),
  creator: z.string(),
  sendersReference: z.string().nullable(),
  requestedSendTime: time,
  created: time,
  lastUpdate: time,
  recipients: z.array(
    z.object({ channel: z.enum(['Email', 'SMS']), destination: z.string(), status: z.enum(entryStatuses), lastUpdate: time }),
  ),
})

export const shipments = collection<typeof shipment>({
  schema: shipment,
  columns: {
    id: ({ id }) => id,
    environment: (each) => each.environment,
    order: ({ orderId }) => orderId,
    type: ({ type }) => type,
    status: ({ status }) => status,
    creator: ({ creator }) => creator,
    sendersReference: (each) => each.sendersReference,
    recipient: ({ recipients }) => recipients.map(({ destination }) => destination),
  },
  records: inBoth(
    ({ shipments }) => shipments.values(),
    ({ id, orderId, type, status, creator, sendersReference, requestedSendTime, created, lastUpdate, entries }, { name }) => ({
      id,
      environment: name,
      orderId,
      type,
      status,
      creator,
      sendersReference,
      requestedSendTime: zulu(requestedSendTime),
      created: zulu(created),
      lastUpdate: zulu(lastUpdate),
      recipients: entries.map((entry) => {
        const { channel, destination } = entry
        return { channel, destination, status: entry.status, lastUpdate: zulu(entry.lastUpdate) }
      }),
    }),
  ),
})
