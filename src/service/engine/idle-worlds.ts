/** Ends worlds that nothing has used for a while. */
import { openGates } from '../failures/interventions.ts'
import { shortDuration } from '../wire/timestamp.ts'
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
  /** The next one ends when this one has. */
  end(world: World): Promise<void>
}

/** `ttl`: real milliseconds. */
export const droppedText = (name: string, ttl: number): string =>
  `The world ${JSON.stringify(name)} was dropped: nobody has used it for ${shortDuration(ttl)} (--world-ttl).\n`

/** How many looks a world gets in its time. */
const looks = 4

/** A world is in use by calls, by knobs that are turned, and by those who follow its journal or stand at its gates. Returns a function that ends the watch. */
export function endIdleWorlds(
  list: () => readonly World[],
  { after, isUsed = () => false, mayEnd = () => true, end }: Idling,
  { tick, wake }: Pick<Platform, 'tick' | 'wake'>,
): () => void {
  let known = new Map<string, Use>()
  let hasEnded = false
  let cancel = () => {}

  async function look(): Promise<void> {
    const seen = new Map<string, Use>()
    for (const world of list()) {
      // While the one before it ended.
      if (hasEnded || world.gone) continue
      const now = tick()
      const { name, changes, data } = world
      const before = known.get(name)
      const count = changes.count + data.calls
      const use = isUsed(world) || before?.changes !== count || isInUse(world) ? { changes: count, at: now } : before
      if (now - use.at >= after && mayEnd(world)) await end(world)
      else seen.set(name, use)
    }
    known = seen
    if (!hasEnded) cancel = wake(after / looks, () => void look())
  }
  void look()
  return () => {
    hasEnded = true
    cancel()
  }
}

const isInUse = (world: World): boolean =>
  world.inFlight.size > 0 || world.journal.following.isRead || world.observing.current !== undefined || openGates(world).length > 0
