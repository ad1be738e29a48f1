/** Looks each second after the worlds of a store: wakes those where a booking falls due, and drops those that nothing has used for long. */
import { defaultWorld } from '../../service/engine/address.ts'
import { droppedText } from '../../service/engine/lifetime.ts'
import type { Platform } from '../../service/world/platform.ts'
import type { OwnWorlds } from './own-worlds.ts'
import type { Store } from './store.ts'

export interface LookOptions {
  readonly store: Store
  readonly own: OwnWorlds
  readonly platform: Pick<Platform, 'wake' | 'alarm'>
  /** Milliseconds since 1970, by the clock of the store. */
  now(): number
  /** The time by which bookings fall due. */
  dueBy(): number
  /** Real milliseconds after which a world is dropped that nothing has used; undefined: none is. */
  readonly ttl: number | undefined
  /** Whether a world is here, or on its way. */
  isBusy(name: string): boolean
  wake(name: string): Promise<unknown>
  /** A world is on its way for as long as this works. */
  move<T>(name: string, work: Promise<T>): Promise<T>
  tell(text: string): void
}

/** Real milliseconds between two looks, and how far ahead a look sees what falls due. */
const [between, ahead] = [1_000, 2_500]

/** Returns a function that ends it. */
export function lookAfterWorlds({ store, own, platform, now, dueBy, ttl, isBusy, wake, move, tell }: LookOptions): () => void {
  const { alarm } = platform
  /** Names that belonged to this process at the last look, and had no world. */
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

/** Clocks that wake no job until they begin. */
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
