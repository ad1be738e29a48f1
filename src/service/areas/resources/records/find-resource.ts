/** Finds a resource by its id: in the world, in the fixtures, or open. Source: decisions §3. */

import { getOrCreate } from '../../../wire/when-needed.ts'
import type { Environment } from '../../../world/records.ts'
import type { World } from '../../../world/world.ts'
import type { Fixtures } from '../../fixtures.ts'
import { openResource, type Resource, removedResources, resources } from './resource.ts'

/** The fixtures of a world, with the part that belongs to areas. */
export const fixturesOf = ({ fixtures }: Pick<World, 'fixtures'>) => fixtures as Fixtures

const described = new WeakMap<Fixtures, ReadonlyMap<string, Resource>>()

/** The configured resource, else the one of the fixtures, else an open resource if those are allowed. */
export function findResource(world: World, environment: Environment, id: string): Resource | undefined {
  const known = describedResource(world, environment, id)
  if (known) return known.configured === false ? undefined : known
  return world.settings.openResources ? openResource(id) : undefined
}

/** The configured resource, else the one of the fixtures, also if its owner has not configured it yet. */
export function describedResource(world: World, environment: Environment, id: string): Resource | undefined {
  const fixtures = fixturesOf(world)
  const known = getOrCreate(described, fixtures, () => new Map(fixtures.resources.map((resource) => [resource.id, resource])))
  return environment.of(resources).get(id) ?? (environment.of(removedResources).get(id) === undefined ? known.get(id) : undefined)
}
