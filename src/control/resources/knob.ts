/** The resources in both environments, and their configuration. */

import type { z } from 'zod'
import {
  describedResource,
  fixturesOf,
  type Resource,
  type ResourceWritten,
  readResource,
  removedResources,
  resources,
} from '../../service/areas/resources/records.ts'
import { unknownName } from '../../service/wire/misuse.ts'
import { isoDuration } from '../../service/wire/timestamp.ts'
import type { Environment, EnvironmentName } from '../../service/world/records.ts'
import type { World } from '../../service/world/world.ts'
import { type Page, pageOf } from '../rows/page.ts'
import type { ResourceReply, resourcesReply } from './rows.ts'

export type Resources = ReturnType<typeof createResources>

export function createResources(current: () => World) {
  function existingResource(name: EnvironmentName, id: string): Resource {
    const world = current()
    const resource = describedResource(world, world.environments[name], id)
    if (resource) return resource
    const known = describedResources(world, world.environments[name]).map((each) => each.id)
    throw unknownName(`Resource not found in ${name}: ${JSON.stringify(id.slice(0, 100))}.`, id, known, { status: 404 })
  }
  return {
    /** Lists the resources in both environments, starting with those from the fixtures. */
    list(page?: Page): z.output<typeof resourcesReply> {
      const world = current()
      const all = Object.values(world.environments).flatMap((environment) =>
        describedResources(world, environment).map((resource) => replyOf(resource, environment.name)),
      )
      return pageOf('resources', all, page, ({ environment, id }) => `${environment}/${id}`)
    },
    /** Throws `Misuse` for an unknown resource. */
    find: (name: EnvironmentName, id: string): ResourceReply => replyOf(existingResource(name, id), name),
    /**
     * Adds a resource, or replaces the resource with the same id. The members are those in resources.json. Missing members get their default
     * values.
     */
    put(name: EnvironmentName, written: ResourceWritten): ResourceReply {
      const resource = readResource('resource', written)
      current().environments[name].of(resources).put(resource)
      return replyOf(resource, name)
    },
    /** Throws `Misuse` for an unknown resource. */
    remove(name: EnvironmentName, id: string): void {
      const { of } = current().environments[name]
      const resource = existingResource(name, id)
      of(resources).remove(resource)
      // The id is also recorded as removed, because the fixtures can contain the resource too.
      of(removedResources).put(id)
    },
  }
}

function describedResources(world: World, { of }: Environment): Resource[] {
  const fixed = fixturesOf(world).resources.filter(({ id }) => of(removedResources).get(id) === undefined)
  return [...new Map([...fixed, ...of(resources).values()].map((resource) => [resource.id, resource])).values()]
}

const replyOf = (resource: Resource, environment: EnvironmentName): ResourceReply => ({
  id: resource.id,
  environment,
  owner: resource.owner ?? null,
  configured: resource.configured ?? true,
  registered: resource.registered ?? true,
  maxFileTransferSize: resource.maxFileTransferSize ?? null,
  timeToLive: written(resource.timeToLive),
  purgeAfterConfirmed: resource.purgeAfterConfirmed,
  gracePeriod: written(resource.gracePeriod),
  useManifestFileShim: resource.useManifestFileShim ?? null,
  externalServiceCode: resource.externalServiceCode ?? null,
  externalServiceEdition: resource.externalServiceEdition ?? null,
  requiredParty: resource.requiredParty ?? null,
  accessList: resource.accessList ? [...resource.accessList] : null,
  unscannedApproved: resource.unscannedApproved,
})

const written = (milliseconds: number | undefined) => (milliseconds === undefined ? null : isoDuration(milliseconds))
