/** What each caller has left of each rate limit: exact sliding windows of a minute. */
import { windowSeconds } from '../wire/rate-limits.ts'
import { remember } from '../wire/remember.ts'

export interface Allowance {
  readonly limit: number
  readonly left: number
  /** When a caller that has nothing left has something again; when the window is empty, for others. World milliseconds. */
  readonly resetsAt: number
}

/** The instants of the last calls, oldest first, in a ring as long as the limit. */
interface Window {
  readonly times: Float64Array
  first: number
  count: number
}

export interface Allowances {
  /** Spends one call; `left` is -1 when there was none to spend. */
  spend(row: string, caller: string, limit: number, now: number): Allowance
  look(row: string, caller: string, limit: number, now: number): Allowance
  /** Leaves the caller so many calls, as if it had just made the others. */
  set(row: string, caller: string, limit: number, left: number, now: number): void
  /** Every window that was ever used: row, caller, and how many calls it holds. */
  list(): { row: string; caller: string; limit: number }[]
  clear(): void
}

const span = windowSeconds * 1000
/** Past this many callers a row begins to forget those whose window is empty. */
const crowd = 10_000

export function createAllowances(): Allowances {
  const rows = new Map<string, Map<string, Window>>()

  function windowOf(row: string, caller: string, limit: number, now: number): Window {
    const callers = remember(rows, row, () => new Map<string, Window>())
    let found = callers.get(caller)
    if (!found || found.times.length !== limit) {
      if (callers.size >= crowd) forget(callers, now)
      found = { times: new Float64Array(limit), first: 0, count: 0 }
      callers.set(caller, found)
    }
    return drop(found, now)
  }

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
      return state(window, limit, now, limit - window.count)
    },
    look(row, caller, limit, now) {
      const window = windowOf(row, caller, limit, now)
      return state(window, limit, now, limit - window.count)
    },
    set(row, caller, limit, left, now) {
      const window = windowOf(row, caller, limit, now)
      window.first = 0
      window.count = limit - Math.min(limit, Math.max(0, left))
      window.times.fill(now, 0, window.count)
    },
    list: () => [...rows].flatMap(([row, callers]) => [...callers].map(([caller, { times }]) => ({ row, caller, limit: times.length }))),
    clear: () => rows.clear(),
  }
}

/** Looks at the two that were not looked at for the longest, so that no call pays for the number of callers. */
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
