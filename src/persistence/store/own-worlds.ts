/** Acquires, loads and releases the stored worlds that belong to this process. */
import type { StoredWorld } from '../../service/engine/lifetime.ts'
import { shortDuration } from '../../service/wire/timestamp.ts'
import { leadText, type Platform, wallClock } from '../../service/world/platform.ts'
import type { WorldContents } from '../content/content-folder.ts'
import { damaged, isDamage } from '../sqlite/node-sqlite.ts'
import type { ChangeWriter } from './change-writer.ts'
import { aheadOf, noticed } from './head.ts'
import { documentOf, type LoadedWorld, loadedWorld, worldDataOf } from './loaded-world.ts'
import { type Numbers, numberedFrom } from './numbers.ts'
import type { Store, StoreFailure, Taken, WorldRow } from './store.ts'

export interface OwnWorldsOptions {
  readonly store: Store
  readonly changeWriter: ChangeWriter
  readonly content: WorldContents
  readonly numbers: Pick<Numbers, 'from' | 'reach' | 'ended'>
  readonly platform: Pick<Platform, 'now' | 'lead' | 'pause'>
  /** The database's name in messages. */
  readonly database: string
  /** The store's clock, in milliseconds since 1970. */
  now(): number
  tell(text: string): void
}

export interface OwnWorlds {
  has(name: string): boolean
  /** True if this process may create the world: it owns the name, and the world does not exist. */
  isFree(name: string): boolean
  /** Marks an owned name as free (no world) or as used. */
  setFree(name: string, isFree: boolean): void
  names(): string[]
  /** Acquires and loads a world. `makes`: acquires the name even if the world does not exist. */
  take(name: string, makes: boolean): Promise<{ readonly taken: Taken; readonly world: StoredWorld | undefined }>
  /** Returns a loaded world and forgets it, so later calls return undefined. */
  loaded(number: number): LoadedWorld | undefined
  /** Releases a name once all commits are stored, however long that takes. */
  leave(name: string): Promise<void>
  /** Deletes a world that is not loaded. Resolves to false if another server owns it. */
  drop(name: string): Promise<boolean>
  /** Forgets all worlds, because they no longer belong to this process. */
  lose(): void
  readonly losses: number
  end(): void
}

/** Milliseconds between attempts to store changes. */
const again = 1_000

export function createOwnWorlds({ store, changeWriter, content, numbers, platform, database, now, tell }: OwnWorldsOptions): OwnWorlds {
  const { pause } = platform
  const names = new Set<string>()
  const free = new Set<string>()
  const loaded = new Map<number, LoadedWorld>()
  let losses = 0
  let hasTold = false
  let hasEnded = false

  /**
   * Reports, once, that this machine's clock is behind. `ahead`: milliseconds by which the clock that wrote a world is ahead of this
   * machine's clock.
   */
  function tellOfSetClock(ahead: number): void {
    if (hasTold || ahead < noticed) return
    hasTold = true
    tell(
      `This machine's clock is ${shortDuration(ahead)} behind the stored worlds' time: it was set back, or another server's clock is ahead. ${leadText}\n`,
    )
  }
  async function read(row: WorldRow): Promise<StoredWorld> {
    const { number } = row
    try {
      const world = loadedWorld(row, await store.load(number))
      const document = numberedFrom(numbers.from, documentOf(world, now()))
      await content.find(number, document)
      loaded.set(number, world)
      const data = worldDataOf(document, world.head, { now, wall: () => wallClock(platform) })
      tellOfSetClock(aheadOf(world.head.clock, now(), wallClock(platform)))
      return { number, data }
    } catch (error) {
      throw isDamage(error) || error instanceof SyntaxError ? damaged(database, error) : error
    }
  }
  async function take(name: string, makes: boolean) {
    const before = losses
    const demandOwn = () => {
      if (losses !== before) throw Object.assign(new Error('the connection broke'), { isLost: true } satisfies Partial<StoreFailure>)
    }
    const taken = await store.take(name, makes)
    demandOwn()
    if (taken.is === 'here' || (taken.is === 'free' && makes)) names.add(name)
    if (taken.is === 'free' && makes) free.add(name)
    if (taken.is !== 'here') return { taken, world: undefined }
    try {
      const world = await read(taken.world)
      demandOwn()
      return { taken, world }
    } catch (error) {
      if (losses === before) names.delete(name)
      await store.letGo(name).catch(() => {})
      throw error
    }
  }
  async function leave(name: string): Promise<void> {
    const before = losses
    const isOver = () => losses !== before || hasEnded
    const isStored = () => new Promise<boolean>((resolve) => changeWriter.after((failure) => resolve(!failure)))
    while (!isOver() && !(await isStored())) await pause(again)
    if (isOver()) return
    free.delete(name)
    try {
      await store.letGo(name)
    } catch (error) {
      // The name no longer belongs to this process.
      if (isOver()) return
      throw error
    }
    if (!isOver()) names.delete(name)
  }
  return {
    has: (name) => names.has(name),
    isFree: (name) => free.has(name),
    setFree(name, isFree) {
      if (isFree && names.has(name)) free.add(name)
      else free.delete(name)
    },
    names: () => [...names],
    take,
    loaded(number) {
      const world = loaded.get(number)
      loaded.delete(number)
      return world
    },
    leave,
    async drop(name) {
      const taken = await store.take(name, false)
      if (taken.is !== 'here') return false
      names.add(name)
      changeWriter.drop(taken.world.number)
      content.drop(taken.world.number)
      await leave(name)
      return true
    },
    lose() {
      losses++
      names.clear()
      free.clear()
    },
    get losses() {
      return losses
    },
    end() {
      hasEnded = true
    },
  }
}
