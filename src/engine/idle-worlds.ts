/** Drops the worlds that were not used for a while. */
import type { Platform } from '../world/platform.ts'
import { defaultWorld } from './address.ts'
import type { Worlds } from './worlds.ts'

interface Use {
  readonly changes: number
  /** Real milliseconds. */
  readonly at: number
}

/** How many looks a world gets in its time. */
const looks = 4

/** A world is in use by calls, by knobs that are turned, and by those who follow its journal. Returns a function that ends the watch. */
export function dropIdleWorlds(
  { list }: Pick<Worlds, 'list'>,
  drop: (name: string) => void,
  worldTtl: number,
  { tick, wake }: Pick<Platform, 'tick' | 'wake'>,
): () => void {
  let known = new Map<string, Use>()
  let cancel = () => {}

  function look(): void {
    const now = tick()
    const seen = new Map<string, Use>()
    for (const { name, changes, data, journal, inFlight } of list()) {
      if (name === defaultWorld) continue
      const before = known.get(name)
      const count = changes.count + data.calls
      const isUsed = before?.changes !== count || journal.following.size > 0 || inFlight.size > 0
      const use = isUsed ? { changes: count, at: now } : before
      if (now - use.at >= worldTtl) drop(name)
      else seen.set(name, use)
    }
    known = seen
    cancel = wake(worldTtl / looks, look)
  }
  look()
  return () => cancel()
}
