/** The records of an environment as a part of a snapshot, and back. */

import type { Feed, FeedEntry } from '../../areas/notifications/records/feed.ts'
import type { EnvironmentDocument } from '../../control-replies/snapshot/document.ts'
import { type AllowanceData, lastCalls, windowWith } from '../../state/allowance.ts'
import type { EnvironmentData } from '../../state/environment.ts'
import { getOrCreate } from '../../wire/get-or-create.ts'
import { byId, ordered } from './lists.ts'

export function writeEnvironment(data: EnvironmentData): EnvironmentDocument {
  const { published, subscriptions } = data
  return {
    orders: [...data.orders.values()],
    shipments: [...data.shipments.values()],
    feed: writeFeed(data.feed),
    fileTransfers: [...data.fileTransfers.values()],
    resumableUploads: [...data.resumableUploads.values()].flatMap((uploads) => [...uploads.values()]),
    resources: [...data.resources.values()],
    removedResources: [...data.removedResources],
    serviceOwners: Array.from(data.serviceOwners, ([orgNo, owner]) => ({ orgNo, ...owner })),
    allowances: writeAllowances(data.allowances),
    usedGrants: Array.from(data.usedGrants, ([digest, expires]) => ({ digest, expires })),
    published: { latest: published.latest, events: [...published.records.values()] },
    subscriptions: { latest: subscriptions.latest, subscriptions: [...subscriptions.records.values()], deleted: subscriptions.deleted },
    deliveries: [...data.deliveries.values()],
  } as EnvironmentDocument
}

/** `place` says where the environment stands in the document. Throws {@link Misuse} for an id that occurs twice. */
export function readEnvironment(place: string, document: EnvironmentDocument): EnvironmentData {
  const { published, subscriptions } = document
  const table = <R extends { readonly id: Id }, Id>(name: string, records: readonly R[]) =>
    byId(`${place}.${name}`, records, ({ id }) => id)
  return {
    orders: table('orders', document.orders),
    shipments: table('shipments', document.shipments),
    feed: readFeed(`${place}.feed`, document.feed),
    fileTransfers: table('fileTransfers', document.fileTransfers),
    resumableUploads: readUploads(`${place}.resumableUploads`, document.resumableUploads),
    resources: table('resources', document.resources),
    removedResources: new Set(document.removedResources),
    serviceOwners: new Map(document.serviceOwners.map(({ orgNo, name, storage }) => [orgNo, { name, storage }])),
    allowances: readAllowances(document.allowances),
    usedGrants: new Map(document.usedGrants.map(({ digest, expires }) => [digest, expires])),
    published: {
      latest: published.latest,
      records: ordered(`${place}.published.events`, published.events, ({ number }) => number, published.latest),
    },
    subscriptions: {
      latest: subscriptions.latest,
      records: ordered(`${place}.subscriptions.subscriptions`, subscriptions.subscriptions, ({ id }) => id, subscriptions.latest),
      deleted: subscriptions.deleted,
    },
    deliveries: table('deliveries', document.deliveries),
  }
}

function writeFeed({ latest, entries }: Feed): EnvironmentDocument['feed'] {
  const all = new Map<number, FeedEntry>()
  for (const list of entries.values()) for (const entry of list) all.set(entry.sequenceNumber, entry)
  return {
    latest,
    entries: [...all.values()].sort((one, other) => one.sequenceNumber - other.sequenceNumber) as EnvironmentDocument['feed']['entries'],
    owners: Array.from(entries, ([owner, list]) => ({ owner, sequenceNumbers: list.map(({ sequenceNumber }) => sequenceNumber) })),
  }
}

function readFeed(place: string, { latest, entries, owners }: EnvironmentDocument['feed']): Feed {
  const all = ordered(`${place}.entries`, entries, ({ sequenceNumber }) => sequenceNumber, latest)
  const listOf = (owner: string, numbers: readonly number[]) => [
    ...ordered(
      `${place}.owners (${owner})`,
      numbers.flatMap((number) => all.get(number) ?? []),
      ({ sequenceNumber }) => sequenceNumber,
      latest,
    ).values(),
  ]
  return { latest, entries: new Map(owners.map(({ owner, sequenceNumbers }) => [owner, listOf(owner, sequenceNumbers)])) }
}

function readUploads(place: string, uploads: EnvironmentDocument['resumableUploads']): EnvironmentData['resumableUploads'] {
  byId(place, uploads, ({ fileTransferId, partialId }) => `${fileTransferId} ${partialId}`)
  const read: EnvironmentData['resumableUploads'] = new Map()
  for (const upload of uploads) getOrCreate(read, upload.fileTransferId, () => new Map()).set(upload.partialId, upload)
  return read
}

const writeAllowances = (rows: AllowanceData): EnvironmentDocument['allowances'] =>
  [...rows].flatMap(([operation, callers]) =>
    Array.from(callers, ([caller, window]) => ({
      operation,
      caller,
      limit: window.limit,
      calls: lastCalls(window),
      guessed: window.guessed,
    })),
  )

function readAllowances(windows: EnvironmentDocument['allowances']): AllowanceData {
  const rows: AllowanceData = new Map()
  for (const { operation, caller, limit, calls, guessed } of windows)
    getOrCreate(rows, operation, () => new Map()).set(caller, windowWith(limit, calls, guessed))
  return rows
}
