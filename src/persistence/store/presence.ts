/** Loads worlds on their first call or when a booking falls due, and unloads unused worlds. */
import type { LocalWorlds, WorldStore } from '../../service/engine/lifetime.ts'
import { endIdleWorlds } from '../../service/engine/lifetime.ts'
import { untilDue } from '../../service/world/clock.ts'
import type { Platform } from '../../service/world/platform.ts'
import type { World } from '../../service/world/world.ts'
import { headOfRow } from './loaded-world.ts'
import { type LookOptions, lookAfterWorlds } from './look-after-worlds.ts'
import { createOwnWorlds, type OwnWorlds, type OwnWorldsOptions } from './own-worlds.ts'
import { createReach, type ReachOptions } from './reach.ts'
import type { StoreFailure } from './store.ts'

export interface PresenceOptions
  extends Omit<ReachOptions, 'own' | 'here'>,
    Omit<LookOptions, 'own' | 'isBusy' | 'wake' | 'move'>,
    OwnWorldsOptions {
  readonly platform: Pick<Platform, 'now' | 'lead' | 'tick' | 'wake' | 'pause' | 'alarm'>
  /** Milliseconds of real time after which an unused world is unloaded, or `undefined` to disable this. */
  readonly idle: number | undefined
}

export interface Presence extends Pick<WorldStore, 'serve' | 'reach' | 'mayMake' | 'list' | 'release' | 'dropped' | 'answerTo'> {
  /** Acquires a world before the simulator exists. */
  takeFirst(name: string): ReturnType<OwnWorlds['take']>
  began(world: World, number: number): void
  /** Starts waking and unloading worlds. */
  begin(): void
  /** The number of times that this process has lost all its worlds. */
  readonly losses: number
  end(): void
}

export function createPresence(options: PresenceOptions): Presence {
  const { store, changeWriter, platform, idle } = options
  const own = createOwnWorlds(options)
  /** Worlds that control rows have read since the last check for idle worlds. */
  const looked = new Set<string>()
  let here: LocalWorlds | undefined
  let [stopLooking, stopIdling] = [() => {}, () => {}]
  const { reach, isReady, isMoving, isBroken, move, outOfReach } = createReach({ ...options, own, here: () => here })

  store.whenLost?.((why) => {
    own.lose()
    changeWriter.lose(Object.assign(why, { isLost: true }))
    for (const { name } of here?.list() ?? []) here?.leave(name)
  })

  async function release(name: string): Promise<void> {
    const reachable = here
    // A released world could not be loaded until the store works again, whereas a loaded world can still report the problem.
    if (changeWriter.failure || !reachable?.has(name)) return
    changeWriter.release(name)
    reachable.leave(name)
    await move(name, own.leave(name))
  }
  return {
    get losses() {
      return own.losses
    },
    serve(worlds) {
      here = worlds
    },
    takeFirst: (name) => own.take(name, true),
    began(world, number) {
      own.setFree(world.name, false)
      changeWriter.follow(world, number, own.loaded(number))
    },
    dropped(name) {
      changeWriter.forget(name)
      own.setFree(name, true)
    },
    begin() {
      stopLooking = lookAfterWorlds({
        ...options,
        own,
        isBusy: (name) => here?.has(name) === true || isMoving(name),
        wake: async (name) => void (isBroken(name) || (await reach(name, false, undefined).catch(ignore))),
        move,
      })
      if (idle !== undefined)
        stopIdling = endIdleWorlds(
          () => here?.list() ?? [],
          {
            after: idle,
            isUsed: ({ name }) => looked.delete(name),
            mayEnd: ({ clock }) => !changeWriter.failure && (untilDue(clock) ?? Number.POSITIVE_INFINITY) > idle,
            end: ({ name }) => release(name).catch(platform.alarm),
          },
          platform,
        )
    },
    reach(name, makes, call) {
      if (idle !== undefined) looked.add(name)
      return isReady(name, makes) ? undefined : reach(name, makes, call)
    },
    mayMake: (name) => own.isFree(name) && !isMoving(name),
    async list() {
      await new Promise<void>((resolve) => changeWriter.after(() => resolve()))
      return (await store.list()).map((row) => ({ name: row.name, ...headOfRow(row), instance: row.owner?.instance }))
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

const ignore = () => {}
