/** Makes a call's world available: loads it, or forwards the call to the server that owns it. */
import { type LocalWorlds, tooManyWorlds } from '../../service/engine/lifetime.ts'
import type { Call, PendingAnswer } from '../../service/wire/call.ts'
import { awayAnswer } from '../../service/wire/error-answers.ts'
import { Damage, Misuse } from '../../service/wire/misuse.ts'
import type { Platform } from '../../service/world/platform.ts'
import type { ChangeWriter } from './change-writer.ts'
import type { OwnWorlds } from './own-worlds.ts'
import type { Owner, Store, StoreFailure, Taken } from './store.ts'

/**
 * Forwards a call to the server that owns its world. `not-here`, `unreachable`: the call had no effect, so it can be sent to another
 * server. `gone`: the server went away, and the call may have had an effect.
 */
export type Forward = (call: Call, owner: Owner) => Promise<PendingAnswer | 'not-here' | 'unreachable' | 'gone'>

export interface ReachOptions {
  readonly store: Store
  readonly changeWriter: ChangeWriter
  readonly own: OwnWorlds
  readonly platform: Pick<Platform, 'tick' | 'pause'>
  /** The store's name in messages. */
  readonly called: string
  readonly maxWorlds: number
  readonly forward: Forward | undefined
  here(): LocalWorlds | undefined
  tell(text: string): void
}

/** Limits for finding a world's owner: attempts per call, milliseconds between attempts, and milliseconds in total. */
const [lookups, pauseBetween, longest] = [6, 100, 6_000]

export function createReach({ store, changeWriter, own, platform, called, maxWorlds, forward, here, tell }: ReachOptions) {
  const { tick, pause } = platform
  /** Worlds that are being loaded or unloaded. The promises never reject. */
  const moving = new Map<string, Promise<unknown>>()
  /** URLs of unreachable servers. Each one is reported only once. */
  const silent = new Set<string>()
  /** Worlds that cannot be loaded. Each one is reported only once. */
  const broken = new Set<string>()

  async function bring(name: string, makes: boolean): Promise<Taken> {
    const { taken, world } = await own.take(name, makes)
    if (world) here()?.putStored(world)
    if (taken.is !== 'free' || !makes || (await store.count()) < maxWorlds) return taken
    await own.leave(name)
    throw tooManyWorlds(maxWorlds)
  }
  function move<T>(name: string, work: Promise<T>): Promise<T> {
    const done: Promise<unknown> = work.catch(ignore).then(() => moving.get(name) === done && moving.delete(name))
    moving.set(name, done)
    return work
  }
  const isReady = (name: string, makes: boolean) => here()?.has(name) === true || (makes && own.isFree(name) && !moving.has(name))

  async function reach(name: string, makes: boolean, call: Call | undefined): Promise<PendingAnswer | undefined> {
    const began = tick()
    let unreached: Owner | undefined
    try {
      for (let nth = 0; nth < lookups; nth++) {
        if (nth > 0) await pause(pauseBetween * nth)
        // An owner that has not answered for this long might have lost the world. The last attempt does not forward the call to the owner.
        const isLast = tick() - began >= longest
        while (moving.has(name)) {
          if (changeWriter.failure) throw changeWriter.failure
          await moving.get(name)
        }
        if (isReady(name, makes)) return undefined
        const taken = await move(name, bring(name, makes))
        if (taken.is === 'free' || taken.is === 'here') return undefined
        if (taken.is === 'elsewhere' && (!call || isLast)) break
        if (taken.is === 'away' && isLast) break
        if (taken.is === 'away' || !call || !forward) continue
        if (call.isForwarded) return notHere
        const answer = await forward(call, taken.owner)
        unreached = undefined
        if (answer === 'gone') break
        if (typeof answer === 'string') {
          unreached = taken.owner
          continue
        }
        silent.delete(taken.owner.address)
        return { ...answer, by: 'another-server' }
      }
      if (unreached) return silence(name, unreached)
      return away(`No server owns world ${name} at the moment. Try again in a second.`)
    } catch (error) {
      return unreachable(name, error)
    }
  }
  /** Returns the answer if a world's owner cannot be reached but is still running, because its lock in the store exists. */
  function silence(name: string, { instance, address }: Owner): PendingAnswer {
    if (!silent.has(address))
      tell(`Server ${instance} cannot be reached at ${address}. Calls to its worlds get a 503 here. Start it with the right --address.\n`)
    silent.add(address)
    return away(`World ${name} is on server ${instance}, which is not responding. Try again in a second.`)
  }
  const outOfReach = (error: Error) => away(unreachedText(called, error))
  function unreachable(name: string, error: unknown): PendingAnswer {
    if (error instanceof Damage) {
      if (!broken.has(name)) tell(`World ${name} cannot be loaded. ${error.message}\n`)
      broken.add(name)
      throw new Misuse(error.message, undefined, 500)
    }
    if (error instanceof Misuse || (!(error as StoreFailure).isLost && !store.isOwnFailure(error))) throw error
    return outOfReach(error as Error)
  }
  return {
    reach,
    /** True if a call can use or create a world immediately. */
    isReady,
    isMoving: (name: string) => moving.has(name),
    isBroken: (name: string) => broken.has(name),
    move,
    outOfReach,
  }
}

export const unreachedText = (called: string, { message }: Error): string =>
  `${message.startsWith(called) ? '' : `${called} cannot be reached: `}${message}.`

const away = (detail: string): PendingAnswer => ({ answer: awayAnswer(detail), sent() {} })

/** The answer for a server that forwarded a call for a world that this server does not own. */
const notHere: PendingAnswer = { ...away('Another server owns the world.'), by: 'none' }

const ignore = () => {}
