/** Brings worlds here when they are first called or when a booking of theirs falls due, and lets them go when nothing uses them. */
import { endIdleWorlds } from '../engine/idle-worlds.ts'
import { awayAnswer } from '../engine/misuse-answer.ts'
import { Damage, Misuse } from '../misuse.ts'
import type { Call, PendingAnswer } from '../wire/http/call.ts'
import { untilDue } from '../world/clock.ts'
import type { Keeping, WorldsHere } from '../world/observing/keeping.ts'
import type { Platform } from '../world/platform.ts'
import type { World } from '../world/world.ts'
import { headOfRow } from './loaded-world.ts'
import { createOwnWorlds, type OwnWorlds, type OwnWorldsOptions } from './own-worlds.ts'
import type { Owner, StoreFailure, Taken } from './store.ts'

/**
 * Sends a call to the server that has its world. `not-here`, `unreachable`: nothing was done there, so that another one may be asked.
 * `gone`: the server is gone, and may have done something.
 */
export type Forward = (call: Call, owner: Owner) => Promise<PendingAnswer | 'not-here' | 'unreachable' | 'gone'>

export interface PresenceOptions extends OwnWorldsOptions {
  readonly platform: Pick<Platform, 'now' | 'tick' | 'wake' | 'pause' | 'alarm'>
  /** What messages call the store. */
  readonly called: string
  /** Real milliseconds after which a world is let go that nothing uses; undefined: none is. */
  readonly idle: number | undefined
  /** Real milliseconds after which a world is dropped that nothing has used; undefined: none is. */
  readonly ttl: number | undefined
  readonly forward: Forward | undefined
  tell(text: string): void
}

export interface Presence extends Pick<Keeping, 'serve' | 'reach' | 'mayMake' | 'list' | 'release'> {
  /** Takes a world before there is a simulator. */
  takeFirst(name: string): ReturnType<OwnWorlds['take']>
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
  const { store, keeper, platform, called, idle, ttl, forward, tell } = options
  const { now, pause, alarm } = platform
  const own = createOwnWorlds(options)
  /** Worlds on their way here, or away. Never rejects. */
  const moving = new Map<string, Promise<unknown>>()
  /** The answers of other servers. */
  const forwarded = new WeakSet<PendingAnswer>()
  /** Names that belonged to this process at the last look, and had no world. */
  let unmade = new Set<string>()
  /** Worlds that cannot be loaded: said once. */
  const broken = new Set<string>()
  let here: WorldsHere | undefined
  let [hasEnded, cancel, stopIdling] = [false, () => {}, () => {}]

  store.whenLost?.((why) => {
    own.lose()
    keeper.lose(Object.assign(why, { isLost: true }))
    for (const { name } of here?.list() ?? []) here?.leave(name)
    tell(`${called} cannot be reached: ${why.message}. Its worlds are answered 503 until it can.\n`)
  })

  async function bring(name: string, makes: boolean): Promise<Taken> {
    const { taken, world } = await own.take(name, makes)
    if (world) here?.putKept(world)
    return taken
  }
  function move<T>(name: string, work: Promise<T>): Promise<T> {
    const done: Promise<unknown> = work.catch(ignore).then(() => moving.get(name) === done && moving.delete(name))
    moving.set(name, done)
    return work
  }
  const isReady = (name: string, makes: boolean) => here?.has(name) === true || (makes && own.has(name) && !moving.has(name))

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

  async function release(name: string): Promise<void> {
    const reachable = here
    if (!reachable?.has(name)) return
    keeper.release(name)
    reachable.leave(name)
    await move(name, own.leave(name))
  }
  async function look(): Promise<void> {
    for (const name of await store.due(now() + ahead)) if (!broken.has(name)) await reach(name, false, undefined).catch(ignore)
    const without = own.names().filter((name) => !here?.has(name) && !moving.has(name))
    for (const name of without) if (unmade.has(name)) await move(name, own.leave(name))
    unmade = new Set(without)
    if (ttl === undefined) return
    for (const name of await store.unused(now() - ttl)) if (!moving.has(name) && !own.has(name)) await move(name, own.drop(name))
  }
  async function lookAndGoOn(): Promise<void> {
    try {
      await look()
    } catch (error) {
      if (!store.isOwnFailure(error)) alarm(error)
    }
    if (!hasEnded) lookLater()
  }
  function lookLater(): void {
    cancel = platform.wake(between, () => void lookAndGoOn())
  }

  return {
    get losses() {
      return own.losses
    },
    isForwarded: (pending) => forwarded.has(pending),
    serve(worlds) {
      here = worlds
    },
    takeFirst: (name) => own.take(name, true),
    began: (world, number) => keeper.follow(world, number, own.loaded(number)),
    begin() {
      lookLater()
      if (idle !== undefined)
        stopIdling = endIdleWorlds(
          () => here?.list() ?? [],
          {
            after: idle,
            mayEnd: ({ clock }) => keeper.isIdle && (untilDue(clock) ?? Number.POSITIVE_INFINITY) > idle,
            end: ({ name }) => release(name).catch(alarm),
          },
          platform,
        )
    },
    reach: (name, makes, call) => (isReady(name, makes) ? undefined : reach(name, makes, call)),
    mayMake: own.has,
    async list() {
      // What was made and dropped a moment ago is in the store then.
      await new Promise<void>((resolve) => keeper.after(() => resolve()))
      const rows = await store.list().catch((error: unknown) => {
        if (!store.isOwnFailure(error)) throw error
        throw new Misuse(`${called} cannot be reached: ${error.message}.`, undefined, 503)
      })
      return rows.map((row) => ({ name: row.name, ...headOfRow(row), instance: row.owner?.instance }))
    },
    release,
    end() {
      hasEnded = true
      stopIdling()
      cancel()
      own.end()
    },
  }
}

const away = (detail: string): PendingAnswer => ({ answer: awayAnswer(detail), sent() {} })

/** What a server answers to another one that forwards a call of a world that it does not have. */
export const notHere: PendingAnswer = away('Another server has the world.')

const ignore = () => {}
