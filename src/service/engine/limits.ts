/** Rate limits: each caller's limit and its calls in the last minute. Source: decisions §4. */
import { type Dialect, dialectOf } from '../areas/dialect.ts'
import type { Caller } from '../tokens/caller.ts'
import { type LimitName, windowSeconds } from '../wire/vocabulary.ts'
import { getOrCreate } from '../wire/when-needed.ts'
import { countWhile, defineRecord, type Table } from '../world/records.ts'
import type { Seed } from '../world/registers.ts'
import type { World } from '../world/world.ts'

/** Calls per minute, keyed by operation. */
export type CallerLimits = Readonly<Record<string, number>>

/** A client's or organization's limits, if they differ from the fixtures. `null` for the usual limits. */
export interface ChangedCaller {
  readonly caller: string
  readonly limits: CallerLimits | null
}

export const changedCallers = defineRecord({
  name: 'caller',
  key: ({ caller }: ChangedCaller) => caller,
})

const known = new WeakMap<Seed, ReadonlyMap<string, CallerLimits>>()

/** Returns the callers' limits in the fixtures, keyed by client id or organization number. The map is built once per set of fixtures. */
function fixed(fixtures: Seed): ReadonlyMap<string, CallerLimits> {
  return getOrCreate(known, fixtures, () => {
    const callers = new Map<string, CallerLimits>()
    for (const { clientId, orgNo, limits } of fixtures.callers) {
      const name = clientId ?? orgNo ?? ''
      callers.set(name, { ...callers.get(name), ...limits })
    }
    return callers
  })
}

export function ownLimits({ fixtures, of }: World, caller: string): CallerLimits | undefined {
  const changed = of(changedCallers).get(caller)
  return changed ? (changed.limits ?? undefined) : fixed(fixtures).get(caller)
}

export function callersOf(world: World): ReadonlyMap<string, CallerLimits> {
  const names = [...fixed(world.fixtures).keys(), ...Array.from(world.of(changedCallers).values(), ({ caller }) => caller)]
  return new Map(
    names.flatMap((name) => {
      const limits = ownLimits(world, name)
      return limits ? [[name, limits] as const] : []
    }),
  )
}

/** Returns the number of calls per minute that a caller may make to a row. */
export function limitOf(
  world: World,
  caller: Pick<Caller, 'clientId' | 'orgNo'> | undefined,
  name: LimitName,
  dialect: Dialect = dialectOf(world),
): number {
  return (
    ownLimits(world, caller?.clientId ?? '')?.[name] ??
    ownLimits(world, caller?.orgNo ?? '')?.[name] ??
    dialect.limits[name][world.settings.rateLimits === 'earlier' ? 'earlier' : 'current']
  )
}

export interface Allowance {
  readonly limit: number
  readonly left: number
  /** If no calls are left, when the next call is allowed; otherwise, when the window will be empty. In milliseconds of world time. */
  readonly resetsAt: number
}

/** A caller's calls that count against a limit. Plain data. */
export interface Window {
  readonly operation: string
  readonly caller: string
  readonly limit: number
  /** The calls' times in milliseconds of world time, oldest first. Up to half of these times can be older than {@link windowSpan}. */
  readonly calls: number[]
  /** True if the window was set before the caller's first call. The limit is then a guess, and only the number of calls left matters. */
  guessed: boolean
}

export interface Allowances {
  /** Counts a call. `left` is -1 if there were no calls left. */
  spend(row: string, caller: string, limit: number, now: number): Allowance
  look(row: string, caller: string, limit: number, now: number): Allowance
  holds(row: string, caller: string, now: number): boolean
  /** Leaves the caller `left` calls, as if all other calls had just been made. */
  set(row: string, caller: string, limit: number, left: number, now: number): void
  /** All windows that have been used. */
  list(): { row: string; caller: string; limit: number }[]
  clear(): void
}

/** Window length, in milliseconds of world time. */
export const windowSpan = windowSeconds * 1000
/** If there are more windows than this, empty windows are dropped. */
const crowd = 10_000

export function createAllowances(windows: Table<Window>): Allowances {
  const known = (row: string, caller: string) => windows.get(windowKey(row, caller))
  function windowOf(row: string, caller: string, limit: number, now: number): Window {
    const window = known(row, caller)
    if (window?.limit === limit) return window
    if (!window && windows.size >= crowd) forget(windows, now)
    const made = window ? resized(window, limit, now) : { operation: row, caller, limit, calls: [], guessed: false }
    windows.put(made)
    return made
  }

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
      const window = known(row, caller)
      return window !== undefined && countIn(window, now) > 0
    },
    set(row, caller, limit, left, now) {
      const guessed = known(row, caller)?.guessed ?? true
      windowOf(row, caller, limit, now)
      windows.put({ operation: row, caller, limit, calls: callsAt(now, limit - left, limit), guessed })
    },
    list: () => Array.from(windows.values(), ({ operation, caller, limit }) => ({ row: operation, caller, limit })),
    clear: windows.clear,
  }
}

/** Maximum number of timestamps that Standin makes up for a window. Needed because a fixture can set any limit. */
const mostMadeUp = 1_000_000

/** Returns `count` timestamps that all equal `now`, but at most as many as the limit. */
const callsAt = (now: number, count: number, limit: number): number[] =>
  Array<number>(Math.min(limit, mostMadeUp, Math.max(0, count))).fill(now)

/** Returns a window with a different limit and the same calls, because callers with different limits can share an identity. */
function resized(window: Window, limit: number, now: number): Window {
  const count = countIn(window, now)
  const calls = window.guessed ? callsAt(now, limit - (window.limit - count), limit) : lastCalls(window.calls, Math.min(limit, count))
  return { ...window, limit, calls, guessed: false }
}

const lastCalls = (calls: readonly number[], count: number): number[] => calls.slice(calls.length - count)

/** Returns the calls in a window that are stored: at most as many as the limit allows. */
export const writtenCalls = ({ calls, limit }: Window): number[] => lastCalls(calls, Math.min(limit, calls.length))

/** Checks only the two windows that were checked least recently, so the cost does not grow with the number of callers. */
function forget(windows: Table<Window>, now: number): void {
  let checked = 0
  for (const window of windows.values()) {
    if (checked++ === 2) return
    windows.remove(window)
    if (countIn(window, now) > 0) windows.put(window)
  }
}

/** Counts calls in the last minute. Removes older calls once they are the majority, so that the cost per call stays constant. */
function countIn({ calls }: Window, now: number): number {
  const over = countWhile(calls, (at) => at <= now - windowSpan)
  const count = calls.length - over
  if (over > count) calls.splice(0, over)
  return count
}

const windowKey = (row: string, caller: string) => `${row}\n${caller}`

export const allowances = defineRecord({
  name: 'allowance',
  transient: true,
  key: ({ operation, caller }: Window) => windowKey(operation, caller),
  open: createAllowances,
})
