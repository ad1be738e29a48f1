/** The worlds that answer no calls, because they move to another server, and those that are dropped, because they were not used for a while. */
import type { Closing, KeptClosings } from '../world/observing/keeping.ts'
import type { Platform } from '../world/platform.ts'
import { defaultWorld } from './address.ts'
import type { Engine } from './engine.ts'
import type { Worlds } from './worlds.ts'

export interface ClosedWorlds {
  /** How many there are, or were until their time was over. 0: no call needs a look. */
  readonly count: number
  has(name: string): boolean
  /** Whether it is closed because it is elsewhere now. */
  isMoved(name: string): boolean
  /**
   * Closes a world, or goes on with it, for so many seconds. `moved`: it is elsewhere now. Replies a number that stays the same until the
   * world opens.
   */
  close(name: string, seconds: number, moved?: boolean): number
  open(name: string): void
  /** Opens a world that was moved away, because it is here again. Returns whether it was. */
  welcome(name: string): boolean
}

/**
 * A name stays closed after its world was dropped, so that no call makes it again. `keptClosings`: so that a restart does not forget it.
 */
function createClosedWorlds({ tick, now }: Pick<Platform, 'tick' | 'now'>, keptClosings?: KeptClosings): ClosedWorlds {
  /** `until`: real time, which no clock of the machine moves. */
  const closed = new Map<string, Closing>()
  const { closings: before = [], last = 0 } = keptClosings?.read() ?? {}
  let closings = last
  for (const each of before) closed.set(each.name, { ...each, until: tick() + each.until - now() })

  function find(name: string): Closing | undefined {
    const closing = closed.get(name)
    if (closing === undefined || closing.until > tick()) return closing
    closed.delete(name)
    return undefined
  }
  function keep(): void {
    const all = [...closed.keys()].flatMap((name) => find(name) ?? [])
    keptClosings?.write({ last: closings, closings: all.map((each) => ({ ...each, until: Math.round(now() + each.until - tick()) })) })
  }
  function open(name: string): void {
    if (closed.delete(name)) keep()
  }
  const isMoved = (name: string) => find(name)?.moved === true
  return {
    get count() {
      return closed.size
    },
    has: (name) => find(name) !== undefined,
    isMoved,
    close(name, seconds, moved = false) {
      const closing = find(name)?.closing ?? ++closings
      closed.set(name, { name, closing, until: tick() + seconds * 1_000, moved })
      keep()
      return closing
    },
    open,
    welcome(name) {
      const wasMoved = isMoved(name)
      if (wasMoved) open(name)
      return wasMoved
    },
  }
}

/** An engine whose worlds can be closed. One that was moved away opens when it is loaded here again. */
export function withClosing(engine: Engine, platform: Pick<Platform, 'tick' | 'now'>, keptClosings?: KeptClosings) {
  const closed = createClosedWorlds(platform, keptClosings)
  const load: Engine['worlds']['load'] = async (...loaded) => {
    const world = await engine.worlds.load(...loaded)
    closed.welcome(world.name)
    return world
  }
  return { closed, engine: { ...engine, worlds: { ...engine.worlds, load } } }
}

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
