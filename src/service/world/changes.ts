/** A world's change counters and their listeners, and calls in flight. */

/** Thrown if a call's world was reset or dropped. */
export class WorldGone extends Error {
  constructor() {
    super('The world was reset or dropped during this call.')
    this.name = 'WorldGone'
  }
}

/** Tells calls that wait in a world whether and when the world ends. */
export interface Ending {
  readonly gone: boolean
  /** Callbacks that are called once, when the world ends. */
  readonly inFlight: Set<() => void>
}

/** Throws {@link WorldGone} if the world has ended: calls can no longer change it. */
export function demandNotGone({ gone }: Pick<Ending, 'gone'>): void {
  if (gone) throw new WorldGone()
}

/**
 * Resolves to the result of `work`, or throws {@link WorldGone} as soon as the world ends. The work itself continues. If the world has
 * already ended, waits for the work, so that the call that ended the world can complete. Use it for a wait that nothing else ends with the
 * world, such as a fetch or a user's function: the bodies, delays, gates and signals of a call end with the world by themselves.
 */
export function unlessWorldGone<T>(world: Ending | undefined, work: Promise<T>): Promise<T> {
  if (!world || world.gone) return work
  const { inFlight } = world
  return new Promise((resolve, reject) => {
    const end = () => reject(new WorldGone())
    inFlight.add(end)
    void work.then(resolve, reject).then(() => inFlight.delete(end))
  })
}

/** Returns a signal that aborts when `signal` aborts or the world ends. `release`: removes both listeners. */
export function signalOfBoth(world: Ending | undefined, signal: AbortSignal): { readonly signal: AbortSignal; release(): void } {
  const ending = new AbortController()
  const end = () => ending.abort()
  if (signal.aborted) end()
  signal.addEventListener('abort', end, { once: true })
  world?.inFlight.add(end)
  function release(): void {
    // Many calls may share a signal, and each remaining listener would slow down the next call.
    signal.removeEventListener('abort', end)
    world?.inFlight.delete(end)
  }
  return { signal: ending.signal, release }
}

/** Counts of changes made by testers: changed knobs and world replacements. Clock changes are counted separately. */
export interface Doings {
  readonly turns: number
  readonly clockMoves: number
}

export const noDoings: Doings = { turns: 0, clockMoves: 0 }

/** A world's change counters. A world that replaces another one continues the previous world's counts. */
export interface Changes {
  /** Incremented by each change: a commit, the end of a call or job, a changed knob. */
  readonly count: number
  readonly doings: Doings
  note(): void
  noteTurn(): void
  noteClockMove(): void
  /**
   * Calls the listener synchronously after each change. An operation might still be in progress, so read the world later. Returns a
   * function that removes the listener.
   */
  follow(listener: () => void): () => void
}

export function createChanges(): Changes {
  const listeners = new Set<() => void>()
  const changes = {
    count: 0,
    doings: noDoings,
    note(): void {
      changes.count++
      for (const listener of listeners) listener()
    },
    noteTurn(): void {
      changes.doings = { ...changes.doings, turns: changes.doings.turns + 1 }
      changes.note()
    },
    noteClockMove(): void {
      changes.doings = { ...changes.doings, clockMoves: changes.doings.clockMoves + 1 }
      changes.note()
    },
    follow(listener: () => void): () => void {
      // A new function each time, so that the same listener can be registered twice.
      const each = () => listener()
      listeners.add(each)
      return () => void listeners.delete(each)
    },
  }
  return changes
}
