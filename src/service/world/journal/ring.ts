/** A ring of lines: a new line replaces the oldest. */

import type { Share } from './budget.ts'
import type { Line } from './line.ts'

/** Estimated bytes for a line without its strings, a header, a considered rule, and a job's outcome without its text. */
const [bareLine, bareHeader, bareResult, bareOutcome] = [800, 60, 40, 300]

/** Estimates a line's size in bytes when its call arrives. URLs contain only Latin-1 characters. */
export const weighArrival = ({ path, query, requestHeaders }: Line): number =>
  bareLine + (path?.length ?? 0) + query.length + headersWeight(requestHeaders)

/** Estimates how many bytes a line grows between arrival and closing. */
export function weighRest({ why, requestBody, requestBytes, replyHeaders, replyBody, replyBytes, considered, outcome }: Line): number {
  const rules = considered ? bareResult * considered.results.length : 0
  const texts =
    (why === null ? (outcome ? bareOutcome : 0) : 2 * why.length) + sizeOf(requestBody, requestBytes) + sizeOf(replyBody, replyBytes)
  return texts + rules + (replyHeaders ? headersWeight(replyHeaders) : 0)
}

/**
 * Estimates a string's size in bytes. JavaScript engines store some strings in two bytes per character, but never a string with as many
 * UTF-8 bytes as characters.
 */
const sizeOf = (text: string | null, bytes: number | null) => (text ? (bytes === text.length ? 1 : 2) * text.length : 0)

/** Estimates the size of headers in bytes. Headers contain only Latin-1 characters, except in placeholders. */
function headersWeight(headers: Line['requestHeaders']): number {
  let sum = 0
  for (const name of Object.keys(headers)) {
    const value = headers[name]
    sum += bareHeader + name.length
    if (typeof value === 'string') sum += value.length
    else if (value) for (const one of value) sum += bareHeader + one.length
  }
  return sum
}

export interface Ring {
  readonly size: number
  /** Number of lines replaced by newer ones. */
  readonly dropped: number
  readonly lastDropped: Dropped | null
  add(line: Line): void
  /**
   * Returns all lines with secrets replaced, oldest first. Open lines are copied, because the original secrets are compared again when the
   * line is closed.
   */
  list(): Line[]
  find(id: string): Line | undefined
  /** Returns the newest line itself. Its secrets have not been replaced, so do not show the line's text while the line is open. */
  newest(): Line | undefined
  clear(): void
}

export interface Dropped {
  readonly id: string
  /** Milliseconds of world time since 1970. */
  readonly at: number
  /** The line's position in the order in which lines were closed, or 0 if it was open. */
  readonly closed: number
}

export interface RingData {
  /** Line n is at index n modulo the length or, while the ring grows, modulo the limit. `undefined` for a dropped line. */
  readonly lines: (Line | undefined)[]
  /** The numbers of the oldest line and the next new line, counted from 0. */
  oldest: number
  next: number
  dropped: number
  /** Often the dropped {@link Line} itself. */
  lastDropped: Dropped | null
}

export const newRing = (): RingData => ({ lines: [], oldest: 0, next: 0, dropped: 0, lastDropped: null })

export interface WeighedRing extends Ring {
  /** Adds the bytes by which a line has grown since it was added to the ring. Call this once per line, before the line is closed. */
  reweigh(line: Line): void
}

/** Creates a ring that overwrites array elements instead of shifting them, so the cost per line does not grow with the limit. */
export function createRing(data: RingData, limit: number, share: Share, mark: (line: Line) => Line = (line) => line): WeighedRing {
  const { lines } = data
  /** Added to the numbers in the data, so that numbering continues after the ring is cleared. */
  let cleared = 0
  let bytes = 0
  const places = Math.max(limit, 1)
  const size = () => data.next - data.oldest
  const numbered = (number: number) => lines[number % lines.length]
  const list = () => Array.from({ length: size() }, (_, nth) => numbered(data.oldest + nth) as Line)
  const shown = (line: Line) => mark(line.closed > 0 ? line : { ...line })
  const count = (more: number) => {
    bytes += more
    share.grow(more)
  }
  function put(line: Line, weight: number): void {
    line.number = cleared + data.next
    const index = data.next++ % places
    lines[index] = line
    line.weight = weight
    bytes += weight
  }
  function dropOldest(): boolean {
    if (size() === 0) return false
    const index = data.oldest++ % lines.length
    data.lastDropped = lines[index] as Line
    lines[index] = undefined
    data.dropped++
    count(-(data.lastDropped as Line).weight)
    return true
  }
  // The data might come from a simulator with a higher limit, so excess lines are dropped.
  const remaining = list()
  const dropped = remaining.splice(0, remaining.length - limit)
  data.dropped += dropped.length
  data.lastDropped = dropped.at(-1) ?? data.lastDropped
  lines.length = 0
  data.oldest = 0
  data.next = 0
  for (const line of remaining) put(line, weighArrival(line) + (line.closed > 0 ? weighRest(line) : 0))
  share.hold({
    get bytes() {
      return bytes
    },
    dropOldest,
  })
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
      const weight = share.ended ? 0 : weighArrival(line)
      put(line, weight)
      share.grow(weight)
      while (size() > limit) dropOldest()
    },
    reweigh(line) {
      const isDropped = line.number < cleared + data.oldest
      if (isDropped) {
        // The line was dropped while it was still open.
        if (data.lastDropped === line) data.lastDropped = { id: line.id, at: line.at, closed: 0 }
        return
      }
      // An ended world's bytes do not count.
      if (share.ended) return
      const more = weighRest(line)
      line.weight += more
      count(more)
    },
    list: () => list().map(shown),
    // Searches from the newest line, which callers usually want.
    find(id) {
      for (let number = data.next - 1; number >= data.oldest; number--) {
        const line = numbered(number)
        if (line?.id === id) return shown(line)
      }
      return undefined
    },
    newest: () => (size() > 0 ? numbered(data.next - 1) : undefined),
    clear() {
      cleared += data.next
      lines.length = 0
      data.oldest = 0
      data.next = 0
      data.dropped = 0
      data.lastDropped = null
      count(-bytes)
    },
  }
}
