/** Writes what changes in worlds into a folder, once in a turn of the event loop, and says when it is kept. */
import type { World } from '../world/world.ts'
import { type FollowedWorld, followWorld } from './followed-world.ts'
import { type LogsOptions, openLogs } from './logs.ts'
import { isOfSystem } from './of-system.ts'
import { createSettling, type Sync, type Waiter } from './settling.ts'

export interface Keeper {
  follow(world: World, place: number, isNew: boolean): void
  /** Writes from now on. Before, the folder stays as it is, so that a start that fails changes nothing. */
  begin(): void
  forget(name: string): void
  /** Whether everything is kept. */
  readonly isIdle: boolean
  /** Calls when everything that was committed until now is kept. At once if it is. */
  after(waiter: Waiter): void
  /** Removes a file or a folder when everything that was committed until now is kept. */
  removeLater(path: string): void
  /** Keeps everything, and nothing more. */
  end(): void
}

export interface KeeperOptions extends LogsOptions {
  readonly sync: Sync
  /** Milliseconds since 1970. */
  now(): number
  alarm(defect: unknown): void
  /** Bytes of a log that is not replaced yet, at least. */
  readonly longLog?: number | undefined
}

const defaultLongLog = 64 * 2 ** 20

export function createKeeper({ sync, now, alarm, longLog = defaultLongLog, ...logs }: KeeperOptions): Keeper {
  const { folder, noting, tell } = logs
  const followed = new Map<string, FollowedWorld>()
  const log = openLogs(logs)
  /** The numbers of worlds that are gone. */
  let gone: number[] = []
  let waiters: Waiter[] = []
  let paths: string[] = []
  let isDue = false
  let hasBegun = false
  let hasEnded = false
  /** Why the log lacks what was committed; undefined: it has everything. */
  let failure: Error | undefined
  const settling = createSettling(
    sync,
    () => log.sync(),
    alarm,
    ({ message }) => tell(`The disk of ${folder} failed: ${message}. Every call is answered 507 until Standin is started again.\n`),
  )

  function changed(): void {
    if (isDue || hasEnded || !hasBegun) return
    isDue = true
    setImmediate(flush)
  }
  /** Returns whether everything is written. */
  function write(): boolean {
    isDue = false
    try {
      for (const place of gone) log.add(`[${place}]`)
      gone = []
      for (const world of followed.values()) {
        world.writeChanges(log.add)
        noting.reach(world.highest())
      }
      log.endBatch()
      if (failure) tell(`The folder ${folder} takes what changes again. It has everything.\n`)
      failure = undefined
      return true
    } catch (error) {
      const before = failure
      failure = error instanceof Error ? error : new Error(String(error))
      if (!isOfSystem(failure)) alarm(failure)
      else if (!before)
        tell(`The folder ${folder} does not take what changes: ${failure.message}. Every call is answered 507 until it does.\n`)
      for (const waiter of waiters.splice(0)) waiter(failure)
      return false
    }
  }
  function flush(): void {
    if (hasEnded || !write()) return
    const turn = { waiters, paths }
    waiters = []
    paths = []
    settling.settle(turn)
    if (log.isLong(longLog)) void beginLog().catch(unlessOfSystem)
  }
  const beginLog = () => log.begin([...followed.values()], () => !hasEnded && write(), settling.settled)

  /** A disk without room says so with the next commit, and the old files hold everything. */
  function unlessOfSystem(error: unknown): void {
    if (!isOfSystem(error)) alarm(error)
  }
  const isIdle = () => !isDue && !failure && !settling.failure && !settling.isBusy

  return {
    follow(world, place, isNew) {
      const before = followed.get(world.name)
      if (before) leave(before)
      followed.set(world.name, followWorld(world, { place, isNew, now, changed }))
    },
    begin() {
      hasBegun = true
      changed()
    },
    forget(name) {
      const world = followed.get(name)
      if (world) leave(world)
      followed.delete(name)
      changed()
    },
    get isIdle() {
      return isIdle()
    },
    after(waiter) {
      if (hasEnded || isIdle()) {
        waiter()
        return
      }
      if (settling.failure) waiter(settling.failure)
      else waiters.push(waiter)
      changed()
    },
    removeLater(path) {
      if (hasEnded) return
      paths.push(path)
      changed()
    },
    end() {
      if (hasEnded) return
      if (hasBegun) write()
      hasEnded = true
      log.end()
      for (const world of followed.values()) world.stop()
      settling.end({ waiters, paths: hasBegun ? paths : [] })
    },
  }

  function leave(world: FollowedWorld): void {
    world.stop()
    gone.push(world.place)
  }
}
