/** A ring of lines: a new one takes the place of the oldest. */

import type { Line } from '../journal-line.ts'
import type { Share } from './budget.ts'

/** The bytes of a line without its texts, of one header, of one rule that was considered, and of the outcome of a job without its text. Estimated. */
const [bareLine, bareHeader, bareResult, bareOutcome] = [800, 60, 40, 300]

/** The bytes of a line when its call arrives, estimated. An address has no character beyond Latin-1. */
export const weighArrival = ({ path, query, requestHeaders }: Line): number =>
  bareLine + (path?.length ?? 0) + query.length + headersWeight(requestHeaders)

/** The bytes that a line has got since then, when it is closed. */
export function weighRest({ why, requestBody, requestBytes, replyHeaders, replyBody, replyBytes, considered, outcome }: Line): number {
  const rules = considered ? bareResult * considered.results.length : 0
  const texts =
    (why === null ? (outcome ? bareOutcome : 0) : 2 * why.length) + sizeOf(requestBody, requestBytes) + sizeOf(replyBody, replyBytes)
  return texts + rules + (replyHeaders ? headersWeight(replyHeaders) : 0)
}

/** Engines keep some texts in two bytes a character, but none that has as many bytes as characters. */
const sizeOf = (text: string | null, bytes: number | null) => (text ? (bytes === text.length ? 1 : 2) * text.length : 0)

/** Headers come in Latin-1, except for the signs that stand in place of secrets. */
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
  /** How many lines were dropped for newer ones. */
  readonly dropped: number
  /** The newest of them. */
  readonly lastDropped: Dropped | null
  add(line: Line): void
  /** Oldest first, marked. Of an open line, a copy: what is compared when it is closed still needs its secrets. */
  list(): Line[]
  /** The same for one line. */
  find(id: string): Line | undefined
  /** The line itself that came last. It is not marked: show none of its texts while it is open. */
  newest(): Line | undefined
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
  /** Often the line itself, as it was dropped. */
  lastDropped: Dropped | null
}

export const newRing = (): RingData => ({ lines: [], oldest: 0, next: 0, dropped: 0, lastDropped: null })

export interface WeighedRing extends Ring {
  /** Counts what was added to a line since it was added to the ring. Called once for each line, before it is closed. */
  reweigh(line: Line): void
}

/** The array is overwritten, not shortened, so that the cost of a line does not grow with the limit. */
export function createRing(data: RingData, limit: number, share: Share, mark: (line: Line) => Line = (line) => line): WeighedRing {
  const { lines } = data
  /** The number of a line is its number in the data and this: it does not begin again when the ring is cleared. */
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
  // The data may come from a simulator with another limit.
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
        // It was open when it was dropped.
        if (data.lastDropped === line) data.lastDropped = { id: line.id, at: line.at, closed: 0 }
        return
      }
      // A world that has ended weighs nothing.
      if (share.ended) return
      const more = weighRest(line)
      line.weight += more
      count(more)
    },
    list: () => list().map(shown),
    // From the newest: that is the one that calls look for.
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
