/** The collections of records: what a record shows, and the columns by which it is found. */
import { z } from 'zod'
import { environmentNames } from '../state/agenda.ts'
import type { Environment } from '../state/environment.ts'
import { current } from '../state/file-transfer/file-transfer.ts'
import { contactSchema } from '../state/notifications/contact.ts'
import type { World } from '../state/world.ts'
import { zulu } from '../wire/values/timestamp.ts'
import { createDeliveries, deliveryReply } from './deliveries.ts'
import { createOutbox, sentMessage } from './outbox.ts'

type Value = string | number | null | undefined

/** One collection. A column has one value or several for a record. */
export interface Collection<R extends object> {
  readonly schema: z.ZodType<R>
  readonly columns: Readonly<Record<string, (record: R) => Value | readonly Value[]>>
  /** Oldest first, the test environment before production. */
  records(world: World): Iterable<R>
}

const collection = <R extends object>(made: Collection<R>): Collection<R> => made

const environment = z.enum(environmentNames)
const time = z.iso.datetime()

/** Shows the records of both environments. */
const inBoth = <T, R>(recordsOf: (environment: Environment) => Iterable<T>, show: (record: T, environment: Environment) => R) =>
  function* (world: World): Iterable<R> {
    for (const each of Object.values(world.environments)) for (const record of recordsOf(each)) yield show(record, each)
  }

const order = z.object({
  id: z.string(),
  environment,
  family: z.enum(['regular', 'instant']),
  creator: z.string(),
  idempotencyId: z.string(),
  shipmentIds: z.array(z.string()),
})

const shipment = z.object({
  id: z.string(),
  environment,
  orderId: z.string(),
  type: z.enum(['Notification', 'Reminder', 'Instant']),
  status: z.string(),
  creator: z.string(),
  sendersReference: z.string().nullable(),
  requestedSendTime: time,
  created: time,
  lastUpdate: time,
  recipients: z.array(z.object({ channel: z.enum(['Email', 'SMS']), destination: z.string(), status: z.string(), lastUpdate: time })),
})

const fileTransfer = z.object({
  id: z.string(),
  environment,
  status: z.string(),
  resourceId: z.string(),
  fileName: z.string(),
  sendersFileTransferReference: z.string(),
  sender: z.string(),
  recipients: z.array(z.string()),
  created: time,
  expires: time,
  size: z.int().nullable().describe('Bytes; null without a file.'),
})

const resource = z.object({
  id: z.string(),
  environment,
  owner: z.string().nullable(),
  maxFileTransferSize: z.number().nullable().describe('Bytes; null for the default of the service.'),
  purgeAfterConfirmed: z.boolean(),
})

const subscription = z.object({
  id: z.int(),
  environment,
  consumer: z.string(),
  endPoint: z.string(),
  resourceFilter: z.string(),
  subjectFilter: z.string().nullable(),
  typeFilter: z.string().nullable(),
  created: time,
  validated: time.nullable(),
})

/** Source: decisions §12. */
export const collections = {
  orders: collection<z.output<typeof order>>({
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
  }),
  shipments: collection<z.output<typeof shipment>>({
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
  }),
  fileTransfers: collection<z.output<typeof fileTransfer>>({
    schema: fileTransfer,
    columns: {
      id: ({ id }) => id,
      environment: (each) => each.environment,
      status: ({ status }) => status,
      resource: ({ resourceId }) => resourceId,
      fileName: ({ fileName }) => fileName,
      reference: ({ sendersFileTransferReference }) => sendersFileTransferReference,
      sender: ({ sender }) => sender,
      recipient: ({ recipients }) => recipients,
    },
    records: inBoth(
      ({ fileTransfers }) => fileTransfers.values(),
      (transfer, { name }) => {
        const { id, resourceId, fileName, sendersFileTransferReference, sender, recipients, created, expires, content } = transfer
        const { status } = current(transfer)
        const about = { id, environment: name, status, resourceId, fileName, sendersFileTransferReference, sender }
        return { ...about, recipients: [...recipients], created: zulu(created), expires: zulu(expires), size: content?.size ?? null }
      },
    ),
  }),
  resources: collection<z.output<typeof resource>>({
    schema: resource,
    columns: { id: ({ id }) => id, environment: (each) => each.environment, owner: ({ owner }) => owner },
    records: inBoth(
      ({ resources }) => resources.values(),
      ({ id, owner = null, maxFileTransferSize = null, purgeAfterConfirmed }, { name }) => ({
        id,
        environment: name,
        owner,
        maxFileTransferSize,
        purgeAfterConfirmed,
      }),
    ),
  }),
  subscriptions: collection<z.output<typeof subscription>>({
    schema: subscription,
    columns: {
      id: ({ id }) => id,
      environment: (each) => each.environment,
      consumer: ({ consumer }) => consumer,
      endPoint: ({ endPoint }) => endPoint,
      resource: ({ resourceFilter }) => resourceFilter,
      subject: ({ subjectFilter }) => subjectFilter,
      type: ({ typeFilter }) => typeFilter,
    },
    records: inBoth(
      ({ subscriptions }) => subscriptions.records.values(),
      ({ id, consumer, endPoint, resourceFilter, subjectFilter, typeFilter, created, validated }, { name }) => ({
        id,
        environment: name,
        consumer,
        endPoint,
        resourceFilter,
        subjectFilter,
        typeFilter,
        created: zulu(created),
        validated: validated === null ? null : zulu(validated),
      }),
    ),
  }),
  contacts: collection<z.output<typeof contactSchema>>({
    schema: contactSchema,
    columns: { id: ({ number }) => number, name: ({ name }) => name, condition: ({ condition }) => condition },
    records: ({ contacts }) => contacts.findMany(),
  }),
  deliveries: collection<z.output<typeof deliveryReply>>({
    schema: deliveryReply,
    columns: {
      id: ({ id }) => id,
      environment: (each) => each.environment,
      status: ({ status }) => status,
      subscription: (each) => each.subscription,
      consumer: ({ consumer }) => consumer,
      endPoint: ({ endPoint }) => endPoint,
    },
    records: (world) => createDeliveries(() => world).list().deliveries,
  }),
  outbox: collection<z.output<typeof sentMessage>>({
    schema: sentMessage,
    columns: {
      id: ({ id }) => id,
      environment: (each) => each.environment,
      status: ({ status }) => status,
      channel: ({ channel }) => channel,
      recipient: ({ to }) => to,
      order: ({ orderId }) => orderId,
      shipment: ({ shipmentId }) => shipmentId,
      creator: ({ creator }) => creator,
    },
    records: (world) => createOutbox(() => world).list().messages,
  }),
}

export type Collections = typeof collections
export type CollectionName = keyof Collections
export const collectionNames = Object.keys(collections) as CollectionName[]

/** A record of one collection, as it is shown. */
export type RecordOf<Name extends CollectionName> = Collections[Name] extends Collection<infer R> ? R : never
