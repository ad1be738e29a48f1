/** What changes in a world: counts, followers, and the calls that are under way. */

/** The world of a call was reset or dropped. */
export class WorldGone extends Error {
  constructor() {
    super('The world was reset or dropped during this call.')
    this.name = 'WorldGone'
  }
}

/** A world, as those see it that wait in it. */
export interface Ending {
  /** Whether another world has taken its place, or it was dropped. */
  readonly gone: boolean
  /** Each is called once, when the world ends. */
  readonly inFlight: Set<() => void>
}

/** Throws {@link WorldGone}: what goes on after the end of its world changes nothing. */
export function demandNotGone({ gone }: Pick<Ending, 'gone'>): void {
  if (gone) throw new WorldGone()
}

/**
 * Waits for work, or throws {@link WorldGone} as soon as the world ends. The work itself continues. Who has ended the world does not wait
 * in it.
 */
export async function unlessWorldGone<T>(world: Ending | undefined, work: Promise<T>): Promise<T> {
  if (!world || world.gone) return work
  const { promise: ended, reject } = Promise.withResolvers<never>()
  const end = () => reject(new WorldGone())
  world.inFlight.add(end)
  try {
    return await Promise.race([work, ended])
  } finally {
    world.inFlight.delete(end)
  }
}

/** A signal that aborts when another one does, and when the world ends. `release` lets go of both. */
export function signalOfBoth(world: Ending | undefined, signal: AbortSignal): { readonly signal: AbortSignal; release(): void } {
  const ending = new AbortController()
  const end = () => ending.abort()
  if (signal.aborted) end()
  signal.addEventListener('abort', end, { once: true })
  world?.inFlight.add(end)
  function release(): void {
    // Many calls can have one signal. Listeners that stay make each of them slower than the one before.
    signal.removeEventListener('abort', end)
    world?.inFlight.delete(end)
  }
  return { signal: ending.signal, release }
}

/** How often testers changed something: a knob was turned, or another world took the place of this one. Moves of the clock are apart. */
export interface Doings {
  readonly turns: number
  readonly clockMoves: number
}

export const noDoings: Doings = { turns: 0, clockMoves: 0 }

/** A world that takes the place of another one goes on counting. */
export interface Changes {
  /** Grows with each change: a commit, the end of a call or a job, and a knob that was turned. */
  readonly count: number
  /** What testers have done so far. */
  readonly doings: Doings
  note(): void
  noteTurn(): void
  noteClockMove(): void
  /** Calls after each change, at once, in the middle of what goes on: look at the world later. Returns a function that ends it. */
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
      // The same function may follow twice.
      const each = () => listener()
      listeners.add(each)
      return () => void listeners.delete(each)
    },
  }
  return changes
}
