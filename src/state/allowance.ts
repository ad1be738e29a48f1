/** What each caller has left of each rate limit: exact sliding windows of a minute. */

import { getOrCreate } from '../wire/get-or-create.ts'
import { windowSeconds } from '../wire/rate-limits.ts'

export interface Allowance {
  readonly limit: number
  readonly left: number
  /** For a caller with nothing left: when it has one call again. For others: when the window is empty. World milliseconds. */
  readonly resetsAt: number
}

/** The times of the last calls, oldest first, in a ring as long as the limit. */
interface Window {
  readonly times: Float64Array
  first: number
  count: number
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

const span = windowSeconds * 1000
/** Beyond this number of callers, a row forgets callers whose window is empty. */
const crowd = 10_000

/** By row and caller. */
export type AllowanceData = Map<string, Map<string, Window>>

export function createAllowances(rows: AllowanceData = new Map()): Allowances {
  function windowOf(row: string, caller: string, limit: number, now: number): Window {
    const callers = getOrCreate(rows, row, () => new Map<string, Window>())
    const known = callers.get(caller)
    if (known?.times.length === limit) return drop(known, now)
    if (!known && callers.size >= crowd) forget(callers, now)
    const made = known ? resized(drop(known, now), limit, now) : empty(limit)
    callers.set(caller, made)
    return made
  }

  /** Says that a window has changed: what is kept in a folder learns of it here. */
  const changed = (row: string, caller: string, window: Window) => void rows.get(row)?.set(caller, window)

  const state = (window: Window, limit: number, now: number, left: number): Allowance => ({
    limit,
    left,
    resetsAt: window.count > 0 ? (window.times[left > 0 ? (window.first + window.count - 1) % limit : window.first] ?? now) + span : now,
  })

  return {
    spend(row, caller, limit, now) {
      const window = windowOf(row, caller, limit, now)
      if (window.count >= limit) return state(window, limit, now, -1)
      window.times[(window.first + window.count) % limit] = now
      window.count++
      window.guessed = false
      changed(row, caller, window)
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
      const window = fill(windowOf(row, caller, limit, now), limit - left, now)
      window.guessed = guessed
      changed(row, caller, window)
    },
    list: () => [...rows].flatMap(([row, callers]) => [...callers].map(([caller, { times }]) => ({ row, caller, limit: times.length }))),
    clear: () => rows.clear(),
  }
}

const empty = (limit: number): Window => ({ times: new Float64Array(limit), first: 0, count: 0, guessed: false })

function fill(window: Window, count: number, now: number): Window {
  window.first = 0
  window.count = Math.min(window.times.length, Math.max(0, count))
  window.times.fill(now, 0, window.count)
  return window
}

/** Callers with different limits can share one identity: the calls they made stay in the window. */
function resized({ times, first, count, guessed }: Window, limit: number, now: number): Window {
  if (guessed) return fill(empty(limit), limit - (times.length - count), now)
  const made = empty(limit)
  made.count = Math.min(limit, count)
  for (let at = 0; at < made.count; at++) made.times[at] = times[(first + count - made.count + at) % times.length] ?? now
  return made
}

/** Looks at two callers only, the ones it has not looked at for longest: no call pays for the number of callers. */
function forget(callers: Map<string, Window>, now: number): void {
  let looked = 0
  for (const [name, window] of callers) {
    if (looked++ === 2) return
    callers.delete(name)
    if (drop(window, now).count > 0) callers.set(name, window)
  }
}

function drop(window: Window, now: number): Window {
  while (window.count > 0 && (window.times[window.first] ?? 0) <= now - span) {
    window.first = (window.first + 1) % window.times.length
    window.count--
  }
  return window
}
