/** Control rows that query a world's records. */
import { z } from 'zod'
import { statusNames } from '../../service/areas/file-transfer/wire.ts'
import { channels, entryStatuses, orderFamilies, orderStatuses, shipmentTypes } from '../../service/areas/notifications/wire.ts'
import { reply } from '../../service/wire/row.ts'
import { contactSchema } from '../../service/world/contact.ts'
import { environmentNames } from '../../service/world/records.ts'
import { deliveryReply } from '../deliveries/rows.ts'
import { sentMessage } from '../outbox/rows.ts'
import { resourceReply } from '../resources/rows.ts'
import { pageIn, pageQuery, pageReply, windowQuery } from '../rows/page-query.ts'
import { defineControl } from '../rows/row.ts'
import { subscriptionReply } from '../subscriptions/rows.ts'

const environment = z.enum(environmentNames)
const time = z.iso.datetime()

const order = z.object({
  id: z.string().describe('The order id.'),
  environment: environment.describe('The environment: test or production.'),
  family: z
    .enum(orderFamilies)
    .describe(
      'The kind of order: regular, instant, a composed email, or an order from the older routes. An idempotencyId is unique within a family.',
    ),
  creator: z.string().describe("The order's creator: the service owner's code, or the issuer of the platform access token."),
  idempotencyId: z
    .string()
    .nullable()
    .describe(
      "Chosen by the client for each order. A second order with the same value gets a 200 with the first order's ids, whatever its content. Null for orders from the older routes, where each call places a new order.",
    ),
  shipmentIds: z.array(z.string()).describe("The shipment ids: the order's first, then its reminders'."),
})

const shipment = z.object({
  id: z.string().describe('The shipment id.'),
  environment: environment.describe('The environment: test or production.'),
  orderId: z.string().describe('The order id.'),
  type: z.enum(shipmentTypes).describe('The kind of shipment: a notification, a reminder, an instant message or a composed email.'),
  status: z.enum(orderStatuses).describe("The shipment's status."),
  creator: z.string().describe("The order's creator: the service owner's code, or the issuer of the platform access token."),
  sendersReference: z.string().nullable().describe('A reference chosen by the client, returned in the reply, the shipment and the feed.'),
  requestedSendTime: time.describe('The earliest send time.'),
  created: time.describe('When the shipment was created.'),
  lastUpdate: time.describe('When the status changed.'),
  recipients: z
    .array(
      z.object({
        channel: z.enum(channels).describe("The message's channel."),
        destination: z.string().describe('The address; empty for a reserved recipient and for one without contact details.'),
        status: z.enum(entryStatuses).describe("The message's status. Delivery and each kind of failure are final."),
        lastUpdate: time.describe('When the status changed.'),
      }),
    )
    .describe('The recipients.'),
})

const fileTransfer = z.object({
  id: z.string().describe('The file transfer id.'),
  environment: environment.describe('The environment: test or production.'),
  status: z.enum(statusNames).describe("The file transfer's status."),
  resourceId: z.string().describe('The resource id, without a URN prefix.'),
  fileName: z.string().describe('The file name, 1 to 255 characters.'),
  sendersFileTransferReference: z.string().describe('A reference chosen by the sender, 1 to 4096 characters.'),
  sender: z.string().describe('The sending organization: 0192: or urn:altinn:organization:identifier-no:, followed by nine digits.'),
  recipients: z.array(z.string()).describe('The recipients.'),
  created: time.describe('When the file transfer was created.'),
  expires: time.describe('When the file or upload is removed.'),
  size: z.int().nullable().describe('The size in bytes; null if there is no file.'),
})

const resumableUpload = z.object({
  id: z.string().describe('The upload id.'),
  environment: environment.describe('The environment: test or production.'),
  fileTransfer: z.string().describe('The file transfer id.'),
  length: z.int().describe('The total size of the upload in bytes.'),
  received: z.int().describe('The number of bytes received, including those of a call in progress.'),
  parts: z.int().nullable().describe('The number of parts that the upload combines; null for a single upload.'),
  active: time.describe('When the upload was created or last received bytes.'),
  expires: time.describe('When the file or upload is removed.'),
})

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

const titles = {
  orders: 'Order',
  shipments: 'Shipment',
  fileTransfers: 'FileTransfer',
  resumableUploads: 'ResumableUpload',
  resources: 'Resource',
  subscriptions: 'Subscription',
  contacts: 'Contact',
  deliveries: 'Delivery',
  outbox: 'Message',
} satisfies Record<keyof typeof recordSchemas, string>

export type CollectionName = keyof typeof recordSchemas
export const collectionNames = Object.keys(recordSchemas) as CollectionName[]

export type RecordOf<Name extends CollectionName> = z.output<(typeof recordSchemas)[Name]>

export const recordCollectionsReply = z.object({
  collections: z
    .array(
      z.object({
        name: z.enum(collectionNames).describe("The collection's name."),
        columns: z.array(z.string()).describe('The columns by which records can be filtered.'),
        total: z.int().describe('The number of records.'),
      }),
    )
    .describe('The collections.'),
  ...pageReply,
})

