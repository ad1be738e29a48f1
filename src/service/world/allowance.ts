/** What each caller has left of each rate limit: exact sliding windows of a minute. */
import { windowSeconds } from '../wire/rate-limits.ts'
import { getOrCreate } from '../wire/when-needed.ts'
import { defineRecord } from './records.ts'
import type { Table } from './table.ts'

export interface Allowance {
  readonly limit: number
  readonly left: number
  /** For a caller with nothing left: when it has one call again. For others: when the window is empty. World milliseconds. */
  readonly resetsAt: number
}

/** The times of the last calls, oldest first, in a ring that grows up to the limit. */
export interface Window {
  readonly operation: string
  readonly caller: string
  readonly limit: number
  times: Float64Array
  first: number
  count: number
  /** How many calls were ever spent in it: who kept it before learns which calls are new. */
  spent: number
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
    if (known?.limit === limit) return drop(known, now)
    if (!known && callers.size >= crowd) forget(windows, callers, now)
    const made = known ? resized(drop(known, now), limit, now) : empty(row, caller, limit)
    store(made)
    return made
  }

  const state = (window: Window, limit: number, now: number, left: number): Allowance => ({
    limit,
    left,
    resetsAt: window.count > 0 ? (timeIn(window, left > 0 ? window.count - 1 : 0) ?? now) + windowSpan : now,
  })

  return {
    spend(row, caller, limit, now) {
      const window = windowOf(row, caller, limit, now)
      if (window.count >= limit) return state(window, limit, now, -1)
      push(window, now)
      window.guessed = false
      windows.changed(window)
      return state(window, limit, now, limit - window.count)
    },
    look(row, caller, limit, now) {
      const window = windowOf(row, caller, limit, now)
      return state(window, limit, now, limit - window.count)
    },
    holds(row, caller, now) {
      const window = rows.get(row)?.get(caller)
      return window !== undefined && drop(window, now).count > 0
    },
    set(row, caller, limit, left, now) {
      const guessed = rows.get(row)?.get(caller)?.guessed ?? true
      windowOf(row, caller, limit, now)
      store(filled({ operation: row, caller, limit }, limit - left, now, guessed))
    },
    list: () => [...rows].flatMap(([row, callers]) => [...callers].map(([caller, { limit }]) => ({ row, caller, limit }))),
    clear() {
      windows.clear()
      rows.clear()
    },
  }
}

type WindowName = Pick<Window, 'operation' | 'caller' | 'limit'>

/** The window of a caller whose last calls have these times. */
export const windowWith = ({ operation, caller, limit }: WindowName, calls: readonly number[], guessed: boolean): Window => ({
  operation,
  caller,
  limit,
  times: Float64Array.from(calls),
  first: 0,
  count: calls.length,
  spent: calls.length,
  guessed,
})

const empty = (operation: string, caller: string, limit: number): Window => windowWith({ operation, caller, limit }, [], false)

/** The time of a call in a window; 0: the oldest. */
const timeIn = ({ times, first }: Window, nth: number): number | undefined => times[(first + nth) % times.length]

/** The times of the last calls in a window, oldest first. */
export const lastCalls = (window: Window, count = window.count): number[] =>
  Array.from({ length: count }, (_, nth) => timeIn(window, window.count - count + nth) ?? 0)

/** Shortest ring. */
const shortest = 8

function push(window: Window, now: number): void {
  const { times, first, count, limit } = window
  if (count === times.length) {
    const longer = new Float64Array(Math.min(limit, Math.max(shortest, 2 * count)))
    longer.set(times.subarray(first))
    longer.set(times.subarray(0, first), count - first)
    window.times = longer
    window.first = 0
  }
  window.times[(window.first + count) % window.times.length] = now
  window.count++
  window.spent++
}

function filled({ operation, caller, limit }: WindowName, wanted: number, now: number, guessed: boolean): Window {
  const count = Math.min(limit, Math.max(0, wanted))
  return { operation, caller, limit, times: new Float64Array(count).fill(now), first: 0, count, spent: count, guessed }
}

/** Callers with different limits can share one identity: the calls they made stay in the window. */
function resized(window: Window, limit: number, now: number): Window {
  const name = { ...window, limit }
  if (window.guessed) return filled(name, limit - (window.limit - window.count), now, false)
  return windowWith(name, lastCalls(window, Math.min(limit, window.count)), false)
}

/** Looks at two callers only, the ones it has not looked at for longest: no call pays for the number of callers. */
function forget(windows: Table<Window>, callers: Map<string, Window>, now: number): void {
  let looked = 0
  for (const [name, window] of callers) {
    if (looked++ === 2) return
    callers.delete(name)
    if (drop(window, now).count > 0) callers.set(name, window)
    else windows.remove(window)
  }
}

function drop(window: Window, now: number): Window {
  while (window.count > 0 && (window.times[window.first] ?? 0) <= now - windowSpan) {
    window.first = (window.first + 1) % window.times.length
    window.count--
  }
  return window
}

export const allowances = defineRecord({
  name: 'allowance',
  key: ({ operation, caller }: Window) => `${operation}\n${caller}`,
  open: createAllowances,
})
