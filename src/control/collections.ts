/** The record collections, keyed by name. */
import { deliveryStatuses, subscriptions as subscriptionRecords } from '../service/areas/events/records.ts'
import {
  current,
  type FileTransfer,
  inactivity,
  isFile,
  receivedBytes,
  fileTransfers as transferRecords,
  resumableUploads as uploadRecords,
} from '../service/areas/file-transfer/records.ts'
import { statusNames } from '../service/areas/file-transfer/wire.ts'
import { orders as orderRecords, type Shipment, shipments as shipmentRecords } from '../service/areas/notifications/records.ts'
import { channels, entryStatuses, orderFamilies, orderStatuses, shipmentTypes } from '../service/areas/notifications/wire.ts'
import { zulu } from '../service/wire/timestamp.ts'
import { type Environment, environmentNames } from '../service/world/records.ts'
import type { World } from '../service/world/world.ts'
import { createDeliveries } from './deliveries/knob.ts'
import { createOutbox } from './outbox/knob.ts'
import type { CollectionName, RecordOf } from './records/rows.ts'
import { createResources } from './resources/knob.ts'
import { showSubscription } from './subscriptions/knob.ts'

type Value = string | number | null | undefined

/** A record collection, as users query it. */
export interface Collection<R extends object> {
  /** Maps each column to the record member that it shows, or to a function that reads one or more values. */
  readonly columns: Readonly<Record<string, keyof R | ((record: R) => Value | readonly Value[])>>
  /** Maps each column to its possible values, if they are fixed. */
  readonly choices: Readonly<Record<string, readonly string[]>>
  /** Oldest first, with the test environment before production. */
  records(world: World): Iterable<R>
}

/** Shows records from both environments. */
const inBoth = <T, R>(recordsOf: (environment: Environment) => Iterable<T>, show: (record: T, environment: Environment) => R) =>
  function* (world: World): Iterable<R> {
    for (const each of Object.values(world.environments)) for (const record of recordsOf(each)) yield show(record, each)
  }

export function showShipment(shipment: Shipment, { name: environment }: Environment): RecordOf<'shipments'> {
  const { id, orderId, type, status, creator, sendersReference, requestedSendTime, created, lastUpdate, entries } = shipment
  return {
    id,
    environment,
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
  }
}

export function showFileTransfer(transfer: FileTransfer, { name: environment }: Environment): RecordOf<'fileTransfers'> {
  const { id, resourceId, fileName, sendersFileTransferReference, sender, recipients, created, expires, content } = transfer
  const about = { id, environment, status: current(transfer).status, resourceId, fileName, sendersFileTransferReference, sender }
  return { ...about, recipients: [...recipients], created: zulu(created), expires: zulu(expires), size: content?.size ?? null }
}

const inEnvironment = { id: 'id', environment: 'environment' } as const
const environment = environmentNames

/** Source: decisions §12. */
export const collections: { readonly [Name in CollectionName]: Collection<RecordOf<Name>> } = {
  orders: {
    columns: { ...inEnvironment, family: 'family', creator: 'creator', idempotencyId: 'idempotencyId', shipment: 'shipmentIds' },
    choices: { environment, family: orderFamilies },
    records: inBoth(
      ({ of }) => of(orderRecords).values(),
      ({ id, family, creator, idempotencyId, shipmentIds }, { name }) => ({
        id,
        environment: name,
        family,
        creator,
        idempotencyId,
        shipmentIds: [...shipmentIds],
      }),
    ),
  },
  shipments: {
    columns: {
      ...inEnvironment,
      order: 'orderId',
      type: 'type',
      status: 'status',
      creator: 'creator',
      sendersReference: 'sendersReference',
      recipient: ({ recipients }) => recipients.map(({ destination }) => destination),
    },
    choices: { environment, type: shipmentTypes, status: orderStatuses },
    records: inBoth(({ of }) => of(shipmentRecords).values(), showShipment),
  },
  fileTransfers: {
    columns: {
      ...inEnvironment,
      status: 'status',
      resource: 'resourceId',
      fileName: 'fileName',
      reference: 'sendersFileTransferReference',
      sender: 'sender',
      recipient: 'recipients',
    },
    choices: { environment, status: statusNames },
    records: inBoth(({ of }) => of(transferRecords).values(), showFileTransfer),
  },
  // Lists only unfinished uploads. Once an upload becomes its transfer's file, the upload is no longer listed.
  resumableUploads: {
    columns: { ...inEnvironment, fileTransfer: 'fileTransfer' },
    choices: { environment },
    records: inBoth(
      ({ of }) => of(uploadRecords).findMany((each) => !isFile(each)),
      (upload, { name }) => {
        const { fileTransferId, partialId, length, parts, active } = upload
        return {
          id: partialId === '' ? fileTransferId : `${fileTransferId}/${partialId}`,
          environment: name,
          fileTransfer: fileTransferId,
          length,
          received: receivedBytes(upload),
          parts: parts?.length ?? null,
          active: zulu(active),
          expires: zulu(active + inactivity),
        }
      },
    ),
  },
  resources: {
    columns: { ...inEnvironment, owner: 'owner' },
    choices: { environment },
    records: (world) => createResources(() => world).list().resources,
  },
  subscriptions: {
    columns: {
      ...inEnvironment,
      consumer: 'consumer',
      endPoint: 'endPoint',
      resource: 'resourceFilter',
      subject: 'subjectFilter',
      type: 'typeFilter',
    },
    choices: { environment },
    records: inBoth(({ of }) => of(subscriptionRecords).records.values(), showSubscription),
  },
  contacts: {
    columns: { id: 'number', name: 'name', condition: 'condition' },
    choices: {},
    records: ({ contacts }) => contacts.findMany(),
  },
  deliveries: {
    columns: { ...inEnvironment, status: 'status', subscription: 'subscription', consumer: 'consumer', endPoint: 'endPoint' },
    choices: { environment, status: deliveryStatuses },
    records: (world) => createDeliveries(() => world).list().deliveries,
  },
  outbox: {
    columns: {
      ...inEnvironment,
      status: 'status',
      channel: 'channel',
      recipient: 'to',
      order: 'orderId',
      shipment: 'shipmentId',
      creator: 'creator',
    },
    choices: { environment, status: entryStatuses, channel: channels },
    records: (world) => createOutbox(() => world).list().messages,
  },
}

export const collectionNames = Object.keys(collections) as CollectionName[]

/**
 * Returns a function that reads one of a record's columns as strings, or as an empty list if the column has no value. Returns undefined if
 * the column does not exist.
 */
export function columnOf({ columns }: Collection<object>, column: string): ((record: object) => readonly string[]) | undefined {
  if (!Object.hasOwn(columns, column)) return undefined
  const read = columns[column]
  return (record) => {
    const value: Value | readonly Value[] = typeof read === 'function' ? read(record as never) : record[read as never]
    return [value].flat().flatMap((each) => (each === null || each === undefined ? [] : String(each)))
  }
}
