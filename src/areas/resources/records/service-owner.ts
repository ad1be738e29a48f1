/** A service owner, and the storage of its files. */

import { defineLifecycle } from '../../../state/lifecycle.ts'
import type { StorageStatus } from '../rules/resource.ts'

export interface ServiceOwner {
  readonly name: string
  storage: StorageStatus
}

export const storageLifecycle = defineLifecycle<StorageStatus>('storage', {
  NotStarted: ['DeployingResources'],
  DeployingResources: ['Ready'],
  Ready: [],
})

/** `orgNo` is the number of the owner, under which it is stored. */
export function moveStorage(owners: Map<string, ServiceOwner>, orgNo: string, owner: ServiceOwner, status: StorageStatus): void {
  storageLifecycle.demand(owner.storage, status)
  owner.storage = status
  // What is kept in a folder learns of the change here.
  owners.set(orgNo, owner)
}
