/** The replies about the records of a world: one schema per collection. */
import { z } from 'zod'
import { contactSchema } from '../areas/contacts/records/contact.ts'
import { statusNames } from '../areas/file-transfer/rules/statuses.ts'
import { channels, entryStatuses, orderFamilies, orderStatuses, shipmentTypes } from '../areas/notifications/rules/shipment.ts'
import { environmentNames } from '../state/agenda.ts'
import { deliveryReply } from './deliveries.ts'
import { sentMessage } from './outbox.ts'
import { pageReply } from './page.ts'
import { resourceReply } from './resources.ts'
import { subscriptionReply } from './subscriptions.ts'

const environment = z.enum(environmentNames)
const time = z.iso.datetime()

const order = z.object({
  id: z.string(),
  environment,
  family: z.enum(orderFamilies),
  creator: z.string(),
  idempotencyId: z.string(),
  shipmentIds: z.array(z.string()),
})

const shipment = z.object({
  id: z.string(),
  environment,
  orderId: z.string(),
  type: z.enum(shipmentTypes),
  status: z.enum(orderStatuses),
  creator: z.string(),
  sendersReference: z.string().nullable(),
  requestedSendTime: time,
  created: time,
  lastUpdate: time,
  recipients: z.array(z.object({ channel: z.enum(channels), destination: z.string(), status: z.enum(entryStatuses), lastUpdate: time })),
})

const fileTransfer = z.object({
  id: z.string(),
  environment,
  status: z.enum(statusNames),
  resourceId: z.string(),
  fileName: z.string(),
  sendersFileTransferReference: z.string(),
  sender: z.string(),
  recipients: z.array(z.string()),
  created: time,
  expires: time,
  size: z.int().nullable().describe('Bytes; null without a file.'),
})

const resumableUpload = z.object({
  id: z.string(),
  environment,
  fileTransfer: z.string(),
  length: z.int(),
  received: z.int().describe('Bytes that have arrived, also of a call that goes on.'),
  parts: z.int().nullable(),
  active: time,
  expires: time,
})

/** By the name of the collection. */
export const recordSchemas = {
  orders: order,
  shipments: shipment,
  fileTransfers: fileTransfer,
  resumableUploads: resumableUpload,
  resources: resourceReply,
  subscriptions: subscriptionReply,
  contacts: contactSchema,
  deliveries: deliveryReply,
  outbox: sentMessage,
}

export type CollectionName = keyof typeof recordSchemas
export const collectionNames = Object.keys(recordSchemas) as CollectionName[]

/** A record of one collection, as it is shown. */
export type RecordOf<Name extends CollectionName> = z.output<(typeof recordSchemas)[Name]>

export const recordCollectionsReply = z.object({
  collections: z.array(z.object({ name: z.enum(collectionNames), columns: z.array(z.string()), total: z.int() })),
  ...pageReply,
})

export const recordsReply = z.object({
  records: z.array(z.union(collectionNames.map((name) => recordSchemas[name]))),
  ...pageReply,
})
