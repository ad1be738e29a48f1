/** A simulator's worlds, which are created on first use and can be reset and dropped. */
import { jobFacts } from '../areas/facts.ts'
import { type ContentSource, copyContent } from '../areas/file-transfer/content.ts'
import type { Fixtures } from '../areas/fixtures.ts'
import { releaseArrived } from '../failures/interventions.ts'
import { Misuse } from '../wire/misuse.ts'
import type { Booking, Happening } from '../world/clock.ts'
import { createFollowing, createJournals, type Watcher } from '../world/journal.ts'
import { wallClock } from '../world/platform.ts'
import { rebase } from '../world/scenario.ts'
import { endWorld, loadWorld, newWorldData, type World, type WorldData } from '../world/world.ts'
import { defaultWorld } from './address.ts'
import { createCapacityCheck, dataAfterReset, type Retainable, type StoredWorld, unknownWorld } from './lifetime.ts'
import type { EngineDependencies } from './walk.ts'

export interface Worlds {
  /** Returns the world, creating it if it does not exist. */
  get(name: string): World
  /** Creates a world for a single call. It is neither listed nor stored. */
  passing(name: string): { readonly world: World; readonly end: () => void }
  /** Throws {@link Misuse} if the world does not exist. */
  demand(name: string): World
  find(name: string): World | undefined
  has(name: string): boolean
  list(): World[]
  /** Replaces a world with a new one that retains the given parts. */
  reset(name: string, keep?: readonly Retainable[]): World
  /** Adds a world, or replaces the one with the same name. Takes ownership of the data and copies the file content. */
  load(data: WorldData, content?: ContentSource): Promise<World>
  drop(name: string): void
  putStored(world: StoredWorld): void
  /** Ends a world in this process without removing it from the store. */
  leave(name: string): void
  /** Calls the watcher with every closed line in any world. Returns a function that removes the watcher. */
  watch(watcher: Watcher): () => void
  /** Ends all journal streams, and releases held and delayed calls. */
  endStreams(): void
  close(): void
}

export function createWorlds(
  { platform, settings, keys, outgoing, begun, worldStore, observing }: EngineDependencies,
  fixtures: Fixtures,
  run: (world: World, booking: Booking) => Promise<Happening>,
): Worlds {
  const worlds = new Map<string, World>()
  const journals = createJournals(settings.journalBytes, platform.seal)
  const shared = { settings, fixtures, platform, keys, outgoing, journals, bookables: jobFacts, observing, run }
  const newData = (name: string) => ({ ...newWorldData(name, settings, settings.now ?? wallClock(platform)), ...worldStore?.numbers })
  let made = 0
  const newFollowing = () => createFollowing(platform.seal(`the stream of world ${++made}`))
  /** Adds a world. If it replaces an old world, it takes over the old world's followers. */
  const put = (data: WorldData, old?: World, contentNumber = worldStore?.newNumber(), blobs = platform.openBlobs(contentNumber)) => {
    const world = loadWorld(data, shared, { blobs, following: old?.journal.following ?? newFollowing(), changes: old?.changes })
    worlds.set(data.name, world)
    if (contentNumber !== undefined) worldStore?.began(world, contentNumber)
    world.changes.noteTurn()
    if (!old) begun?.(world, () => worlds.get(data.name))
    return world
  }
  const demandCapacity = createCapacityCheck({ platform, settings, worldStore })
  const end = (world: World) => {
    endWorld(world)
    releaseArrived(world)
  }
  const get = (name: string) => {
    const world = worlds.get(name)
    if (world) return world
    demandCapacity(worlds.size, name)
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
  const putStored = ({ data, number }: StoredWorld) => void put(data, undefined, number)
  if (worldStore?.first) putStored(worldStore.first)
  else if (worldStore?.mayMake(defaultWorld) ?? true) put(newData(defaultWorld))

  return {
    get,
    passing(name) {
      demandCapacity(worlds.size)
      const world = loadWorld(newData(name), { ...shared, observing: {} })
      return { world, end: () => end(world) }
    },
    demand,
    find: (name) => worlds.get(name),
    has: (name) => worlds.has(name),
    list: () => [...worlds.values()],
    reset(name, keep = []) {
      const old = get(name)
      end(old)
      const world = put(dataAfterReset(old, newData(name), keep), old)
      rebase(world.scenarios, world, world.clock.now() - old.clock.now())
      return world
    },
    async load(data, content) {
      if (!worlds.has(data.name)) demandCapacity(worlds.size, data.name)
      const contentNumber = worldStore?.newNumber()
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
      if (name === defaultWorld) throw new Misuse('The world "default" cannot be dropped. Reset it instead.')
      end(old)
      old.journal.following.end()
      worlds.delete(name)
      worldStore?.dropped(name)
    },
    putStored,
    leave(name) {
      const old = demand(name)
      worldStore?.leaving(old)
      end(old)
      old.journal.following.end()
      worlds.delete(name)
    },
    watch(watcher) {
      journals.watchers.add(watcher)
      return () => void journals.watchers.delete(watcher)
    },
    endStreams,
    close() {
      observing.current?.closing()
      worldStore?.closing()
      endStreams()
      for (const world of worlds.values()) end(world)
      worlds.clear()
    },
  }
}
