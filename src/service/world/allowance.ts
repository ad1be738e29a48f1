/** What each caller has left of each rate limit: exact sliding windows of a minute. */
import { windowSeconds } from '../wire/vocabulary.ts'
import { getOrCreate } from '../wire/when-needed.ts'
import { countWhile } from './ordered.ts'
import { defineRecord } from './records.ts'
import type { Table } from './table.ts'

export interface Allowance {
  readonly limit: number
  readonly left: number
  /** For a caller with nothing left: when it has one call again. For others: when the window is empty. World milliseconds. */
  readonly resetsAt: number
}

/** The calls of one caller that count against one limit. Plain data. */
export interface Window {
  readonly operation: string
  readonly caller: string
  readonly limit: number
  /** World milliseconds, oldest first. The first ones can be older than {@link windowSpan}: at most as many as the others. */
  readonly calls: number[]
  /** Set before the caller's first call: its limit is a guess, and the number of calls left is what counts. */
  guessed: boolean
}

export interface Allowances {
  /** Spends one call. `left` is -1 when no call was left. */
  spend(row: string, caller: string, limit: number, now: number): Allowance
  look(row: string, caller: string, limit: number, now: number): Allowance
  /** Whether the window of a caller holds any call. */
  holds(row: string, caller: string, now: number): boolean
  /** Leaves the caller this many calls, as if it had just made the others. */
  set(row: string, caller: string, limit: number, left: number, now: number): void
  /** Every window that was ever used. */
  list(): { row: string; caller: string; limit: number }[]
  clear(): void
}

/** World milliseconds in which calls count against a limit. */
export const windowSpan = windowSeconds * 1000
/** Beyond this number of callers, a row forgets callers whose window is empty. */
const crowd = 10_000

export function createAllowances(windows: Table<Window>): Allowances {
  /** By row and caller. */
  const rows = new Map<string, Map<string, Window>>()
  const callersOf = (row: string) => getOrCreate(rows, row, () => new Map<string, Window>())
  for (const window of windows.values()) callersOf(window.operation).set(window.caller, window)

  function store(window: Window): void {
    callersOf(window.operation).set(window.caller, window)
    windows.put(window)
  }
  function windowOf(row: string, caller: string, limit: number, now: number): Window {
    const callers = callersOf(row)
    const known = callers.get(caller)
    if (known?.limit === limit) return known
    if (!known && callers.size >= crowd) forget(windows, callers, now)
    const made = known ? resized(known, limit, now) : { operation: row, caller, limit, calls: [], guessed: false }
    store(made)
    return made
  }

  /** `count`: the number of calls that count now. */
  function state({ limit, calls }: Window, count: number, left: number, now: number): Allowance {
    const last = calls.at(left > 0 ? -1 : -count)
    return { limit, left, resetsAt: count > 0 && last !== undefined ? last + windowSpan : now }
  }

  return {
    spend(row, caller, limit, now) {
      const window = windowOf(row, caller, limit, now)
      const count = countIn(window, now)
      if (count >= limit) return state(window, count, -1, now)
      window.calls.push(now)
      window.guessed = false
      return state(window, count + 1, limit - count - 1, now)
    },
    look(row, caller, limit, now) {
      const window = windowOf(row, caller, limit, now)
      const count = countIn(window, now)
      return state(window, count, limit - count, now)
    },
    holds(row, caller, now) {
      const window = rows.get(row)?.get(caller)
      return window !== undefined && countIn(window, now) > 0
    },
    set(row, caller, limit, left, now) {
      const guessed = rows.get(row)?.get(caller)?.guessed ?? true
      windowOf(row, caller, limit, now)
      store({ operation: row, caller, limit, calls: callsAt(now, limit - left, limit), guessed })
    },
    list: () => [...rows].flatMap(([row, callers]) => [...callers].map(([caller, { limit }]) => ({ row, caller, limit }))),
    clear() {
      windows.clear()
      rows.clear()
    },
  }
}

/** Calls that are made up at once at most: a fixture may name any limit. */
const mostMadeUp = 1_000_000

/** The times of calls that are all made now: none, up to the limit. */
const callsAt = (now: number, count: number, limit: number): number[] =>
  Array<number>(Math.min(limit, mostMadeUp, Math.max(0, count))).fill(now)

/** Callers with different limits can share one identity: the calls they made stay in the window. */
function resized(window: Window, limit: number, now: number): Window {
  const count = countIn(window, now)
  const calls = window.guessed ? callsAt(now, limit - (window.limit - count), limit) : lastCalls(window.calls, Math.min(limit, count))
  return { ...window, limit, calls, guessed: false }
}

const lastCalls = (calls: readonly number[], count: number): number[] => calls.slice(calls.length - count)

/** The calls of a window as they are written: none that the limit does not allow. */
export const writtenCalls = ({ calls, limit }: Window): number[] => lastCalls(calls, Math.min(limit, calls.length))

/** Looks at two callers only, the ones it has not looked at for longest: no call pays for the number of callers. */
function forget(windows: Table<Window>, callers: Map<string, Window>, now: number): void {
  let looked = 0
  for (const [name, window] of callers) {
    if (looked++ === 2) return
    callers.delete(name)
    if (countIn(window, now) > 0) callers.set(name, window)
    else windows.remove(window)
  }
}

/** The number of calls of the last minute. Removes the others when they are most of the list: a call does not pay for those before it. */
function countIn({ calls }: Window, now: number): number {
  const over = countWhile(calls, (at) => at <= now - windowSpan)
  const count = calls.length - over
  if (over > count) calls.splice(0, over)
  return count
}

export const allowances = defineRecord({
  name: 'allowance',
  transient: true,
  key: ({ operation, caller }: Window) => `${operation}\n${caller}`,
  open: createAllowances,
})
