/** Ends worlds that nothing has used for a while. */
import { openGates } from '../failures/scenario/gating.ts'
import type { Platform } from '../world/platform.ts'
import type { World } from '../world/world.ts'

interface Use {
  readonly changes: number
  /** Real milliseconds. */
  readonly at: number
}

export interface Idling {
  /** Real milliseconds. */
  readonly after: number
  /** Whether a world was used since the last look in a way that leaves no trace in it. Default: none was. */
  isUsed?(world: World): boolean
  /** Default: always. */
  mayEnd?(world: World): boolean
  end(world: World): unknown
}

/** How many looks a world gets in its time. */
const looks = 4

/** A world is in use by calls, by knobs that are turned, and by those who follow its journal or stand at its gates. Returns a function that ends the watch. */
export function endIdleWorlds(
  list: () => readonly World[],
  { after, isUsed = () => false, mayEnd = () => true, end }: Idling,
  { tick, wake }: Pick<Platform, 'tick' | 'wake'>,
): () => void {
  let known = new Map<string, Use>()
  let cancel = () => {}

  function look(): void {
    const now = tick()
    const seen = new Map<string, Use>()
    for (const world of list()) {
      const { name, changes, data } = world
      const before = known.get(name)
      const count = changes.count + data.calls
      const use = isUsed(world) || before?.changes !== count || isInUse(world) ? { changes: count, at: now } : before
      if (now - use.at >= after && mayEnd(world)) end(world)
      else seen.set(name, use)
    }
    known = seen
    cancel = wake(after / looks, look)
  }
  look()
  return () => cancel()
}

const isInUse = (world: World): boolean =>
  world.inFlight.size > 0 || world.journal.following.isRead || world.observing.current !== undefined || openGates(world).length > 0
