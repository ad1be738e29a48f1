/** The followers of a journal: each gets a line when it is closed. */
import type { Line } from '../journal-line.ts'

export interface Follower {
  line(line: Line): void
  /** Whether lines keep for it what they usually leave out: the connection, and the JSON of a call that is refused before it is read. */
  readonly wantsDetails?: boolean
  /** Called when no more lines will come. */
  end(): void
}

/** It outlives a reset: a follower also gets the lines of the new world. */
export interface Following {
  /** Names this world of this process. The numbers of lines count only within it. */
  readonly id: string
  /** The number of the last line that was shown, in the order of closing. */
  readonly closed: number
  readonly size: number
  /** Whether a follower wants them. */
  readonly wantsDetails: boolean
  /** Numbers a closed line, gives it to every follower, and returns its number. Numbers never go back, also where older data takes the place of a world. */
  show(line: Line, before: number): number
  /** Returns a function that ends it. */
  add(follower: Follower): () => void
  end(): void
}

export function createFollowing(id = ''): Following {
  const followers = new Set<Follower>()
  let closed = 0
  let wantsDetails = false
  const look = () => {
    wantsDetails = [...followers].some((follower) => follower.wantsDetails)
  }
  return {
    id,
    get closed() {
      return closed
    },
    get size() {
      return followers.size
    },
    get wantsDetails() {
      return wantsDetails
    },
    show(line, before) {
      closed = Math.max(before, closed) + 1
      line.closed = closed
      if (followers.size > 0) for (const follower of followers) follower.line(line)
      return closed
    },
    add(follower) {
      followers.add(follower)
      look()
      return () => {
        followers.delete(follower)
        look()
      }
    },
    end() {
      for (const follower of followers) follower.end()
      followers.clear()
      look()
    },
  }
}
