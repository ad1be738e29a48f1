/** The worlds that answer no calls, because they move to another server. */

export interface ClosedWorlds {
  /** How many there are, or were until their time was over. 0: no call needs a look. */
  readonly count: number
  has(name: string): boolean
  /** Closes a world, or goes on with it, for so many seconds. Replies a number that stays the same until the world opens. */
  close(name: string, seconds: number): number
  open(name: string): void
}

/** A name stays closed after its world was dropped, so that no call makes it again. `tick`: milliseconds of real time. */
export function createClosedWorlds(tick: () => number): ClosedWorlds {
  const closed = new Map<string, { readonly closing: number; readonly until: number }>()
  let closings = 0

  function find(name: string) {
    const found = closed.get(name)
    if (found === undefined || found.until > tick()) return found
    closed.delete(name)
    return undefined
  }
  return {
    get count() {
      return closed.size
    },
    has: (name) => find(name) !== undefined,
    close(name, seconds) {
      const closing = find(name)?.closing ?? ++closings
      closed.set(name, { closing, until: tick() + seconds * 1_000 })
      return closing
    },
    open: (name) => void closed.delete(name),
  }
}
