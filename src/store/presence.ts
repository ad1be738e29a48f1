/** Brings worlds here when they are first called or when a booking of theirs falls due, and lets them go when nothing uses them. */
import { endIdleWorlds } from '../engine/idle-worlds.ts'
import { awayAnswer } from '../engine/misuse-answer.ts'
import { Damage, Misuse } from '../misuse.ts'
import type { Call, PendingAnswer } from '../wire/http/call.ts'
import type { Keeping, KeptWorld, WorldsHere } from '../world/observing/keeping.ts'
import type { Platform } from '../world/platform.ts'
import type { World } from '../world/world.ts'
import type { KeptContent } from './content/kept-content.ts'
import type { Keeper } from './keeper.ts'
import { documentOf, headOfRow, type LoadedWorld, loadedWorld, worldDataOf } from './loaded-world.ts'
import { damaged, isDamage } from './node-sqlite.ts'
import { type Numbers, numberedFrom } from './numbers.ts'
import type { Owner, Store, StoreFailure, Taken, WorldRow } from './store.ts'

/**
 * Sends a call to the server that has its world. `not-here`, `unreachable`: nothing was done there, so that another one may be asked.
 * `gone`: the server is gone, and may have done something.
 */
export type Forward = (call: Call, owner: Owner) => Promise<PendingAnswer | 'not-here' | 'unreachable' | 'gone'>

export interface PresenceOptions {
  readonly store: Store
  readonly keeper: Keeper
  readonly content: KeptContent
  readonly numbers: Numbers
  readonly platform: Pick<Platform, 'now' | 'tick' | 'wake' | 'pause' | 'alarm'>
  /** What messages call the store, and its database. */
  readonly called: string
  readonly database: string
  /** Real milliseconds after which a world is let go that nothing uses; undefined: none is. */
  readonly idle: number | undefined
  /** Real milliseconds after which a world is dropped that nothing has used; undefined: none is. */
  readonly ttl: number | undefined
  readonly forward: Forward | undefined
  tell(text: string): void
}

export interface Presence extends Pick<Keeping, 'serve' | 'reach' | 'mayMake' | 'list' | 'release'> {
  /** Takes a world before there is a simulator. */
  takeFirst(name: string): Promise<{ readonly taken: Taken; readonly world: KeptWorld | undefined }>
  began(world: World, number: number): void
  /** Wakes worlds and lets them go from now on. */
  begin(): void
  /** Grows each time when nothing belongs to this process any more. */
  readonly losses: number
  /** Whether the answer is that of another server. */
  isForwarded(pending: PendingAnswer): boolean
  end(): void
}

/** Real milliseconds between two looks at worlds that nothing uses, and how far ahead a look sees what falls due. */
const [between, ahead] = [1_000, 2_500]
/** How often the owner of a world is looked up for one call, and real milliseconds between. */
const [lookups, pauseBetween] = [6, 100]

