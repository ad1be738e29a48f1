/** `explore()`: finds the faults that break a client. */

import { machineNow, type StartOptions, startSimulator } from '../../hosts/on-node.ts'
import type { OwnInvariant } from './invariants.ts'
import type { Demand } from './searching/fault.ts'
import type { Explored } from './searching/report.ts'
import type { ExploredClock, RunWorld, Session } from './searching/run.ts'
import type { UnderScenarios, WhichScenarios } from './searching/scenarios.ts'
import type { Progress, Searching } from './searching/search.ts'
import type { Ended } from './searching/trace.ts'

export type { Explored, Finding } from './searching/report.ts'
export type { ScenarioRun, UnderScenarios } from './searching/scenarios.ts'
export type { Progress } from './searching/search.ts'

/** Limits and expectations for a search. */
export interface Search {
  /** Number of runs with faults. Default: 200; unlimited if `time` is set. */
  readonly runs?: number | undefined
  /** Time limit for the runs with faults, in real milliseconds. */
  readonly time?: number | undefined
  /** Number of parallel runs. Default: 4. Does not affect the schedules. */
  readonly parallel?: number | undefined
  /**
   * Mode for each world's clock. `waiting` (default): the service works without delay, and the clock moves to the service's next step while
   * the client waits. `driven`: the service takes as long as the live service, and the clock moves to a record's next step only when the
   * client polls that record.
   */
  readonly clock?: ExploredClock | undefined
  /** Required reactions, keyed by a fault's name (`refused NOT-00001`), a part of the name (`ends`), or a status (`403`). */
  readonly expect?: Readonly<Record<string, Demand>> | undefined
  /**
   * Functions that check each run's final world. A function receives the world's knobs, and either throws or returns violations as strings
   * that complete "your client …".
   */
  readonly invariants?: readonly OwnInvariant[] | undefined
  /** Folder for the findings' scenarios and capsules. If absent, no files are written. */
  readonly folder?: string | undefined
  /** Ends the search early. Results so far are reported. */
  readonly signal?: AbortSignal | undefined
  readonly progress?: ((now: Progress) => void) | undefined
  /** Receives facts that are known before the runs with faults, such as a call that is refused even without faults. */
  readonly notice?: ((sentence: string) => void) | undefined
}

/** Options for a search, and settings for its worlds. */
export interface ExploreOptions extends Search, Omit<StartOptions, 'clock' | 'pace' | 'verdicts'> {}

/** Runs the client once. Receives the URL and knobs of the run's world, and a signal that is aborted at the time limit. */
export type ExploredClient = (world: RunWorld) => Promise<unknown>

/**
 * Runs a client many times, each time in its own world with different faults, and reports the faults that break it. A client fails if its
 * promise rejects. Rejects with `Misuse` if the client fails without faults.
 */
export async function explore(client: ExploredClient, options: ExploreOptions = {}): Promise<Explored> {
  const { runs, time, parallel, clock, expect, invariants, folder, signal, progress, notice, ...served } = options
  const searching = { runs, time, parallel, clock, expect, invariants, folder, signal, progress, notice }
  // Validates first, because starting the server is slow.
  ;(await import('./faults.ts')).expectationsOf(expect ?? {}, 'expect')
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
 * Settings that every exploration needs. Worlds start on a whole minute, because a formatted time is longer if it has a fraction of a
 * second, and schedules depend on the length of replies. `now`: milliseconds since 1970.
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
 * Explores a client on an existing server. The client reports its own exit.
 * @internal
 */
export async function exploreOn(session: Serving, options: Search): Promise<Explored> {
  return (await import('./searching/explored.ts')).explored(await searchingOf(session, options), options.folder)
}

/**
 * Runs the client under scenarios instead of searching. Default time limit: ten minutes.
 * @internal
 */
export async function scenariosOn(session: Serving, options: Search, which: WhichScenarios): Promise<UnderScenarios> {
  const searching = await searchingOf(session, { ...options, time: options.time ?? 600_000 })
  return (await import('./searching/scenarios.ts')).runUnderScenarios(searching, which)
}

type Serving = Omit<Session, 'invariants' | 'clock'>

async function searchingOf(session: Serving, options: Search): Promise<Searching> {
  const { time = Number.POSITIVE_INFINITY, parallel = 4, expect = {}, signal = new AbortController().signal, progress = () => {} } = options
  const { invariants = [], clock = 'waiting', notice = () => {} } = options
  const runs = options.runs ?? (time === Number.POSITIVE_INFINITY ? 200 : Number.MAX_SAFE_INTEGER)
  const { expectationsOf } = await import('./faults.ts')
  const { seed } = session.simulator.settings
  const expected = expectationsOf(expect, 'expect')
  return { session: { ...session, invariants, clock }, seed, runs, time, parallel, expected, signal, progress, notice }
}
