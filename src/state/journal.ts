/** The journal: two rings of lines, one for calls, one for jobs. */
import { createFollowing, type Following } from './following.ts'
import type { Line } from './journal-line.ts'

/** How many characters of a body a line keeps. */
export const bodyLimit = 16_384

export interface Ring {
  readonly size: number
  /** How many lines were dropped for newer ones. */
  readonly dropped: number
  add(line: Line): void
  /** Oldest first. */
  list(): Line[]
  find(id: string): Line | undefined
  clear(): void
}

interface RingData {
  readonly lines: Line[]
  /** The position of the oldest line in a full ring. */
  oldest: number
  dropped: number
}

export interface JournalData {
  readonly calls: RingData
  readonly jobs: RingData
  /** How many lines were closed. */
  closed: number
}

const newRing = (): RingData => ({ lines: [], oldest: 0, dropped: 0 })
export const newJournal = (closed = 0): JournalData => ({ calls: newRing(), jobs: newRing(), closed })

export interface JournalRings {
  readonly calls: Ring
  readonly jobs: Ring
  readonly following: Following
  /** Numbers a line in the order of closing, calls and jobs together, and gives it to the followers. */
  close(line: Line): void
}

export const createJournalRings = (data: JournalData, limit: number, following: Following = createFollowing()): JournalRings => ({
  calls: createRing(data.calls, limit),
  jobs: createRing(data.jobs, limit),
  following,
  close(line) {
    line.closed = ++data.closed
    following.show(line)
  },
})

function createRing(data: RingData, limit: number): Ring {
  const { lines } = data
  const list = () => [...lines.slice(data.oldest), ...lines.slice(0, data.oldest)]
  // The data may come from a simulator with another limit.
  if (lines.length !== limit) {
    const kept = list().slice(Math.max(0, lines.length - limit))
    lines.length = 0
    for (const line of kept) lines.push(line)
    data.oldest = 0
  }
  return {
    get size() {
      return lines.length
    },
    get dropped() {
      return data.dropped
    },
    add(line) {
      if (lines.length < limit) {
        lines.push(line)
        return
      }
      data.dropped++
      if (limit === 0) return
      lines[data.oldest] = line
      data.oldest = (data.oldest + 1) % limit
    },
    list,
    // From the newest: that is the one that calls look for.
    find(id) {
      for (let at = lines.length - 1; at >= 0; at--) {
        const line = lines[(data.oldest + at) % lines.length]
        if (line?.id === id) return line
      }
      return undefined
    },
    clear() {
      lines.length = 0
      data.oldest = 0
      data.dropped = 0
    },
  }
}

/** The part of a body that a line keeps. It is copied: a slice alone would keep the whole body in memory. */
export const excerpt = (text: string): string => (text.length <= bodyLimit ? text : structuredClone(text.slice(0, bodyLimit)))