export function createPresence(options: PresenceOptions): Presence {
  const { store, keeper, content, numbers, platform, called, database, idle, ttl, forward, tell } = options
  const { now, pause, alarm } = platform
  /** Names that belong to this process. */
  const mine = new Set<string>()
  /** Worlds on their way here, or away. Never rejects. */
  const moving = new Map<string, Promise<unknown>>()
  const loaded = new Map<number, LoadedWorld>()
  /** The answers of other servers. */
  const forwarded = new WeakSet<PendingAnswer>()
  /** Names that belonged to this process at the last look, and had no world. */
  let unmade = new Set<string>()
  /** Worlds that cannot be loaded: said once. */
  const broken = new Set<string>()
  let here: WorldsHere | undefined
  let losses = 0
  let hasEnded = false
  const endings: (() => void)[] = []

  store.whenLost?.((why) => {
    losses++
    mine.clear()
    keeper.lose(why)
    for (const { name } of here?.list() ?? []) here?.leave(name)
    tell(`${called} cannot be reached: ${why.message}. Its worlds are answered 503 until it can.\n`)
  })

  async function read(row: WorldRow): Promise<KeptWorld> {
    const { number } = row
    try {
      const world = loadedWorld(row, await store.load(number))
      const document = numberedFrom(numbers.from, documentOf(world, now()))
      await content.find(number, document)
      loaded.set(number, world)
      return { number, data: worldDataOf(document) }
    } catch (error) {
      throw isDamage(error) || error instanceof SyntaxError ? damaged(database, error) : error
    }
  }
  async function take(name: string, makes: boolean) {
    const before = losses
    const demandMine = () => {
      if (losses !== before)
        throw Object.assign(new Error('The connection broke meanwhile'), { isLost: true } satisfies Partial<StoreFailure>)
    }
    const taken = await store.take(name, makes)
    demandMine()
    if (taken.is === 'here' || (taken.is === 'free' && makes)) mine.add(name)
    if (taken.is !== 'here') return { taken, world: undefined }
    try {
      const world = await read(taken.world)
      demandMine()
      return { taken, world }
    } catch (error) {
      mine.delete(name)
      await store.letGo(name).catch(ignore)
      throw error
    }
  }
  async function bring(name: string, makes: boolean): Promise<Taken> {
    const { taken, world } = await take(name, makes)
    if (world) here?.putKept(world)
    return taken
  }
  function move<T>(name: string, work: Promise<T>): Promise<T> {
    const done: Promise<unknown> = work.catch(ignore).then(() => moving.get(name) === done && moving.delete(name))
    moving.set(name, done)
    return work
  }
  const isReady = (name: string, makes: boolean) => here?.has(name) === true || (makes && mine.has(name) && !moving.has(name))

  async function reach(name: string, makes: boolean, call: Call | undefined): Promise<PendingAnswer | undefined> {
    try {
      for (let nth = 0; nth < lookups; nth++) {
        if (nth > 0) await pause(pauseBetween * nth)
        while (moving.has(name)) {
          if (keeper.failure) throw keeper.failure
          await moving.get(name)
        }
        if (isReady(name, makes)) return undefined
        const taken = await move(name, bring(name, makes))
        if (taken.is === 'free' || taken.is === 'here') return undefined
        if (taken.is === 'away' || !call || !forward) continue
        if (call.isForwarded) return notHere
        const answer = await forward(call, taken.owner)
        if (answer === 'gone') break
        if (typeof answer === 'string') continue
        forwarded.add(answer)
        return answer
      }
      return away(`No server has the world ${name} at the moment. Try again in a second.`)
    } catch (error) {
      return unreachable(name, error)
    }
  }
  function unreachable(name: string, error: unknown): PendingAnswer {
    if (error instanceof Damage) {
      if (!broken.has(name)) tell(`The world ${name} cannot be loaded. ${error.message}\n`)
      broken.add(name)
      throw new Misuse(error.message, undefined, 500)
    }
    if (!(error as StoreFailure).isLost && !store.isOwnFailure(error)) throw error
    return away(`${called} cannot be reached: ${(error as Error).message}.`)
  }

  /** What was committed in the world is kept before it is let go, however long that takes. */
  async function leave(name: string): Promise<void> {
    const before = losses
    while (losses === before && !hasEnded) {
      const failed = await new Promise<Error | undefined>((resolve) => keeper.after(resolve))
      if (!failed) break
      await pause(between)
    }
    if (losses !== before || hasEnded) return
    await store.letGo(name)
    mine.delete(name)
  }
  async function release(name: string): Promise<void> {
    const reachable = here
    if (!reachable?.has(name)) return
    keeper.release(name)
    reachable.leave(name)
    await move(name, leave(name))
  }
  async function drop(name: string): Promise<void> {
    const taken = await store.take(name, false)
    if (taken.is !== 'here') return
    mine.add(name)
    keeper.drop(taken.world.number)
    content.drop(taken.world.number)
    await leave(name)
  }

  async function look(): Promise<void> {
    for (const name of await store.due(now() + ahead)) if (!broken.has(name)) await reach(name, false, undefined).catch(ignore)
    const without = [...mine].filter((name) => !here?.has(name) && !moving.has(name))
    for (const name of without) if (unmade.has(name)) await move(name, leave(name))
    unmade = new Set(without)
    if (ttl === undefined) return
    for (const name of await store.unused(now() - ttl)) if (!moving.has(name) && !mine.has(name)) await move(name, drop(name))
  }
  function lookLater(): void {
    endings.push(
      platform.wake(between, () => {
        endings.length = 0
        look()
          .catch((error) => store.isOwnFailure(error) || alarm(error))
          .then(() => hasEnded || lookLater())
      }),
    )
  }
  let stopIdling = () => {}

  return {
    get losses() {
      return losses
    },
    isForwarded: (pending) => forwarded.has(pending),
    serve(worlds) {
      here = worlds
    },
    takeFirst: (name) => take(name, true),
    began(world, number) {
      keeper.follow(world, number, loaded.get(number))
      loaded.delete(number)
    },
    begin() {
      lookLater()
      if (idle !== undefined)
        stopIdling = endIdleWorlds(
          () => here?.list() ?? [],
          { after: idle, mayEnd: (world) => keeper.isIdle && isUnused(world, idle), end: ({ name }) => release(name).catch(alarm) },
          platform,
        )
    },
    reach: (name, makes, call) => (isReady(name, makes) ? undefined : reach(name, makes, call)),
    mayMake: (name) => mine.has(name),
    async list() {
      // What was made and dropped a moment ago is in the store then.
      await new Promise<void>((resolve) => keeper.after(() => resolve()))
      return (await store.list()).map((row) => ({ name: row.name, ...headOfRow(row), instance: row.owner?.instance }))
    },
    release,
    end() {
      hasEnded = true
      stopIdling()
      for (const end of endings) end()
    },
  }
}

/** A world whose next booking falls due soon would be here again soon. */
function isUnused({ clock }: World, idle: number): boolean {
  const next = clock.mode === 'real' ? clock.agenda.next() : undefined
  return !next || (next.at - clock.now()) / clock.speed > idle
}

const away = (detail: string): PendingAnswer => ({ answer: awayAnswer(detail), sent() {} })

/** What a server answers to another one that forwards a call of a world that it does not have. */
export const notHere: PendingAnswer = away('Another server has the world.')

const ignore = () => {}
