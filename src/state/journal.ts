/** What was asked and what was done: two rings of lines, one for calls, one for jobs. */
import { createFollowing, type Following } from './following.ts'
import type { Line } from './journal-line.ts'

/** How much of a body a line keeps, in characters. */
export const bodyLimit = 16_384

export interface Ring {
  readonly size: number
  /** Lines that had to make room for newer ones. */
  readonly dropped: number
  add(line: Line): void
  /** Oldest first. */
  list(): Line[]
  find(id: string): Line | undefined
  clear(): void
}

export interface JournalRings {
  readonly calls: Ring
  readonly jobs: Ring
  readonly following: Following
}

export const createJournalRings = (limit: number, following: Following = createFollowing()): JournalRings => ({
  calls: createRing(limit),
  jobs: createRing(limit),
  following,
})

function createRing(limit: number): Ring {
  let lines: Line[] = []
  let oldest = 0
  let dropped = 0
  const list = () => [...lines.slice(oldest), ...lines.slice(0, oldest)]
  return {
    get size() {
      return lines.length
    },
    get dropped() {
      return dropped
    },
    add(line) {
      if (lines.length < limit) {
        lines.push(line)
        return
      }
      dropped++
      if (limit === 0) return
      lines[oldest] = line
      oldest = (oldest + 1) % limit
    },
    list,
    // From the newest on: it is the one that is asked for while calls are served.
    find(id) {
      for (let at = lines.length - 1; at >= 0; at--) {
        const line = lines[(oldest + at) % lines.length]
        if (line?.id === id) return line
      }
      return undefined
    },
    clear() {
      lines = []
      oldest = 0
      dropped = 0
    },
  }
}

/** A body as a line keeps it. A slice is copied, so that it does not keep the whole alive. */
export const excerpt = (text: string): string => (text.length <= bodyLimit ? text : structuredClone(text.slice(0, bodyLimit)))
