import { endIdleWorlds } from '../engine/idle-worlds.ts'
import { awayAnswer } from '../engine/misuse-answer.ts'
import { Damage, Misuse } from '../misuse.ts'
import type { Call, PendingAnswer } from '../wire/http/call.ts'
import { untilDue } from '../world/clock.ts'
import type { Keeping, WorldsHere } from '../world/observing/keeping.ts'
import type { Platform } from '../world/platform.ts'
import type { World } from '../world/world.ts'
import { headOfRow } from './loaded-world.ts'
import { type LookOptions, lookAfterWorlds } from './look-after-worlds.ts'
import { createOwnWorlds, type OwnWorlds, type OwnWorldsOptions } from './own-worlds.ts'
import type { Owner, StoreFailure, Taken } from './store.ts'

/**
 * Sends a call to the server that has its world. `not-here`, `unreachable`: nothing was done there, so that another one may be asked.
 * `gone`: the server is gone, and may have done something.
 */
export type Forward = (call: Call, owner: Owner) => Promise<PendingAnswer | 'not-here' | 'unreachable' | 'gone'>

export interface PresenceOptions extends Omit<LookOptions, 'own' | 'isBusy' | 'wake' | 'move'>, OwnWorldsOptions {
  readonly platform: Pick<Platform, 'now' | 'tick' | 'wake' | 'pause' | 'alarm'>
  /** What messages call the store. */
  readonly called: string
  /** Real milliseconds after which a world is let go that nothing uses; undefined: none is. */
  readonly idle: number | undefined
  /** How many worlds there may be, here and elsewhere. */
  readonly maxWorlds: number
  readonly forward: Forward | undefined
  tell(text: string): void
}

