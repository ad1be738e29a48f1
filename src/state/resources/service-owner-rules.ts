/** Finds the service owner of a resource, and demands what it must have. */

import { Refusal } from '../../wire/refusals.ts'
import type { Act } from '../act.ts'
import { findResource } from '../world.ts'
import type { Resource } from './resource.ts'
import type { ServiceOwner } from './service-owner.ts'

export type Place = Pick<Act, 'world' | 'environment'>

/** One that has come, or one of the contact register, whose storage has always been there. */
export function findServiceOwner({ world, environment }: Place, orgNo: string): ServiceOwner | undefined {
  const come = environment.serviceOwners.get(orgNo)
  if (come) return come
  const known = world.contacts.organization(orgNo)
  return known?.serviceOwner === undefined ? undefined : { name: known.name ?? known.serviceOwner, storage: 'Ready' }
}

/** The service owner behind a resource; an open one has none. Refuses with BRO-00002. */
export function serviceOwnerOf(place: Place, { owner }: Resource): ServiceOwner | undefined {
  if (owner === undefined) return undefined
  const found = findServiceOwner(place, owner)
  if (!found) throw new Refusal('BRO-00002')
  return found
}

/** Refuses with BRO-00021. */
export function demandStorage(owner: ServiceOwner | undefined): void {
  if (owner && owner.storage !== 'Ready') throw new Refusal('BRO-00021')
}

/** Refuses with BRO-00005 a resource that the registry has lost. */
export function demandRegistered(resource: Resource | undefined): asserts resource is Resource {
  if (!resource || resource.registered === false) throw new Refusal('BRO-00005')
}

/** The service owner behind the resource of a transfer; refuses with BRO-00005 and BRO-00002. */
export function serviceOwnerBehind(place: Place, resourceId: string): ServiceOwner | undefined {
  const resource = findResource(place.world, place.environment, resourceId)
  demandRegistered(resource)
  return serviceOwnerOf(place, resource)
}
