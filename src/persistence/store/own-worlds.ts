/** The worlds of a store that belong to this process: takes them, loads them, and lets them go. */

import type { StoredWorld } from '../../service/engine/lifetime.ts'
import { shortDuration } from '../../service/wire/timestamp.ts'
import { leadText, type Platform, wallClock } from '../../service/world/platform.ts'
import type { KeptContent } from '../content/kept-content.ts'
import { damaged, isDamage } from '../sqlite/node-sqlite.ts'
import { aheadOf, noticed } from './head.ts'
import type { Keeper } from './keeper.ts'
import { documentOf, type LoadedWorld, loadedWorld, worldDataOf } from './loaded-world.ts'
import { type Numbers, numberedFrom } from './numbers.ts'
import type { Store, StoreFailure, Taken, WorldRow } from './store.ts'

export interface OwnWorldsOptions {
  readonly store: Store
  readonly keeper: Keeper
  readonly content: KeptContent
  readonly numbers: Pick<Numbers, 'from' | 'reach' | 'ended'>
  readonly platform: Pick<Platform, 'now' | 'lead' | 'pause'>
  /** What messages call the database. */
  readonly database: string
  /** Milliseconds since 1970, by the clock of the store. */
  now(): number
  tell(text: string): void
}

export interface OwnWorlds {
  /** Whether a name belongs to this process. */
  has(name: string): boolean
  /** Whether this process may make a world of this name: it has the name, and the world does not exist. */
  isFree(name: string): boolean
  /** A world of the name is here now, or there is none any more. */
  setFree(name: string, isFree: boolean): void
  names(): string[]
  /** Takes a world, and loads it. `makes`: takes the name too where there is no world. */
  take(name: string, makes: boolean): Promise<{ readonly taken: Taken; readonly world: StoredWorld | undefined }>
  /** Where the records of a world lie that was loaded. Once. */
  loaded(number: number): LoadedWorld | undefined
  /** Lets a name go when everything is kept that was committed, however long that takes. */
  leave(name: string): Promise<void>
  /** Drops a world that is not loaded. Resolves to false where another server was faster. */
  drop(name: string): Promise<boolean>
  /** Nothing belongs to this process any more. */
  lose(): void
  /** How often that was so. */
  readonly losses: number
  end(): void
}

/** Real milliseconds after which a store is asked again that does not take what changes. */
const again = 1_000

export function createOwnWorlds({ store, keeper, content, numbers, platform, database, now, tell }: OwnWorldsOptions): OwnWorlds {
  const { pause } = platform
  const names = new Set<string>()
  const free = new Set<string>()
  const loaded = new Map<number, LoadedWorld>()
  let losses = 0
  let hasTold = false
  let hasEnded = false

  /** `ahead`: milliseconds by which the clock that wrote a world is ahead of this machine's. */
  function tellOfSetClock(ahead: number): void {
    if (hasTold || ahead < noticed) return
    hasTold = true
    tell(
      `The clock of this machine is ${shortDuration(ahead)} behind the one by which worlds were kept: it was set back, or that of another server is ahead. ${leadText}\n`,
    )
  }
  async function read(row: WorldRow): Promise<StoredWorld> {
    const { number } = row
    try {
      const world = loadedWorld(row, await store.load(number))
      const [moment, wall] = [now(), wallClock(platform)]
      const document = numberedFrom(numbers.from, documentOf(world, moment))
      await content.find(number, document)
      loaded.set(number, world)
      const data = worldDataOf(document, world.head, moment, wall)
      tellOfSetClock(aheadOf(world.head.clock, moment, wall))
      return { number, data }
    } catch (error) {
      throw isDamage(error) || error instanceof SyntaxError ? damaged(database, error) : error
    }
  }
  async function take(name: string, makes: boolean) {
    const before = losses
    const demandOwn = () => {
      if (losses !== before)
        throw Object.assign(new Error('the connection broke meanwhile'), { isLost: true } satisfies Partial<StoreFailure>)
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
    const isKept = () => new Promise<boolean>((resolve) => keeper.after((failure) => resolve(!failure)))
    while (!isOver() && !(await isKept())) await pause(again)
    if (isOver()) return
    free.delete(name)
    try {
      await store.letGo(name)
    } catch (error) {
      // It belongs to this process no more.
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
      keeper.drop(taken.world.number)
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
