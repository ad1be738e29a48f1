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

interface RingData {
  readonly lines: Line[]
  /** The place of the oldest line, in a ring that is full. */
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
  /** Numbers a line in the order of closing, calls and jobs together, and shows it to those who follow. */
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
  // A world that is loaded may have had another limit.
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
    // From the newest on: it is the one that is asked for while calls are served.
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

/** A body as a line keeps it. A slice is copied, so that it does not keep the whole alive. */
export const excerpt = (text: string): string => (text.length <= bodyLimit ? text : structuredClone(text.slice(0, bodyLimit)))
