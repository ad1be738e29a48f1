/** One environment of a world: its own records, idempotency, resources and limits. */
import { iso6523, organizationNumber } from '../wire/organization-number.ts'
import type { EnvironmentName } from './agenda.ts'
import { type Allowances, createAllowances } from './allowance.ts'
import { createFeed, type Feed, follow } from './feed.ts'
import type { FileTransfer } from './file-transfer.ts'
import { createTransferIndex, delist, enlist, type TransferIndex } from './file-transfer-index.ts'
import { createIdempotency, type Idempotency } from './idempotency.ts'
import type { Resource } from './resource.ts'
import type { ServiceOwner } from './service-owner.ts'
import type { Order, Shipment } from './shipment.ts'
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
  /** Configured resources, over those of the fixtures. */
  readonly resources: Map<string, Resource>
  /** Those that came besides the fixtures', by organization number. */
  readonly serviceOwners: Map<string, ServiceOwner>
  readonly allowances: Allowances
}

export function createEnvironment(name: EnvironmentName): Environment {
  const feed = createFeed()
  const transferIndex = createTransferIndex()
  return {
    name,
    orders: createTable<Order>(),
    idempotency: createIdempotency(),
    shipments: createTable<Shipment>({}, (shipment) => follow(feed, shipment)),
    feed,
    fileTransfers: createTable<FileTransfer>({}, (transfer) => enlist(transferIndex, transfer), delist),
    transferIndex,
    resources: new Map(),
    serviceOwners: new Map(),
    allowances: createAllowances(),
  }
}

/** Whether an organization sends, or receives, a transfer. */
export const isSender = (transfer: FileTransfer, orgNo: string) => organizationNumber(transfer.sender) === orgNo
export const isRecipient = (transfer: FileTransfer, orgNo: string) => transfer.recipients.includes(iso6523(orgNo))
