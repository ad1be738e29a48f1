/** The collections of records, by their names. */
import { contactSchema } from '../../state/notifications/contact.ts'
import { createDeliveries, deliveryReply } from '../deliveries.ts'
import { createOutbox, sentMessage } from '../outbox.ts'
import { type Collection, collection } from './collection.ts'
import { fileTransfers, resources, subscriptions } from './file-transfers.ts'
import { orders, shipments } from './notifications.ts'

const contacts = collection<typeof contactSchema>({
  schema: contactSchema,
  columns: { id: ({ number }) => number, name: ({ name }) => name, condition: ({ condition }) => condition },
  records: ({ contacts }) => contacts.findMany(),
})

const deliveries = collection<typeof deliveryReply>({
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
})

const outbox = collection<typeof sentMessage>({
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
})

/** Source: decisions §12. */
export const collections = { orders, shipments, fileTransfers, resources, subscriptions, contacts, deliveries, outbox }

export type CollectionName = keyof typeof collections
export const collectionNames = Object.keys(collections) as CollectionName[]

/** A record of one collection, as it is shown. */
export type RecordOf<Name extends CollectionName> = (typeof collections)[Name] extends Collection<infer R> ? R : never
