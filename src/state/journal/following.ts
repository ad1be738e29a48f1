/** The followers of a journal: each gets a line when it is closed. */
import type { Line } from '../journal-line.ts'

export interface Follower {
  line(line: Line): void
  /** Called when no more lines will come. */
  end(): void
}

/** It outlives a reset: a follower also gets the lines of the new world. */
export interface Following {
  readonly size: number
  /** Gives a closed line to every follower. */
  show(line: Line): void
  /** Returns a function that ends it. */
  add(follower: Follower): () => void
  end(): void
}

export function createFollowing(): Following {
  const followers = new Set<Follower>()
  return {
    get size() {
      return followers.size
    },
    show(line) {
      if (followers.size > 0) for (const follower of followers) follower.line(line)
    },
    add(follower) {
      followers.add(follower)
      return () => void followers.delete(follower)
    },
    end() {
      for (const follower of followers) follower.end()
      followers.clear()
    },
  }
}
