/** One environment of a world: its own records, idempotency, resources and limits. */
import { iso6523, organizationNumber } from '../wire/organization-number.ts'
import type { EnvironmentName } from './agenda.ts'
import { type Allowances, createAllowances } from './allowance.ts'
import { createFeed, type Feed, follow } from './feed.ts'
import type { FileTransfer } from './file-transfer.ts'
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
  /** Index `party`: see {@link partyKey}. */
  readonly fileTransfers: Table<FileTransfer>
  /** Configured resources, over those of the fixtures. */
  readonly resources: Map<string, Resource>
  /** Those that came besides the fixtures', by organization number. */
  readonly serviceOwners: Map<string, ServiceOwner>
  readonly allowances: Allowances
}

/** An organization's part in the transfers of a resource. */
export const partyKey = (resourceId: string, party: string) => `${party} ${resourceId}`

/** A sender is indexed by the text it was sent as: searching finds it only under `0192:`. Source: file-transfer §4.4. */
function parties({ resourceId, sender, recipients }: FileTransfer): string[] {
  return [...new Set([sender, ...recipients])].map((party) => partyKey(resourceId, party))
}

export function createEnvironment(name: EnvironmentName): Environment {
  const feed = createFeed()
  return {
    name,
    orders: createTable<Order>(),
    idempotency: createIdempotency(),
    shipments: createTable<Shipment>({}, (shipment) => follow(feed, shipment)),
    feed,
    fileTransfers: createTable<FileTransfer>({ party: parties }),
    resources: new Map(),
    serviceOwners: new Map(),
    allowances: createAllowances(),
  }
}

/** Whether an organization sends, or receives, a transfer. */
export const isSender = (transfer: FileTransfer, orgNo: string) => organizationNumber(transfer.sender) === orgNo
export const isRecipient = (transfer: FileTransfer, orgNo: string) => transfer.recipients.includes(iso6523(orgNo))
