/** Counts the changes of a world, and tells those who listen. */

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
