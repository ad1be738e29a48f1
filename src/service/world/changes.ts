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
export function unlessWorldGone<T>(world: Ending | undefined, work: Promise<T>): Promise<T> {
  if (!world || world.gone) return work
  const { inFlight } = world
  return new Promise<T>((resolve, reject) => {
    const end = () => reject(new WorldGone())
    inFlight.add(end)
    void work.then(
      (value) => {
        inFlight.delete(end)
        resolve(value)
      },
      (thrown) => {
        inFlight.delete(end)
        reject(thrown)
      },
    )
  })
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
  let count = 0
  let doings = noDoings
  function note(): void {
    count++
    if (listeners.size > 0) for (const listener of listeners) listener()
  }
  return {
    get count() {
      return count
    },
    get doings() {
      return doings
    },
    note,
    noteTurn() {
      doings = { ...doings, turns: doings.turns + 1 }
      note()
    },
    noteClockMove() {
      doings = { ...doings, clockMoves: doings.clockMoves + 1 }
      note()
    },
    follow(listener) {
      // The same function may follow twice.
      const each = () => listener()
      listeners.add(each)
      return () => void listeners.delete(each)
    },
  }
}
