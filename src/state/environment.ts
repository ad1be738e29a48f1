/** One environment of a world: its own records, idempotency, resources and limits. */

import { iso6523, organizationNumber } from '../wire/values/organization-number.ts'
import type { EnvironmentName } from './agenda.ts'
import { type Allowances, createAllowances } from './allowance.ts'
import { createDeliveryTable, type DeliveryTable } from './events/delivery.ts'
import { createPublishedEvents, type PublishedEvents } from './events/published-event.ts'
import { createSubscriptions, type Subscriptions } from './events/subscription.ts'
import type { FileTransfer } from './file-transfer/file-transfer.ts'
import { createTransferIndex, type TransferIndex } from './file-transfer/file-transfer-index.ts'
import { createFeed, type Feed } from './notifications/feed.ts'
import { createIdempotency, type Idempotency } from './notifications/idempotency.ts'
import type { Order, Shipment } from './notifications/shipment.ts'
import type { Resource } from './resources/resource.ts'
import type { ServiceOwner } from './resources/service-owner.ts'
import type { ResumableUpload } from './resumable-upload/resumable-upload.ts'
import { createTable, type Table } from './table.ts'

export interface Environment {
  readonly name: EnvironmentName
  readonly orders: Table<Order>
  readonly idempotency: Idempotency
  readonly shipments: Table<Shipment>
  /** The shipments that have ended. */
  readonly feed: Feed
  readonly fileTransfers: Table<FileTransfer>
  /** What searches go by. */
  readonly transferIndex: TransferIndex
  /** By the id of the file transfer; those of a whole file under no name, those of its parts under theirs. */
  readonly resumableUploads: Map<string, Map<string, ResumableUpload>>
  /** Configured resources, over those of the fixtures. */
  readonly resources: Map<string, Resource>
  /** Those that came besides the fixtures', by organization number. */
  readonly serviceOwners: Map<string, ServiceOwner>
  readonly allowances: Allowances
  readonly published: PublishedEvents
  readonly subscriptions: Subscriptions
  readonly deliveries: DeliveryTable
}

export function createEnvironment(name: EnvironmentName): Environment {
  return {
    name,
    orders: createTable<Order>(),
    idempotency: createIdempotency(),
    shipments: createTable<Shipment>(),
    feed: createFeed(),
    fileTransfers: createTable<FileTransfer>(),
    transferIndex: createTransferIndex(),
    resumableUploads: new Map(),
    resources: new Map(),
    serviceOwners: new Map(),
    allowances: createAllowances(),
    published: createPublishedEvents(),
    subscriptions: createSubscriptions(),
    deliveries: createDeliveryTable(),
  }
}

/** Whether an organization sends, or receives, a transfer. */
export const isSender = (transfer: FileTransfer, orgNo: string) => organizationNumber(transfer.sender) === orgNo
export const isRecipient = (transfer: FileTransfer, orgNo: string) => transfer.recipients.includes(iso6523(orgNo))
