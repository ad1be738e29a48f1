/** One environment of a world: its own records, resources and limits. */

import type { UsedGrants } from '../areas/authentication/records/used-grants.ts'
import type { Delivery } from '../areas/events/records/delivery.ts'
import {
  createPublishedEvents,
  newPublishedEvents,
  type PublishedEventData,
  type PublishedEvents,
} from '../areas/events/records/published-event.ts'
import { createSubscriptions, newSubscriptions, type SubscriptionData, type Subscriptions } from '../areas/events/records/subscription.ts'
import type { FileTransfer } from '../areas/file-transfer/records/file-transfer.ts'
import { createTransferIndex, type TransferIndex } from '../areas/file-transfer/records/file-transfer-index.ts'
import { createFeed, type Feed } from '../areas/notifications/records/feed.ts'
import { createIdempotency, type Idempotency } from '../areas/notifications/records/idempotency.ts'
import type { Order, Shipment } from '../areas/notifications/records/shipment.ts'
import type { Resource } from '../areas/resources/records/resource.ts'
import type { ServiceOwner } from '../areas/resources/records/service-owner.ts'
import type { ResumableUpload } from '../areas/resumable-upload/records/resumable-upload.ts'
import { iso6523, organizationNumber } from '../wire/values/organization-number.ts'
import type { EnvironmentName } from './agenda.ts'
import { type AllowanceData, type Allowances, createAllowances } from './allowance.ts'
import { createTable, type Table } from './table.ts'

/** Plain data: what `structuredClone` copies. */
export interface EnvironmentData {
  readonly orders: Map<string, Order>
  readonly shipments: Map<string, Shipment>
  /** The shipments that have ended. */
  readonly feed: Feed
  readonly fileTransfers: Map<string, FileTransfer>
  /** By the id of the file transfer, then by the id of the part; an upload of a whole file has the empty id. */
  readonly resumableUploads: Map<string, Map<string, ResumableUpload>>
  /** Configured resources, over those of the fixtures. */
  readonly resources: Map<string, Resource>
  /** The ids of resources that a tester removed, for the fixtures may have them. */
  readonly removedResources: Set<string>
  /** Service owners that registered themselves, by organization number. */
  readonly serviceOwners: Map<string, ServiceOwner>
  readonly allowances: AllowanceData
  readonly usedGrants: UsedGrants
  readonly published: PublishedEventData
  readonly subscriptions: SubscriptionData
  readonly deliveries: Map<string, Delivery>
}

const newEnvironment = (): EnvironmentData => ({
  orders: new Map(),
  shipments: new Map(),
  feed: createFeed(),
  fileTransfers: new Map(),
  resumableUploads: new Map(),
  resources: new Map(),
  removedResources: new Set(),
  serviceOwners: new Map(),
  allowances: new Map(),
  usedGrants: new Map(),
  published: newPublishedEvents(),
  subscriptions: newSubscriptions(),
  deliveries: new Map(),
})

/** Tables and indexes over the data. */
export interface Environment
  extends Pick<EnvironmentData, 'feed' | 'removedResources' | 'resumableUploads' | 'serviceOwners' | 'usedGrants'> {
  readonly name: EnvironmentName
  readonly orders: Table<Order>
  readonly idempotency: Idempotency
  readonly shipments: Table<Shipment>
  readonly fileTransfers: Table<FileTransfer>
  /** The lists that searches read. */
  readonly transferIndex: TransferIndex
  readonly resources: Table<Resource>
  readonly allowances: Allowances
  readonly published: PublishedEvents
  readonly subscriptions: Subscriptions
  readonly deliveries: Table<Delivery>
}

const loadEnvironment = (name: EnvironmentName, data: EnvironmentData): Environment => ({
  name,
  orders: createTable(data.orders),
  idempotency: createIdempotency(data.orders.values()),
  shipments: createTable(data.shipments),
  feed: data.feed,
  fileTransfers: createTable(data.fileTransfers),
  transferIndex: createTransferIndex(data.fileTransfers.values()),
  resumableUploads: data.resumableUploads,
  resources: createTable(data.resources),
  removedResources: data.removedResources,
  serviceOwners: data.serviceOwners,
  usedGrants: data.usedGrants,
  allowances: createAllowances(data.allowances),
  published: createPublishedEvents(data.published),
  subscriptions: createSubscriptions(data.subscriptions),
  deliveries: createTable(data.deliveries),
})

/** The data of the environments that were used. */
export type UsedEnvironments = Partial<Record<EnvironmentName, EnvironmentData>>
export type Environments = Readonly<Record<EnvironmentName, Environment>>

/** Loads an environment when it is first read. Most worlds use one only, and a world that refuses every caller uses none. */
export function loadEnvironments(data: UsedEnvironments): Environments {
  const loaded: Partial<Record<EnvironmentName, Environment>> = {}
  function load(name: EnvironmentName): Environment {
    data[name] ??= newEnvironment()
    loaded[name] ??= loadEnvironment(name, data[name])
    return loaded[name]
  }
  return {
    get test() {
      return load('test')
    },
    get production() {
      return load('production')
    },
  }
}

/** Whether an organization sends, or receives, a transfer. */
export const isSender = (transfer: FileTransfer, orgNo: string) => organizationNumber(transfer.sender) === orgNo
export const isRecipient = (transfer: FileTransfer, orgNo: string) => transfer.recipients.includes(iso6523(orgNo))
