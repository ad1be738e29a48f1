/** A service owner and the storage of its files, and the checks of the owner of a resource. */
import { Refusal } from '../../../wire/refusal.ts'
import { defineLifecycle, defineRecord } from '../../../world/records.ts'
import type { Table } from '../../../world/table.ts'
import type { WorldEnvironment } from '../../act.ts'
import type { StorageStatus } from '../rules/resource.ts'
import { findResource } from './find-resource.ts'
import type { Resource } from './resource.ts'

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

/** A service owner that registered itself, or one of the contact register, whose storage is always ready. */
export function findServiceOwner({ world, environment }: WorldEnvironment, orgNo: string): ServiceOwner | undefined {
  const registered = environment.of(serviceOwners).get(orgNo)
  if (registered) return registered
  const known = world.contacts.organization(orgNo)
  return known?.serviceOwner === undefined ? undefined : { orgNo, name: known.name ?? known.serviceOwner, storage: 'Ready' }
}

/** The service owner of a resource; undefined for an open one. Refuses with BRO-00002. */
export function serviceOwnerOf(where: WorldEnvironment, { id, owner }: Resource): ServiceOwner | undefined {
  if (owner === undefined) return undefined
  const serviceOwner = findServiceOwner(where, owner)
  if (!serviceOwner) throw new Refusal('BRO-00002', { reason: `the owner ${owner} of the resource ${id} is not a service owner` })
  return serviceOwner
}

/** Refuses with BRO-00021 an owner whose storage is not ready. */
export function demandStorage(owner: ServiceOwner | undefined): void {
  if (owner && owner.storage !== 'Ready')
    throw new Refusal('BRO-00021', { reason: `the storage of the service owner ${owner.name} is ${owner.storage}` })
}

/** Refuses with BRO-00005 a resource that is missing in the registry. */
export function demandRegistered(resource: Resource | undefined): asserts resource is Resource {
  if (!resource || resource.registered === false)
    throw new Refusal('BRO-00005', {
      reason: resource ? `the resource registry has lost the resource ${resource.id}` : 'there is no such resource',
    })
}

/** The service owner of the resource of a transfer. Refuses with BRO-00005 and BRO-00002. */
export function serviceOwnerBehind(where: WorldEnvironment, resourceId: string): ServiceOwner | undefined {
  const resource = findResource(where.world, where.environment, resourceId)
  demandRegistered(resource)
  return serviceOwnerOf(where, resource)
}
