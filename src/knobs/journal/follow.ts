/** Follows a journal while its lines are closed; a slow reader loses the oldest lines, and learns how many. */
import type { JournalLine } from '../../control-replies/journal.ts'
import type { Following } from '../../state/journal/following.ts'
import type { Line } from '../../state/journal-line.ts'
import { showLine } from './line.ts'

export interface Followed {
  readonly line: JournalLine
  /** The position of the line in the order of closing, calls and jobs together, counted from 1. */
  readonly closed: number
  /** How many lines were lost just before this one. */
  readonly dropped: number
}

export interface FollowOptions {
  fits(line: Line): boolean
  /** Lines that are already closed; the reader gets them first. */
  readonly backlog: readonly Line[]
  /** How many lines were dropped from the journal before the reader came. */
  readonly missed?: number
  /** How many lines wait for the reader at most. */
  readonly buffer: number
  readonly signal?: AbortSignal | undefined
}

/** Ends with its reader (`return`), with the signal, or with the journal. At the end of the journal the reader still gets the lines that wait. */
export function follow(
  following: Following,
  { fits, backlog, missed = 0, buffer, signal }: FollowOptions,
): AsyncIterableIterator<Followed> {
  let waiting: Line[] = backlog.slice(Math.max(0, backlog.length - buffer))
  let dropped = missed + backlog.length - waiting.length
  let over = false
  let reader: ((result: IteratorResult<Followed, undefined>) => void) | undefined

  const take = (line: Line): IteratorResult<Followed, undefined> => {
    const value = { line: showLine(line), closed: line.closed, dropped }
    dropped = 0
    return { value, done: false }
  }
  function wake(result: IteratorResult<Followed, undefined>): void {
    const woken = reader
    reader = undefined
    woken?.(result)
  }
  function line(one: Line): void {
    if (!fits(one)) return
    if (reader) {
      wake(take(one))
      return
    }
    if (waiting.length >= buffer) {
      waiting.shift()
      dropped++
    }
    waiting.push(one)
  }
  const leave = following.add({ line, end })
  function end(): void {
    over = true
    leave()
    signal?.removeEventListener('abort', abandon)
    wake({ value: undefined, done: true })
  }
  function abandon(): void {
    waiting = []
    end()
  }
  if (signal?.aborted) abandon()
  signal?.addEventListener('abort', abandon, { once: true })

  return {
    [Symbol.asyncIterator]() {
      return this
    },
    async next() {
      const first = waiting.shift()
      if (first) return take(first)
      if (over) return { value: undefined, done: true }
      return new Promise((resolve) => {
        reader = resolve
      })
    },
    async return() {
      abandon()
      return { value: undefined, done: true }
    },
  }
}
