/** The callers with limits of their own: the fixtures, and the changes of a world. Source: decisions §4. */

import { type Dialect, dialectOf } from '../areas/dialect.ts'
import type { Caller } from '../tokens/caller.ts'
import type { LimitName } from '../wire/vocabulary.ts'
import { getOrCreate } from '../wire/when-needed.ts'
import { defineRecord } from '../world/records.ts'
import type { Seed } from '../world/seed.ts'
import type { World } from '../world/world.ts'

/** Operation → calls a minute. */
export type CallerLimits = Readonly<Record<string, number>>

/** A change of a world to the fixtures: the limits of a client id or an organization number. Null: the caller has the usual limits. */
export interface ChangedCaller {
  readonly caller: string
  readonly limits: CallerLimits | null
}

export const changedCallers = defineRecord({
  name: 'caller',
  key: ({ caller }: ChangedCaller) => caller,
})

const known = new WeakMap<Seed, ReadonlyMap<string, CallerLimits>>()

/** By client id or organization number; read once for each set of fixtures. */
function fixed(fixtures: Seed): ReadonlyMap<string, CallerLimits> {
  return getOrCreate(known, fixtures, () => {
    const callers = new Map<string, CallerLimits>()
    for (const { clientId, orgNo, limits } of fixtures.callers) {
      const name = clientId ?? orgNo ?? ''
      callers.set(name, { ...callers.get(name), ...limits })
    }
    return callers
  })
}

/** Undefined for a caller without limits of its own. */
export function ownLimits({ fixtures, of }: World, caller: string): CallerLimits | undefined {
  const changed = of(changedCallers).get(caller)
  return changed ? (changed.limits ?? undefined) : fixed(fixtures).get(caller)
}

/** Every caller with limits of its own. */
export function callersOf(world: World): ReadonlyMap<string, CallerLimits> {
  const names = [...fixed(world.fixtures).keys(), ...Array.from(world.of(changedCallers).values(), ({ caller }) => caller)]
  return new Map(
    names.flatMap((name) => {
      const limits = ownLimits(world, name)
      return limits ? [[name, limits] as const] : []
    }),
  )
}

/** The calls a minute of a caller on a row; it may have more or fewer than others. */
export function limitOf(
  world: World,
  caller: Pick<Caller, 'clientId' | 'orgNo'> | undefined,
  name: LimitName,
  dialect: Dialect = dialectOf(world),
): number {
  return (
    ownLimits(world, caller?.clientId ?? '')?.[name] ??
    ownLimits(world, caller?.orgNo ?? '')?.[name] ??
    dialect.limits[name][world.settings.rateLimits === 'earlier' ? 'earlier' : 'current']
  )
}
