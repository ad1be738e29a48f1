/** A ring of lines: a new one takes the place of the oldest. */

import type { Line } from '../journal-line.ts'
import type { Share } from './budget.ts'
import { weighArrival, weighRest } from './weigh.ts'

export interface Ring {
  readonly size: number
  /** How many lines were dropped for newer ones. */
  readonly dropped: number
  /** The newest of them. */
  readonly lastDropped: Dropped | null
  add(line: Line): void
  /** Oldest first. Marks them. */
  list(): Line[]
  /** Marks it. */
  find(id: string): Line | undefined
  clear(): void
}

export interface Dropped {
  readonly id: string
  /** World milliseconds since 1970. */
  readonly at: number
  /** Its position in the order of closing; 0 when it was open. */
  readonly closed: number
}

export interface RingData {
  /** The line with number n lies at n modulo the length, or modulo the limit while the ring grows. Undefined where a line was dropped. */
  readonly lines: (Line | undefined)[]
  /** The numbers of the oldest line and of the next line to come, counted from 0. */
  oldest: number
  next: number
  dropped: number
  lastDropped: Dropped | null
}

export const newRing = (): RingData => ({ lines: [], oldest: 0, next: 0, dropped: 0, lastDropped: null })

export interface WeighedRing extends Ring {
  /** Counts what was added to a line since it was added to the ring. Called once for each line. */
  reweigh(line: Line): void
}

/**
 * The array is overwritten, not shortened. An array that is replaced keeps its last lines alive until the next full collection of garbage:
 * an overview of bench/walk.ts then costs 20 µs of CPU, instead of 15 µs.
 */
export function createRing(data: RingData, limit: number, share: Share, mark: (line: Line) => Line = (line) => line): WeighedRing {
  const { lines } = data
  const size = () => data.next - data.oldest
  const numbered = (number: number) => lines[number % lines.length]
  const list = () => Array.from({ length: size() }, (_, nth) => numbered(data.oldest + nth) as Line)
  let bytes = list().reduce((sum, { weight }) => sum + weight, 0)
  const count = (more: number) => {
    bytes += more
    share.grow(more)
  }
  function dropOldest(): boolean {
    const line = numbered(data.oldest)
    if (!line) return false
    lines[data.oldest++ % lines.length] = undefined
    data.dropped++
    data.lastDropped = { id: line.id, at: line.at, closed: line.closed }
    count(-line.weight)
    line.weight = 0
    return true
  }
  share.hold({
    get bytes() {
      return bytes
    },
    dropOldest,
  })
  // The data may come from a simulator with another limit.
  while (size() > limit) dropOldest()
  const kept = list()
  lines.length = 0
  for (const line of kept) lines.push(line)
  data.oldest = 0
  data.next = kept.length
  const places = Math.max(limit, 1)
  return {
    get size() {
      return size()
    },
    get dropped() {
      return data.dropped
    },
    get lastDropped() {
      return data.lastDropped
    },
    add(line) {
      if (size() === places) dropOldest()
      lines[data.next++ % places] = line
      line.weight = share.ended ? 0 : weighArrival(line)
      count(line.weight)
      while (size() > limit) dropOldest()
    },
    reweigh(line) {
      // A line that was dropped, or whose world has ended, weighs nothing.
      if (line.weight === 0 || share.ended) return
      const more = weighRest(line)
      line.weight += more
      count(more)
    },
    list: () => list().map(mark),
    // From the newest: that is the one that calls look for.
    find(id) {
      for (let number = data.next - 1; number >= data.oldest; number--) {
        const line = numbered(number)
        if (line?.id === id) return mark(line)
      }
      return undefined
    },
    clear() {
      for (const line of list()) line.weight = 0
      lines.length = 0
      data.oldest = 0
      data.next = 0
      data.dropped = 0
      data.lastDropped = null
      count(-bytes)
    },
  }
}
