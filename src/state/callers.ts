/** The callers with limits of their own: the fixtures, and the changes of a world. Source: decisions §4. */
import { getOrCreate } from '../wire/get-or-create.ts'
import type { Fixtures, World } from './world.ts'

/** Operation → calls a minute. */
export type CallerLimits = Readonly<Record<string, number>>

/** The changes of a world, by client id or organization number. Null: removed. Plain data. */
export type CallerData = Map<string, CallerLimits | null>

export const newCallers = (): CallerData => new Map()

const known = new WeakMap<Fixtures, ReadonlyMap<string, CallerLimits>>()

/** Read once for each set of fixtures. */
function fixed(fixtures: Fixtures): ReadonlyMap<string, CallerLimits> {
  return getOrCreate(known, fixtures, () => {
    const callers = new Map<string, CallerLimits>()
    for (const { clientId, orgNo, limits } of fixtures.callers) {
      const name = clientId ?? orgNo ?? ''
      callers.set(name, { ...callers.get(name), ...limits })
    }
    return callers
  })
}

/** The limits of its own that a caller has; undefined: it has none. */
export function ownLimits({ fixtures, data: { callers } }: World, caller: string): CallerLimits | undefined {
  const changed = callers.get(caller)
  return changed === undefined ? fixed(fixtures).get(caller) : (changed ?? undefined)
}

/** Every caller with limits of its own. */
export function callersOf(world: World): ReadonlyMap<string, CallerLimits> {
  const names = [...fixed(world.fixtures).keys(), ...world.data.callers.keys()]
  return new Map(
    names.flatMap((name) => {
      const limits = ownLimits(world, name)
      return limits ? [[name, limits] as const] : []
    }),
  )
}
