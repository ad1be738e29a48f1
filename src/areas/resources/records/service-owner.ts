/** A service owner, and the storage of its files. */

import { defineLifecycle } from '../../../world/lifecycle.ts'
import { defineRecord } from '../../../world/records/records.ts'
import type { Table } from '../../../world/records/table.ts'
import type { StorageStatus } from '../rules/resource.ts'

export interface ServiceOwner {
  readonly orgNo: string
  readonly name: string
  storage: StorageStatus
}

export const storageLifecycle = defineLifecycle<StorageStatus>('storage', {
  NotStarted: ['DeployingResources'],
  DeployingResources: ['Ready'],
  Ready: [],
})

export function moveStorage(owners: Table<ServiceOwner>, owner: ServiceOwner, status: StorageStatus): void {
  storageLifecycle.demand(owner.storage, status)
  owner.storage = status
  owners.changed(owner)
}

/** Service owners that registered themselves. */
export const serviceOwners = defineRecord({
  name: 'serviceOwner',
  key: ({ orgNo }: ServiceOwner) => orgNo,
})
