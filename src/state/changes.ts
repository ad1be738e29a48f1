/** Counts the changes of a world, and tells those who listen. */

/** A world that takes the place of another one goes on counting. */
export interface Changes {
  /** Grows with each change: a commit, the end of a call or a job, and a knob that was turned. */
  readonly count: number
  /** How often a tester changed something: a knob was turned, or another world took the place of this one. Moves of the clock are apart. */
  readonly turns: number
  readonly clockMoves: number
  note(): void
  noteTurn(): void
  noteClockMove(): void
  /** Calls after each change, at once, in the middle of what goes on: look at the world later. Returns a function that ends it. */
  follow(listener: () => void): () => void
}

export function createChanges(): Changes {
  const listeners = new Set<() => void>()
  let [count, turns, clockMoves] = [0, 0, 0]
  function note(): void {
    count++
    if (listeners.size > 0) for (const listener of listeners) listener()
  }
  return {
    get count() {
      return count
    },
    get turns() {
      return turns
    },
    get clockMoves() {
      return clockMoves
    },
    note,
    noteTurn() {
      turns++
      note()
    },
    noteClockMove() {
      clockMoves++
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
