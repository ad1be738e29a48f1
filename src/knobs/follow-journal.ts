/** Follows a journal as its lines are closed: slow readers lose the oldest, and are told how many. */
import type { Following } from '../state/following.ts'
import type { Line } from '../state/journal-line.ts'

export interface Followed {
  readonly line: Line
  /** Lines that had to make room just before this one. */
  readonly dropped: number
}

export interface FollowOptions {
  fits(line: Line): boolean
  /** What comes first: lines that are closed already. */
  readonly backlog: readonly Line[]
  /** How many lines wait for a reader at most. */
  readonly buffer: number
  readonly signal?: AbortSignal | undefined
}

/** Ends with its reader (`return`), with the signal, or when nothing more will come: then what waits is still handed out. */
export function follow(following: Following, { fits, backlog, buffer, signal }: FollowOptions): AsyncIterableIterator<Followed> {
  let waiting: Line[] = backlog.slice(Math.max(0, backlog.length - buffer))
  let dropped = backlog.length - waiting.length
  let over = false
  let reader: ((result: IteratorResult<Followed, undefined>) => void) | undefined

  const take = (line: Line): IteratorResult<Followed, undefined> => {
    const value = { line, dropped }
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
