/** The followers of a journal: each gets a line when it is closed. */
import type { Line } from './journal-line.ts'

export interface Follower {
  line(line: Line): void
  /** Whether lines keep for it what they usually leave out: the connection, and the JSON of a call that is refused before it is read. */
  readonly wantsDetails?: boolean
  /** Whether it gets lines before their secrets are marked: it shows none of their texts. */
  readonly takesUnmarked?: boolean
  /** Whether it follows for as long as the world exists. Such a follower does not keep an idle world in memory. */
  readonly stays?: boolean
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
  /** Whether somebody reads the lines now. */
  readonly isRead: boolean
  /** Whether a follower wants them. */
  readonly wantsDetails: boolean
  /**
   * Numbers a closed line, gives it to every follower, and returns its number. Numbers never go back, also where older data takes the place
   * of a world. `mark` takes its secrets out.
   */
  show(line: Line, before: number, mark: (line: Line) => void): number
  /** Returns a function that ends it. */
  add(follower: Follower): () => void
  end(): void
}

export function createFollowing(id = ''): Following {
  const followers = new Set<Follower>()
  let closed = 0
  let wantsDetails = false
  let wantsMarks = false
  const look = () => {
    wantsDetails = [...followers].some((follower) => follower.wantsDetails)
    wantsMarks = [...followers].some((follower) => !follower.takesUnmarked)
  }
  return {
    id,
    get closed() {
      return closed
    },
    get size() {
      return followers.size
    },
    get isRead() {
      return [...followers].some(({ stays }) => !stays)
    },
    get wantsDetails() {
      return wantsDetails
    },
    show(line, before, mark) {
      closed = Math.max(before, closed) + 1
      line.closed = closed
      if (followers.size === 0) return closed
      for (const follower of followers) if (follower.takesUnmarked) follower.line(line)
      if (!wantsMarks) return closed
      mark(line)
      for (const follower of followers) if (!follower.takesUnmarked) follower.line(line)
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
