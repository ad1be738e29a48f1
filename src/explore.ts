/** `explore()`: finds the faults that break a client. */

import type { Demand } from './apps/explore/fault.ts'
import type { OwnInvariant } from './apps/explore/invariants.ts'
import type { Explored } from './apps/explore/report.ts'
import type { ExploredClock, RunWorld, Session } from './apps/explore/run.ts'
import type { UnderScenarios, WhichScenarios } from './apps/explore/scenarios.ts'
import type { Progress, Searching } from './apps/explore/search.ts'
import type { Ended } from './apps/explore/trace.ts'
import { machineNow, type StartOptions, startSimulator } from './hosts/on-node.ts'

export type { Explored, Finding } from './apps/explore/report.ts'

/** Options of a search: its length and its expectations. */
export interface Search {
  /** The number of runs with faults. Default 200, or unlimited with `time`. */
  readonly runs?: number | undefined
  /** Limit of real milliseconds for the runs with faults. */
  readonly time?: number | undefined
  /** The number of parallel runs. Default 4. It does not affect the schedules. */
  readonly parallel?: number | undefined
  /**
   * The mode of each world's clock. `waiting`, the default: the service works without delay, and while the client waits, the clock
   * advances to the next job. `driven`: the service takes as long as the live one, and only a poll of a record advances the clock, to the
   * next job of that record.
   */
  readonly clock?: ExploredClock | undefined
  /**
   * Additional demands of faults, by the fault's name, such as `refused NOT-00001`, by a part of it, such as `ends`, or by a status, such as `403`.
   */
  readonly expect?: Readonly<Record<string, Demand>> | undefined
  /**
   * Invariants of each run's world: functions that get its knobs. They return violations as texts that complete "your client …", or throw
   * them.
   */
  readonly invariants?: readonly OwnInvariant[] | undefined
  /** The folder for scenarios and capsules of the findings. Absent: none are written. */
  readonly folder?: string | undefined
  /** Ends the search with the results so far. */
  readonly signal?: AbortSignal | undefined
  readonly progress?: ((now: Progress) => void) | undefined
  /** Called with notices before the runs with faults, such as a call that is refused without any fault. */
  readonly notice?: ((sentence: string) => void) | undefined
}

/** A search, and the settings of its worlds. */
export interface ExploreOptions extends Search, Omit<StartOptions, 'clock' | 'pace' | 'verdicts'> {}

/** A client. It gets the address of its world, its knobs, and a signal that ends its time. */
export type ExploredClient = (world: RunWorld) => Promise<unknown>

/**
 * Runs a client many times, each time in a world of its own and with other faults, and reports the faults that break it. A client fails
 * when its promise rejects. Rejects with `Misuse` for a client that fails without faults.
 */
export async function explore(client: ExploredClient, options: ExploreOptions = {}): Promise<Explored> {
  const { runs, time, parallel, clock, expect, invariants, folder, signal, progress, notice, ...served } = options
  const searching = { runs, time, parallel, clock, expect, invariants, folder, signal, progress, notice }
  // Before the start, which may have to load much.
  ;(await import('./apps/explore/faults.ts')).expectationsOf(expect ?? {}, 'expect')
  const settings = { port: 0, sendWindow: 'open', journal: 10_000, ...ofExplorations(clock), ...served } as const
  const { simulator, url, close } = await startSimulator(settings)
  try {
    await simulator.ready()
    return await exploreOn({ simulator, url, client: (world) => endOf(client, world) }, searching)
  } finally {
    await close()
  }
}

/**
 * The settings that every exploration needs. Worlds begin at a whole minute, because the length of a time depends on its fraction, and
 * schedules depend on the length of replies. `now`: milliseconds since 1970.
 * @internal
 */
export const ofExplorations = (clock: ExploredClock = 'waiting', now = machineNow()) =>
  ({
    clock: 'frozen',
    pace: clock === 'driven' ? 'real' : 'instant',
    verdicts: true,
    now: Math.floor(now / 60_000) * 60_000,
  }) as const

async function endOf(client: ExploredClient, world: RunWorld): Promise<Ended> {
  const { signal } = world
  const over = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
  try {
    await Promise.race([client(world), over])
    return { code: signal.aborted ? null : 0 }
  } catch (error) {
    return { code: signal.aborted ? null : 1, said: error instanceof Error ? error.message : String(error) }
  }
}

/**
 * Explores on a running server, with a client that reports how it ended.
 * @internal
 */
export async function exploreOn(session: Serving, options: Search): Promise<Explored> {
  return (await import('./apps/explore/explored.ts')).explored(await searchingOf(session, options), options.folder)
}

/**
 * Runs the client under scenarios instead of a search, by default for ten minutes.
 * @internal
 */
export async function scenariosOn(session: Serving, options: Search, which: WhichScenarios): Promise<UnderScenarios> {
  const searching = await searchingOf(session, { ...options, time: options.time ?? 600_000 })
  return (await import('./apps/explore/scenarios.ts')).runUnderScenarios(searching, which)
}

type Serving = Omit<Session, 'invariants' | 'clock'>

async function searchingOf(session: Serving, options: Search): Promise<Searching> {
  const { time = Number.POSITIVE_INFINITY, parallel = 4, expect = {}, signal = new AbortController().signal, progress = () => {} } = options
  const { invariants = [], clock = 'waiting', notice = () => {} } = options
  const runs = options.runs ?? (time === Number.POSITIVE_INFINITY ? 200 : Number.MAX_SAFE_INTEGER)
  const { expectationsOf } = await import('./apps/explore/faults.ts')
  const { seed } = session.simulator.settings
  const expected = expectationsOf(expect, 'expect')
  return { session: { ...session, invariants, clock }, seed, runs, time, parallel, expected, signal, progress, notice }
}
