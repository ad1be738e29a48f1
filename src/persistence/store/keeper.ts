/** Writes what changes in worlds into a store, once in a turn of the event loop, and says when it is kept. */
import type { World } from '../../service/world/world.ts'
import type { Following, Write } from './followed-world.ts'
import { createFollowedWorlds } from './followed-worlds.ts'
import type { Clocks } from './head.ts'
import type { Numbers } from './numbers.ts'
import type { Change, Store, StoreFailure } from './store.ts'

/** Called when what was committed before is kept. `failure`: it could not be kept. */
export type Waiter = (failure?: StoreFailure) => void

export interface Keeper {
  follow(world: World, number: number, loaded: Following['loaded']): void
  /** Writes from now on. Before, the store stays as it is, so that a start that fails changes nothing. */
  begin(): void
  /** The world is dropped. */
  forget(name: string): void
  /** A world that is not followed is dropped. */
  drop(number: number): void
  /** Writes what has changed in a world, and follows it no more. */
  release(name: string): void
  /** Nothing of what was committed is kept: what waits learns why. Follows no world. */
  lose(why: StoreFailure): void
  /** Why the store lacks what was committed; undefined: it has everything, or it is on its way. */
  readonly failure: StoreFailure | undefined
  /** Whether everything is kept. */
  readonly isIdle: boolean
  /** Calls when everything that was committed until now is kept. At once if it is. */
  after(waiter: Waiter): void
  /** The machine's clock was set: what the store knows of the clocks of worlds is put right. */
  clockWasSet(): void
  /** Calls are given numbers, whether or not they change anything. */
  called(): void
  /** Acts when everything that was committed until now is kept, such as to remove a file. */
  whenKept(act: () => Promise<unknown>): void
  /** Keeps everything, and nothing more. Resolves when it is kept, or cannot be. */
  end(): Promise<void>
}

export interface KeeperOptions extends Clocks {
  readonly store: Store
  readonly numbers: Pick<Numbers, 'from' | 'reach' | 'ended'>
  /** What messages call the store, such as `The folder /data`. */
  readonly called: string
  /** Written with the first commits. */
  readonly first: readonly Change[]
  alarm(defect: unknown): void
  tell(text: string): void
}

export function createKeeper({ store, numbers, called, first, now, wall, alarm, tell }: KeeperOptions): Keeper {
  const followed = createFollowedWorlds(numbers, { now, wall, changed: schedule })
  /** What is to be written before what changes next: also what the store has not taken. */
  let pending: Change[] = [...first]
  const waiters: Waiter[] = []
  let [isDue, hasBegun, hasEnded, writing] = [false, false, false, 0]
  let failure: StoreFailure | undefined

  function schedule(): void {
    if (isDue || hasEnded || !hasBegun) return
    isDue = true
    setImmediate(() => hasEnded || write())
  }
  const add: Write = (change) => void pending.push(change)

  function write(ended = () => {}): void {
    isDue = false
    let turn = waiters.splice(0)
    try {
      followed.collect(add)
    } catch (error) {
      // What a world could not write is missing: it does not count as kept.
      alarm(error)
      for (const waiter of turn) waiter(error as Error)
      turn = []
    }
    const changes = pending.splice(0)
    writing++
    store.write(changes, (failed) => {
      writing--
      if (failed?.isLost) failure = undefined
      else if (failed) refused(failed, changes)
      else if (failure) {
        failure = undefined
        tell(`${called} takes what changes again. It has everything.\n`)
      }
      for (const waiter of turn) waiter(failed)
      ended()
    })
  }
  function refused(failed: StoreFailure, changes: readonly Change[]): void {
    const before = failure
    failure = failed
    pending = failed.isLasting ? [] : [...changes, ...pending]
    if (!store.isOwnFailure(failed)) {
      alarm(failed)
      store.giveUp?.(failed)
    } else if (!before) tell(refusalText(called, failed))
  }
  const isIdle = () => !isDue && !failure && writing === 0
  return {
    follow(world, number, loaded) {
      followed.forget(world.name, add)
      followed.follow(world, number, loaded)
    },
    begin() {
      hasBegun = true
      schedule()
    },
    forget(name) {
      followed.forget(name, add)
      schedule()
    },
    drop(number) {
      pending.push({ what: 'drop', number })
      schedule()
    },
    release(name) {
      followed.release(add, name)
      schedule()
    },
    lose(why) {
      followed.clear()
      pending = []
      failure = undefined
      for (const waiter of waiters.splice(0)) waiter(why)
    },
    get failure() {
      return failure
    },
    get isIdle() {
      return isIdle()
    },
    after(waiter) {
      if (hasEnded || isIdle()) return waiter()
      if (failure?.isLasting) waiter(failure)
      else waiters.push(waiter)
      schedule()
    },
    clockWasSet: followed.markAll,
    called: followed.called,
    whenKept(act) {
      if (hasEnded) return
      // While what removes a file is not kept, the file stays.
      const waiter: Waiter = (failed) => {
        if (failed?.isLost) return
        if (failed) waiters.push(waiter)
        else if (hasBegun) act().catch(alarm)
      }
      waiters.push(waiter)
      schedule()
    },
    end() {
      if (hasEnded) return Promise.resolve()
      return new Promise((resolve) => {
        if (hasBegun) {
          followed.release(add)
          const last = numbers.ended()
          if (last) add(last)
          write(resolve)
        } else {
          for (const waiter of waiters.splice(0)) waiter()
          resolve()
        }
        hasEnded = true
        followed.clear()
      })
    },
  }
}

/** Some messages begin with what the store is called. */
export const reasonOf = (called: string, { message }: Error): string => message.replace(`${called}: `, '')

const refusalText = (called: string, failure: StoreFailure): string =>
  failure.isLasting
    ? `${called} is on a disk that failed: ${reasonOf(called, failure)}. Every call is answered 507 until Standin is started again.\n`
    : `${called} does not take what changes: ${reasonOf(called, failure)}. Every call is answered 507 until it does.\n`
