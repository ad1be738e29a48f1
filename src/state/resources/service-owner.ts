/** A service owner, and the storage of its files. */

import type { StorageStatus } from '../../wire/resources/resource.ts'
import { defineLifecycle } from '../lifecycle.ts'

export interface ServiceOwner {
  readonly name: string
  storage: StorageStatus
}

export const storageLifecycle = defineLifecycle<StorageStatus>('storage', {
  NotStarted: ['DeployingResources'],
  DeployingResources: ['Ready'],
  Ready: [],
})

export function moveStorage(owner: ServiceOwner, status: StorageStatus): void {
  storageLifecycle.demand(owner.storage, status)
  owner.storage = status
}