export const recordsReply = z.object({
  records: z
    .array(z.union(collectionNames.map((name) => recordSchemas[name].meta({ title: titles[name] }))))
    .describe('The records. Default order: oldest first.'),
  ...pageReply,
})

/** Source: decisions §12. */
const listRecordCollections = defineControl('control.listRecordCollections', 'GET /_standin/records', {
  summary: 'The collections of records, with their columns and number of records',
  request: { query: z.object(pageQuery) },
  replies: { 200: reply.json(recordCollectionsReply) },

  handle: ({ query }, { knobs, reply: answer }) => answer(200, knobs.records.list(pageIn(query))),
})

/** The columns of all collections. */
const columns: Readonly<Record<string, string>> = {
  id: 'Only the record with this id.',
  environment: 'Only records in this environment.',
  family: 'Only orders in this family: regular, instant, composed or older.',
  creator: 'Only records by this creator.',
  idempotencyId: 'Only the orders with this idempotencyId.',
  shipment: "Only the order for the shipment with this id, or the shipment's messages.",
  order: 'Only shipments from the order with this id.',
  type: 'Only records of this type.',
  status: 'Only records with this status.',
  sendersReference: "Only shipments with this sender's reference.",
  recipient: 'Only records with this recipient.',
  resource: 'Only records for this resource.',
  fileName: 'Only file transfers with this file name.',
  reference: "Only file transfers with this sender's reference.",
  sender: 'Only file transfers from this sender.',
  fileTransfer: 'Only resumable uploads for the file transfer with this id.',
  owner: 'Only resources of this owner.',
  consumer: "Only this consumer's subscriptions.",
  endPoint: 'Only records with this endpoint.',
  subject: 'Only records with this subject.',
  name: 'Only contacts with this name.',
  condition: 'Only contacts with this condition.',
  subscription: 'Only deliveries to the subscription with this id.',
  channel: 'Only messages on this channel.',
}

/** The schema accepts any name, because the knob knows each collection's columns and refuses all other names. */
const query = z
  .object({
    ...Object.fromEntries(Object.entries(columns).map(([column, text]) => [column, z.string().optional().describe(text)])),
    ...windowQuery,
  })
  .catchall(z.string())

/** Source: decisions §12. */
const findRecords = defineControl('control.findRecords', 'GET /_standin/records/{collection}', {
  summary: 'The records in a collection whose columns have these values, from both environments',
  request: { params: z.object({ collection: z.enum(collectionNames).describe("A collection's name.") }), query },
  replies: { 200: reply.json(recordsReply) },
  example: { params: { collection: 'fileTransfers' }, query: { status: 'Failed' } },
  command: [
    {
      name: 'orders',
      summary: 'List the notifications and reminders in both environments, newest last',
      fixed: { collection: 'shipments' },
      only: true,
      options: {
        status: { description: 'Only orders with this status', enum: orderStatuses },
        type: { description: 'Only orders of this type', enum: shipmentTypes },
        creator: 'Only orders by this creator',
        sendersReference: "Only orders with this sender's reference",
        recipient: 'Only orders with a message to this address',
        order: 'Only the order with this id and its reminders',
      },
      examples: [['standin orders --status Order_Registered', 'Orders that are waiting for their send time']],
      list: 'records',
      columns: [
        ['ID', '{id}'],
        ['ENVIRONMENT', '{environment}'],
        ['TYPE', '{type}'],
        ['STATUS', '{status}', 'status'],
        ['DUE', '{requestedSendTime}'],
        ['CREATOR', '{creator}'],
        ['REFERENCE', '{sendersReference}'],
        ['MESSAGES', '{destination} {status}', { each: 'recipients' }],
      ],
    },
    {
      group: { name: 'files' },
      name: 'list',
      summary: 'List the file transfers in both environments, newest last',
      byDefault: true,
      fixed: { collection: 'fileTransfers' },
      only: true,
      options: {
        status: { description: 'Only files with this status', enum: statusNames },
        resource: 'Only files for this resource',
        recipient: 'Only files to this recipient, such as 0192:370916446',
      },
      examples: [['standin files --status Failed', 'Files with malware, and failed uploads']],
      list: 'records',
      columns: [
        ['ID', '{id}'],
        ['ENVIRONMENT', '{environment}'],
        ['STATUS', '{status}', 'status'],
        ['SIZE', '{size}'],
        ['RESOURCE', '{resourceId}'],
        ['FROM', '{sender}'],
        ['TO', '{recipients}'],
        ['FILE', '{fileName}'],
      ],
    },
  ],

  handle({ params, query: { limit, after, first, skip, ...wanted } }, { knobs, reply: answer }) {
    return answer(200, knobs.records.find(params.collection, wanted, pageIn({ limit, after, first, skip })))
  },
})

export const recordsRows = [listRecordCollections, findRecords] as const
