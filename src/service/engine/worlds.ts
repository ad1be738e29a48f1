/** The worlds of a simulator: makes them on first use, resets and drops them. */
import { jobFacts } from '../areas/facts.ts'
import { type ContentSource, copyContent } from '../areas/file-transfer/content-stores.ts'
import type { Fixtures } from '../areas/fixtures.ts'
import { releaseArrived } from '../failures/interventions.ts'
import { Misuse, nearest, unknownName } from '../wire/misuse.ts'
import type { Booking } from '../world/agenda.ts'
import { newWorldData, type WorldData } from '../world/environment.ts'
import { createRedaction } from '../world/journal/redaction.ts'
import { createFollowing, type Watcher } from '../world/journal.ts'
import { createJournalBudget } from '../world/journal-budget.ts'
import type { KeptWorld } from '../world/keeping.ts'
import { wallClock } from '../world/platform.ts'
import type { Happening } from '../world/run-due-jobs.ts'
import { rebase } from '../world/scenario-state.ts'
import { createSecrets } from '../world/secrets.ts'
import { endWorld, loadWorld, type World } from '../world/world.ts'
import { defaultWorld } from './address.ts'
import { type Keepable, takingOver } from './kept-at-reset.ts'
import { createRoom } from './room.ts'
import type { EngineDependencies } from './walk.ts'

export interface Worlds {
  /** The world of a name. Makes it if it does not exist. */
  get(name: string): World
  /** A new world of a name for one call. It is not listed or kept. */
  passing(name: string): { readonly world: World; readonly end: () => void }
  /** The world of a name. Throws {@link Misuse} if it does not exist. */
  demand(name: string): World
  has(name: string): boolean
  list(): World[]
  /** Makes the world again as at the start, except for what is kept. */
  reset(name: string, keep?: readonly Keepable[]): World
  /** Puts a world in the place of the one with its name. It takes the data over, and copies the bytes of its files. */
  load(data: WorldData, content?: ContentSource): Promise<World>
  drop(name: string): void
  /** Puts a world here that was kept. */
  putKept(world: KeptWorld): void
  /** Ends a world here, and removes nothing of it. */
  leave(name: string): void
  /** Shows the lines of every world when they are closed. Returns a function that ends it. */
  watch(watcher: Watcher): () => void
  /** Ends the streams of all journals, and lets go of held and delayed calls. */
  endStreams(): void
  close(): void
}

export function createWorlds(
  { platform, settings, keys, outgoing, begun, keeping, observing }: EngineDependencies,
  fixtures: Fixtures,
  run: (world: World, booking: Booking) => Promise<Happening>,
): Worlds {
  const worlds = new Map<string, World>()
  const watchers = new Set<Watcher>()
  const journals = {
    budget: createJournalBudget(settings.journalBytes),
    redact: createRedaction(createSecrets(platform.seal)),
    watchers,
  }
  const shared = { settings, fixtures, platform, keys, outgoing, journals, bookables: jobFacts, observing, run }
  const newData = (name: string) => ({ ...newWorldData(name, settings, settings.now ?? wallClock(platform)), ...keeping?.numbers })
  let made = 0
  const newFollowing = () => createFollowing(platform.seal(`the stream of world ${++made}`))
  /** Puts a world in the place of an old one, whose followers go on with it. */
  const put = (data: WorldData, old?: World, contentNumber = keeping?.newNumber(), blobs = platform.openBlobs(contentNumber)) => {
    const world = loadWorld(data, shared, { blobs, following: old?.journal.following ?? newFollowing(), changes: old?.changes })
    worlds.set(data.name, world)
    if (contentNumber !== undefined) keeping?.began(world, contentNumber)
    world.changes.noteTurn()
    if (!old) begun?.(world, () => worlds.get(data.name))
    return world
  }
  const demandRoom = createRoom({ platform, settings, keeping })
  const end = (world: World) => {
    endWorld(world)
    releaseArrived(world)
  }
  const get = (name: string) => {
    const world = worlds.get(name)
    if (world) return world
    demandRoom(worlds.size, name)
    return put(newData(name))
  }
  const demand = (name: string) => {
    const world = worlds.get(name)
    if (world) return world
    throw unknownWorld(name, [...worlds.keys()])
  }
  const endStreams = () => {
    for (const world of worlds.values()) {
      world.journal.following.end()
      releaseArrived(world)
    }
  }
  const putKept = ({ data, number }: KeptWorld) => void put(data, undefined, number)
  if (keeping?.first) putKept(keeping.first)
  else if (keeping?.mayMake(defaultWorld) ?? true) put(newData(defaultWorld))

  return {
    get,
    passing(name) {
      demandRoom(worlds.size)
      const world = loadWorld(newData(name), { ...shared, observing: {} })
      return { world, end: () => end(world) }
    },
    demand,
    has: (name) => worlds.has(name),
    list: () => [...worlds.values()],
    reset(name, keep = []) {
      const old = get(name)
      end(old)
      const world = put(takingOver(old, newData(name), keep), old)
      rebase(world.scenarios, world, world.clock.now() - old.clock.now())
      return world
    },
    async load(data, content) {
      if (!worlds.has(data.name)) demandRoom(worlds.size, data.name)
      const contentNumber = keeping?.newNumber()
      const blobs = platform.openBlobs(contentNumber)
      if (content) {
        await copyContent(content, blobs).catch((thrown) => {
          blobs.close()
          throw thrown
        })
      }
      const old = worlds.get(data.name)
      if (old) end(old)
      return put(data, old, contentNumber, blobs)
    },
    drop(name) {
      const old = demand(name)
      if (name === defaultWorld) throw new Misuse('The world default stays; reset it instead.')
      end(old)
      old.journal.following.end()
      worlds.delete(name)
      keeping?.dropped(name)
    },
    putKept,
    leave(name) {
      const old = demand(name)
      keeping?.leaving(old)
      end(old)
      old.journal.following.end()
      worlds.delete(name)
    },
    watch(watcher) {
      watchers.add(watcher)
      return () => void watchers.delete(watcher)
    },
    endStreams,
    close() {
      observing.current?.closing()
      keeping?.closing()
      endStreams()
      for (const world of worlds.values()) end(world)
      worlds.clear()
    },
  }
}

/** `names`: of the worlds that there are. */
export const unknownWorld = (name: string, names: readonly string[]): Misuse =>
  unknownName(`There is no world ${JSON.stringify(name.slice(0, 100))}.`, name, nearest(name, names).slice(0, 10), { status: 404 })