export interface Presence extends Pick<Keeping, 'serve' | 'reach' | 'mayMake' | 'list' | 'release' | 'dropped' | 'answerTo'> {
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

/** How often the owner of a world is looked up for one call, real milliseconds between, and those after which it is looked up no more. */
const [lookups, pauseBetween, longest] = [6, 100, 6_000]

export function createPresence(options: PresenceOptions): Presence {
  const { store, keeper, platform, called, idle, forward, tell, maxWorlds } = options
  const { tick, pause, alarm } = platform
  const own = createOwnWorlds(options)
  /** Worlds on their way here, or away. Never rejects. */
  const moving = new Map<string, Promise<unknown>>()
  /** The answers of other servers. */
  const forwarded = new WeakSet<PendingAnswer>()
  /** Worlds that control rows have looked at since the last look for idle ones. */
  const looked = new Set<string>()
  /** The addresses of servers that could not be reached there: said once. */
  const silent = new Set<string>()
  /** Worlds that cannot be loaded: said once. */
  const broken = new Set<string>()
  let here: WorldsHere | undefined
  let [stopLooking, stopIdling] = [() => {}, () => {}]

  store.whenLost?.((why) => {
    own.lose()
    keeper.lose(Object.assign(why, { isLost: true }))
    for (const { name } of here?.list() ?? []) here?.leave(name)
  })

  async function bring(name: string, makes: boolean): Promise<Taken> {
    const { taken, world } = await own.take(name, makes)
    if (world) here?.putKept(world)
    if (taken.is !== 'free' || !makes || (await store.count()) < maxWorlds) return taken
    await own.leave(name)
    throw new Misuse(`There are ${maxWorlds} worlds already. Drop one with DELETE /_standin/worlds/{name}.`, undefined, 503)
  }
  function move<T>(name: string, work: Promise<T>): Promise<T> {
    const done: Promise<unknown> = work.catch(ignore).then(() => moving.get(name) === done && moving.delete(name))
    moving.set(name, done)
    return work
  }
  const isReady = (name: string, makes: boolean) => here?.has(name) === true || (makes && own.isFree(name) && !moving.has(name))

  async function reach(name: string, makes: boolean, call: Call | undefined): Promise<PendingAnswer | undefined> {
    const began = tick()
    let unreached: Owner | undefined
    try {
      for (let nth = 0; nth < lookups && tick() - began < longest; nth++) {
        if (nth > 0) await pause(pauseBetween * nth)
        while (moving.has(name)) {
          if (keeper.failure) throw keeper.failure
          await moving.get(name)
        }
        if (isReady(name, makes)) return undefined
        const taken = await move(name, bring(name, makes))
        if (taken.is === 'free' || taken.is === 'here') return undefined
        if (taken.is === 'elsewhere' && !call) break
        if (taken.is === 'away' || !call || !forward) continue
        if (call.isForwarded) return notHere
        const answer = await forward(call, taken.owner)
        unreached = undefined
        if (answer === 'gone') break
        if (typeof answer === 'string') {
          unreached = taken.owner
          continue
        }
        forwarded.add(answer)
        silent.delete(taken.owner.address)
        return answer
      }
      if (unreached) return silence(name, unreached)
      return away(`No server has the world ${name} at the moment. Try again in a second.`)
    } catch (error) {
      return unreachable(name, error)
    }
  }
  /** It is alive, because it has its lock in the store. */
  function silence(name: string, { instance, address }: Owner): PendingAnswer {
    if (!silent.has(address))
      tell(
        `The server ${instance} cannot be reached at ${address}. Its worlds are answered 503 here. Start it with an --address that fits.\n`,
      )
    silent.add(address)
    return away(`The server ${instance} has the world ${name}, and cannot be reached. Try again in a second.`)
  }
  const outOfReach = ({ message }: Error) => away(`${called} cannot be reached: ${message}.`)
  function unreachable(name: string, error: unknown): PendingAnswer {
    if (error instanceof Damage) {
      if (!broken.has(name)) tell(`The world ${name} cannot be loaded. ${error.message}\n`)
      broken.add(name)
      throw new Misuse(error.message, undefined, 500)
    }
    if (error instanceof Misuse || (!(error as StoreFailure).isLost && !store.isOwnFailure(error))) throw error
    return outOfReach(error as Error)
  }

  async function release(name: string): Promise<void> {
    const reachable = here
    if (!reachable?.has(name)) return
    keeper.release(name)
    reachable.leave(name)
    await move(name, own.leave(name))
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
    began(world, number) {
      own.setFree(world.name, false)
      keeper.follow(world, number, own.loaded(number))
    },
    dropped(name) {
      keeper.forget(name)
      own.setFree(name, true)
    },
    begin() {
      stopLooking = lookAfterWorlds({
        ...options,
        own,
        isBusy: (name) => here?.has(name) === true || moving.has(name),
        wake: async (name) => void (broken.has(name) || (await reach(name, false, undefined).catch(ignore))),
        move,
      })
      if (idle !== undefined)
        stopIdling = endIdleWorlds(
          () => here?.list() ?? [],
          {
            after: idle,
            isUsed: ({ name }) => looked.delete(name),
            mayEnd: ({ clock }) => keeper.isIdle && (untilDue(clock) ?? Number.POSITIVE_INFINITY) > idle,
            end: ({ name }) => release(name).catch(alarm),
          },
          platform,
        )
    },
    reach(name, makes, call) {
      if (idle !== undefined) looked.add(name)
      return isReady(name, makes) ? undefined : reach(name, makes, call)
    },
    mayMake: (name) => own.isFree(name) && !moving.has(name),
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
    answerTo: (failure) => (failure instanceof Error && (failure as StoreFailure).isLost ? outOfReach(failure).answer : undefined),
    end() {
      stopLooking()
      stopIdling()
      own.end()
    },
  }
}

const away = (detail: string): PendingAnswer => ({ answer: awayAnswer(detail), sent() {} })

/** What a server answers to another one that forwards a call of a world that it does not have. */
export const notHere: PendingAnswer = away('Another server has the world.')

const ignore = () => {}
