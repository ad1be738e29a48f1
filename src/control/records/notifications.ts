/** The records of notifications: orders and their shipments. */
import { orders as orderRecords } from '../../areas/notifications/records/orders.ts'
import { shipments as shipmentRecords } from '../../areas/notifications/records/shipment.ts'
import { orderFamilies, orderStatuses, shipmentTypes } from '../../areas/notifications/rules/shipment.ts'
import { zulu } from '../../wire/values/timestamp.ts'
import { environmentNames } from '../../world/agenda.ts'
import type { Environment } from '../../world/environment.ts'
import type { World } from '../../world/world.ts'
import type { RecordOf } from '../rows/records.ts'

type Value = string | number | null | undefined

/** One collection. A column has one value or several for a record. */
export interface Collection<R extends object> {
  readonly columns: Readonly<Record<string, (record: R) => Value | readonly Value[]>>
  /** Column → its values, where only these are possible. */
  readonly choices: Readonly<Record<string, readonly string[]>>
  /** Oldest first, the test environment before production. */
  records(world: World): Iterable<R>
}

/** Shows the records of both environments. */
export const inBoth = <T, R>(recordsOf: (environment: Environment) => Iterable<T>, show: (record: T, environment: Environment) => R) =>
  function* (world: World): Iterable<R> {
    for (const each of Object.values(world.environments)) for (const record of recordsOf(each)) yield show(record, each)
  }

export const orders: Collection<RecordOf<'orders'>> = {
  columns: {
    id: ({ id }) => id,
    environment: (each) => each.environment,
    family: ({ family }) => family,
    creator: ({ creator }) => creator,
    idempotencyId: ({ idempotencyId }) => idempotencyId,
    shipment: ({ shipmentIds }) => shipmentIds,
  },
  choices: { environment: environmentNames, family: orderFamilies },
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
}

export const shipments: Collection<RecordOf<'shipments'>> = {
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
  choices: { environment: environmentNames, type: shipmentTypes, status: orderStatuses },
  records: inBoth(
    ({ of }) => of(shipmentRecords).values(),
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
}
