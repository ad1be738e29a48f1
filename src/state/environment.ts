/** One environment of a world: its own records, idempotency, resources and limits. */
import { iso6523, organizationNumber } from '../wire/organization-number.ts'
import type { EnvironmentName } from './agenda.ts'
import { type Allowances, createAllowances } from './allowance.ts'
import { type Announcement, announceOn } from './announcement.ts'
import { createDeliveries, type Deliveries } from './delivery.ts'
import { createFeed, type Feed, follow } from './feed.ts'
import type { FileTransfer } from './file-transfer.ts'
import { createTransferIndex, delist, enlist, type TransferIndex } from './file-transfer-index.ts'
import { createIdempotency, type Idempotency } from './idempotency.ts'
import { createPublishedEvents, type PublishedEvents } from './published-event.ts'
import type { Resource } from './resource.ts'
import type { ResumableUpload } from './resumable-upload.ts'
import type { ServiceOwner } from './service-owner.ts'
import type { Order, Shipment } from './shipment.ts'
import { createSubscriptions, type Subscriptions } from './subscription.ts'
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
  /** What the change that is being made announces. */
  readonly announcements: Announcement[]
  readonly published: PublishedEvents
  readonly subscriptions: Subscriptions
  readonly deliveries: Deliveries
}

export function createEnvironment(name: EnvironmentName): Environment {
  const feed = createFeed()
  const transferIndex = createTransferIndex()
  const announcements: Announcement[] = []
  return {
    name,
    orders: createTable<Order>(),
    idempotency: createIdempotency(),
    shipments: createTable<Shipment>((shipment) => follow(feed, shipment)),
    feed,
    fileTransfers: createTable<FileTransfer>((transfer) => {
      enlist(transferIndex, transfer)
      announceOn(announcements, transfer)
    }, delist),
    transferIndex,
    resumableUploads: new Map(),
    resources: new Map(),
    serviceOwners: new Map(),
    allowances: createAllowances(),
    announcements,
    published: createPublishedEvents(),
    subscriptions: createSubscriptions(),
    deliveries: createDeliveries(),
  }
}

/** Whether an organization sends, or receives, a transfer. */
export const isSender = (transfer: FileTransfer, orgNo: string) => organizationNumber(transfer.sender) === orgNo
export const isRecipient = (transfer: FileTransfer, orgNo: string) => transfer.recipients.includes(iso6523(orgNo))
