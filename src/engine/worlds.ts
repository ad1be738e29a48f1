/** The worlds of a simulator: makes them on first use, resets and drops them. */
import { Misuse } from '../misuse.ts'
import { release } from '../scenario/holding.ts'
import type { Booking } from '../state/agenda.ts'
import type { Happening } from '../state/clock.ts'
import type { Following } from '../state/following.ts'
import { rebase } from '../state/scenario.ts'
import { createWorld, endWorld, type Fixtures, type World } from '../state/world.ts'
import type { MaybePromise } from '../wire/http/call.ts'
import { defaultWorld } from './address.ts'
import type { EngineDependencies } from './engine-dependencies.ts'

export const keepable = ['scenarios', 'clock', 'contacts', 'journal'] as const
export type Keepable = (typeof keepable)[number]

export interface Worlds {
  /** The world of a name. Makes it if it does not exist. */
  get(name: string): World
  list(): World[]
  /** Makes the world again as at the start, except for what is kept. */
  reset(name: string, keep?: readonly Keepable[]): World
  drop(name: string): void
  /** Ends the streams of all journals, and releases held calls. */
  endStreams(): void
  close(): void
}

export function createWorlds(
  { platform, settings, keys, outgoing }: EngineDependencies,
  fixtures: Fixtures,
  run: (world: World, booking: Booking) => MaybePromise<Happening>,
): Worlds {
  const worlds = new Map<string, World>()
  const make = (name: string, keep: Partial<World> = {}, following?: Following) => {
    const world = createWorld({ name, settings, fixtures, platform, keys, outgoing, run, keep, following })
    worlds.set(name, world)
    return world
  }
  const end = (world: World) => {
    endWorld(world)
    release(world.scenarios)
  }
  const get = (name: string) => {
    const found = worlds.get(name)
    if (found) return found
    if (worlds.size >= settings.maxWorlds) {
      throw new Misuse(`There are ${settings.maxWorlds} worlds already. Drop one with DELETE /_standin/worlds/{name}.`, undefined, 503)
    }
    return make(name)
  }
  const endStreams = () => {
    for (const { journal, scenarios } of worlds.values()) {
      journal.following.end()
      release(scenarios)
    }
  }
  get(defaultWorld)

  return {
    get,
    list: () => [...worlds.values()],
    reset(name, keep = []) {
      const old = get(name)
      end(old)
      const kept: Partial<World> = Object.fromEntries(keep.map((what) => [what, old[what]]))
      // New calls must not get the numbers of lines that are kept.
      const world = make(name, kept.journal ? { ...kept, calls: old.calls } : kept, old.journal.following)
      rebase(world.scenarios, world.clock.now() - old.clock.now())
      return world
    },
    drop(name) {
      const old = worlds.get(name)
      if (!old) throw new Misuse(`There is no world ${JSON.stringify(name.slice(0, 100))}.`, [...worlds.keys()], 404)
      if (name === defaultWorld) throw new Misuse('The world default stays; reset it instead.')
      end(old)
      old.journal.following.end()
      worlds.delete(name)
    },
    endStreams,
    close() {
      endStreams()
      for (const world of worlds.values()) end(world)
      worlds.clear()
    },
  }
}
