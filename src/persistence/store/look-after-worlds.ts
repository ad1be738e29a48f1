/** Checks a store's worlds every second: wakes worlds with a job that is due, and deletes worlds that have been unused for too long. */
import { defaultWorld } from '../../service/engine/address.ts'
import { droppedText } from '../../service/engine/lifetime.ts'
import type { Platform } from '../../service/world/platform.ts'
import type { OwnWorlds } from './own-worlds.ts'
import type { Store } from './store.ts'

export interface LookOptions {
  readonly store: Store
  readonly own: OwnWorlds
  readonly platform: Pick<Platform, 'wake' | 'alarm'>
  /** The store's clock, in milliseconds since 1970. */
  now(): number
  /** The clock that determines which bookings are due. */
  dueBy(): number
  /** Milliseconds of real time after which an unused world is deleted, or `undefined` to disable this. */
  readonly ttl: number | undefined
  /** True if a world is loaded, or is being loaded or unloaded. */
  isBusy(name: string): boolean
  wake(name: string): Promise<unknown>
  /** Marks a world as being loaded or unloaded until `work` settles. */
  move<T>(name: string, work: Promise<T>): Promise<T>
  tell(text: string): void
}

/** In milliseconds: the interval between checks, and how early worlds are woken. */
const [between, ahead] = [1_000, 2_500]

/** Returns a function that stops the checks. */
export function lookAfterWorlds({ store, own, platform, now, dueBy, ttl, isBusy, wake, move, tell }: LookOptions): () => void {
  const { alarm } = platform
  /** Names without a world that already belonged to this process at the last check. */
  let unmade = new Set<string>()
  let hasEnded = false
  let cancel = () => {}

  async function look(): Promise<void> {
    for (const name of await store.due(dueBy() + ahead)) if (!isBusy(name)) await wake(name)
    const without = own.names().filter((name) => !isBusy(name))
    for (const name of without) if (unmade.has(name)) await move(name, own.leave(name))
    unmade = new Set(without)
    if (ttl === undefined) return
    for (const name of await store.unused(now() - ttl))
      if (name !== defaultWorld && !isBusy(name) && !own.has(name) && (await move(name, own.drop(name)))) tell(droppedText(name, ttl))
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
  lookLater()
  return () => {
    hasEnded = true
    cancel()
  }
}

/** Delays all wake-ups for jobs until `begin` is called. */
export function heldClocks({ wake }: Pick<Platform, 'wake'>) {
  let waiting: (() => void)[] | undefined = []
  const wakeLater: Platform['wake'] = (milliseconds, call, world) => {
    if (!waiting) return wake(milliseconds, call, world)
    let cancel: () => void
    const later = () => {
      cancel = wake(milliseconds, call, world)
    }
    waiting.push(later)
    cancel = () => {
      waiting = waiting?.filter((each) => each !== later)
    }
    return () => cancel()
  }
  function begin(): void {
    const all = waiting ?? []
    waiting = undefined
    for (const start of all) start()
  }
  return { wake: wakeLater, begin }
}
