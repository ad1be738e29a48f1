/** The collections of records, by their names. */

import { deliveryStatuses } from '../../areas/events/records/delivery.ts'
import { channels, entryStatuses } from '../../areas/notifications/rules/shipment.ts'
import { environmentNames } from '../../world/agenda.ts'
import { createDeliveries } from '../deliveries.ts'
import { createOutbox } from '../outbox.ts'
import type { CollectionName, RecordOf } from '../rows/records.ts'
import { fileTransfers, resources, resumableUploads, subscriptions } from './file-transfers.ts'
import { type Collection, orders, shipments } from './notifications.ts'

const contacts: Collection<RecordOf<'contacts'>> = {
  columns: { id: ({ number }) => number, name: ({ name }) => name, condition: ({ condition }) => condition },
  choices: {},
  records: ({ contacts }) => contacts.findMany(),
}

const deliveries: Collection<RecordOf<'deliveries'>> = {
  columns: {
    id: ({ id }) => id,
    environment: (each) => each.environment,
    status: ({ status }) => status,
    subscription: (each) => each.subscription,
    consumer: ({ consumer }) => consumer,
    endPoint: ({ endPoint }) => endPoint,
  },
  choices: { environment: environmentNames, status: deliveryStatuses },
  records: (world) => createDeliveries(() => world).list().deliveries,
}

const outbox: Collection<RecordOf<'outbox'>> = {
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
  choices: { environment: environmentNames, status: entryStatuses, channel: channels },
  records: (world) => createOutbox(() => world).list().messages,
}

/** Source: decisions §12. */
export const collections: { readonly [Name in CollectionName]: Collection<RecordOf<Name>> } = {
  orders,
  shipments,
  fileTransfers,
  resumableUploads,
  resources,
  subscriptions,
  contacts,
  deliveries,
  outbox,
}

export const collectionNames = Object.keys(collections) as CollectionName[]
