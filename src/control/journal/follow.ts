/** Follows a journal as its lines are closed; a slow reader misses the oldest lines and is told how many. */
import type { Following, Line } from '../../service/world/journal.ts'

/** Lines in the order in which they were closed. */
export interface Batch {
  readonly lines: readonly Line[]
  /** Upper bound for the number of lines that the journal dropped before the reader started. Set only in the first batch. */
  readonly missing: number
  /** Number of lines lost just before this batch, because the reader was too slow. */
  readonly lost: number
}

export interface FollowOptions {
  fits(line: Line): boolean
  /** Lines that are already closed. They are read first. */
  readonly backlog: readonly Line[]
  readonly missing: number
  /** Maximum number of new lines that can wait for the reader. */
  readonly buffer: number
  /** Number of newest lines to keep once more than `buffer` have arrived. Default: `buffer`. */
  readonly sample?: number
  /** Replaces the secrets in a line with placeholders. Called for each line just before the line is read. */
  mark(line: Line): Line
  /** Maximum number of lines per batch. */
  readonly most: number
  /** True to return the first batch immediately, even without lines. */
  readonly opens?: boolean
  readonly signal?: AbortSignal | undefined
}

/**
 * Ends when the reader calls `return`, when the signal aborts, or when the journal ends. In the last case, any remaining lines are still
 * returned.
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
    // Trimming the buffer for every line would be slow, because the cost grows with the buffer.
    if (fresh.length >= 2 * buffer) keepNewest(buffer)
    wake?.()
  }
  // During a burst, the reader receives only a few lines, and only those lines need placeholders.
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
