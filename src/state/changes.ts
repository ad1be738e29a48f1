/** Counts the changes of a world, and tells those who listen. */

/** A world that takes the place of another one goes on counting. */
export interface Changes {
  /** Grows with each change: a commit, the end of a call or a job, and a knob that was turned. */
  readonly count: number
  note(): void
  /** Calls after each change, at once, in the middle of what goes on: look at the world later. Returns a function that ends it. */
  follow(listener: () => void): () => void
}

export function createChanges(): Changes {
  const listeners = new Set<() => void>()
  let count = 0
  return {
    get count() {
      return count
    },
    note() {
      count++
      if (listeners.size > 0) for (const listener of listeners) listener()
    },
    follow(listener) {
      // The same function may follow twice.
      const each = () => listener()
      listeners.add(each)
      return () => void listeners.delete(each)
    },
  }
}
