/** Those who follow a journal: each line is shown to them when it is closed. */
import type { Line } from './journal-line.ts'

export interface Follower {
  line(line: Line): void
  /** No more will come. */
  end(): void
}

/** Outlives a reset: who follows a world goes on following it. */
export interface Following {
  /** How many follow. */
  readonly size: number
  /** Shows a line that was closed. */
  show(line: Line): void
  /** Returns what ends it. */
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
