/** Follows a journal while its lines are closed; a slow reader loses the oldest lines, and learns how many. */
import type { Following } from '../../service/world/journal.ts'
import type { Line } from '../../service/world/journal-line.ts'

/** Some lines, in the order of closing. */
export interface Batch {
  readonly lines: readonly Line[]
  /** How many lines of the journal were dropped before the reader came, at most. Only the first batch says it. */
  readonly missing: number
  /** How many lines were lost just before these, because the reader was slow. */
  readonly lost: number
}

export interface FollowOptions {
  fits(line: Line): boolean
  /** Lines that are already closed; the reader gets them first. */
  readonly backlog: readonly Line[]
  readonly missing: number
  /** How many new lines wait for the reader at most. */
  readonly buffer: number
  /** How many of the newest lines wait where more than `buffer` came. Default: `buffer`. */
  readonly sample?: number
  /** Called with each line before the reader gets it. */
  mark(line: Line): Line
  /** How many lines a batch has at most. */
  readonly most: number
  /** Whether the first batch comes at once, also without lines. */
  readonly opens?: boolean
  readonly signal?: AbortSignal | undefined
}

/**
 * Ends with its reader (`return`), with the signal, or with the journal. At the end of the journal the reader still gets the lines that
 * wait.
 */
export function follow(
  following: Following,
  { fits, backlog, missing, buffer, sample = buffer, mark, most, opens = false, signal }: FollowOptions,
): AsyncIterableIterator<Batch, undefined> {
  let old = backlog
  let fresh: Line[] = []
  let lost = 0
  let untold = missing
  let opening = opens
  let over = false
  let wake: (() => void) | undefined

  function keepNewest(count: number): void {
    lost += fresh.length - count
    fresh = fresh.slice(fresh.length - count)
  }
  function take(): Batch {
    if (fresh.length > buffer || (lost > 0 && fresh.length > sample)) keepNewest(sample)
    const batch = { lines: old.length > 0 ? old.slice(0, most) : fresh.slice(0, most), missing: untold, lost: old.length > 0 ? 0 : lost }
    batch.lines.forEach(mark)
    untold = 0
    if (old.length > 0) old = old.slice(most)
    else {
      fresh = fresh.slice(most)
      lost = 0
    }
    return batch
  }
  function line(one: Line): void {
    if (!fits(one)) return
    fresh.push(one)
    // Not with each line: that costs more the longer the buffer is.
    if (fresh.length >= 2 * buffer) keepNewest(buffer)
    wake?.()
  }
  // Of the lines of a rush the reader gets few, and only those need marks.
  const leave = following.add({ takesUnmarked: true, line, end })
  function end(): void {
    over = true
    leave()
    signal?.removeEventListener('abort', abandon)
    wake?.()
  }
  function abandon(): void {
    old = []
    fresh = []
    end()
  }
  if (signal?.aborted) abandon()
  signal?.addEventListener('abort', abandon, { once: true })

  return {
    [Symbol.asyncIterator]() {
      return this
    },
    async next() {
      while (!over && !opening && old.length + fresh.length === 0) {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
        wake = undefined
      }
      const isOpening = opening && !signal?.aborted
      opening = false
      return isOpening || old.length + fresh.length > 0 ? { value: take(), done: false } : { value: undefined, done: true }
    },
    async return() {
      abandon()
      return { value: undefined, done: true }
    },
  }
}
