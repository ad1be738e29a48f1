/** Writes worlds' changes to a store, once per turn of the event loop, and reports when they are stored. */
import type { World } from '../../service/world/world.ts'
import type { Following, Write } from './followed-world.ts'
import { createFollowedWorlds } from './followed-worlds.ts'
import type { Clocks } from './head.ts'
import type { Numbers } from './numbers.ts'
import type { Change, Store, StoreFailure } from './store.ts'

/** Called once all earlier commits are stored, or with the error if they cannot be stored. */
export type Waiter = (failure?: StoreFailure) => void

export interface ChangeWriter {
  follow(world: World, number: number, loaded: Following['loaded']): void
  /** Starts writing. Nothing is written before this, so that a failed startup changes nothing. */
  begin(): void
  forget(name: string): void
  /** Deletes a world that is not tracked. */
  drop(number: number): void
  /** Writes a world's changes and stops tracking it. */
  release(name: string): void
  /** Discards all pending changes, passes the reason to all waiters, and stops tracking all worlds. */
  lose(why: StoreFailure): void
  /** The reason why commits are not stored; `undefined` if all commits are stored, or if a write is still pending. */
  readonly failure: StoreFailure | undefined
  readonly isIdle: boolean
  /** Calls `waiter` once all commits made so far are stored: immediately if they already are. */
  after(waiter: Waiter): void
  /** Updates the stored clocks of all worlds. Call this after the machine's clock has been set. */
  clockWasSet(): void
  /** Call this for every call, because each call uses a number. */
  called(): void
  /** Runs an action, such as removing a file, once all commits made so far are stored. */
  whenStored(act: () => Promise<unknown>): void
  /** Flushes all pending writes. Resolves once they are stored, or have failed. */
  end(): Promise<void>
}

export interface ChangeWriterOptions extends Clocks {
  readonly store: Store
  readonly numbers: Pick<Numbers, 'from' | 'reach' | 'ended'>
  /** The store's name in messages, such as `The folder /data`. */
  readonly called: string
  /** Changes to write along with the first commits. */
  readonly first: readonly Change[]
  alarm(defect: unknown): void
  tell(text: string): void
}

export function createChangeWriter({ store, numbers, called, first, now, wall, alarm, tell }: ChangeWriterOptions): ChangeWriter {
  const followed = createFollowedWorlds(numbers, { now, wall, changed: schedule })
  /** Changes for the next write, including those from failed writes. */
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
      // Some changes of this turn may be missing, so none of them count as stored.
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
        tell(`${called} can store changes again. No changes were lost.\n`)
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
    whenStored(act) {
      if (hasEnded) return
      // After a failed write, the action keeps waiting: a file must not be removed before its removal is stored.
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

/** Returns an error's message without the store's name, with which some messages begin. */
export const reasonOf = (called: string, { message }: Error): string => message.replace(`${called}: `, '')

const refusalText = (called: string, failure: StoreFailure): string =>
  failure.isLasting
    ? `${called} is on a disk that failed: ${reasonOf(called, failure)}. Every call gets a 507 until Standin is restarted.\n`
    : `${called} cannot store changes: ${reasonOf(called, failure)}. Every call gets a 507 until it can.\n`
