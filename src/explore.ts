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

/** How long to search, and what to expect. */
export interface Search {
  /** How many runs with faults. Default 200, and without a limit where `time` is given. */
  readonly runs?: number | undefined
  /** Real milliseconds that the runs with faults may take. */
  readonly time?: number | undefined
  /** How many runs at the same time. Default 4. The schedules do not depend on it. */
  readonly parallel?: number | undefined
  /**
   * What moves the clock of each world. `waiting`, the default: the service works without delay, and while the client waits, the clock
   * moves to what comes next. `driven`: the service takes as long as the live one, and only a poll of a record moves the clock, to what
   * the service does next for that record.
   */
  readonly clock?: ExploredClock | undefined
  /**
   * What else a fault demands, by its name, such as `refused NOT-00001`, by a part of it, such as `ends`, or by a status, such as `403`.
   */
  readonly expect?: Readonly<Record<string, Demand>> | undefined
  /**
   * What must hold in the world of each run: functions that get its knobs. They return what is wrong as texts that complete "your client
   * …", or throw it.
   */
  readonly invariants?: readonly OwnInvariant[] | undefined
  /** Where the scenarios and capsules of what was found are written. Absent: nowhere. */
  readonly folder?: string | undefined
  /** Ends the search with what it has. */
  readonly signal?: AbortSignal | undefined
  readonly progress?: ((now: Progress) => void) | undefined
  /** Gets sentences on what is known before the runs with faults, such as a call that is refused without any fault. */
  readonly notice?: ((sentence: string) => void) | undefined
}

/** A search, and the settings of its worlds. */
export interface ExploreOptions extends Search, Omit<StartOptions, 'clock' | 'pace' | 'verdicts'> {}

/** What a client of a run gets: the address of its world, its knobs, and a signal that its time is up. */
export type ExploredClient = (world: RunWorld) => Promise<unknown>

/**
 * Runs a client many times, each time in a world of its own and with other faults, and reports the faults that break it. A client fails
 * when its promise rejects. Rejects with `Misuse` for a client that fails without faults.
 */
export async function explore(client: ExploredClient, options: ExploreOptions = {}): Promise<Explored> {
  const { runs, time, parallel, clock, expect, invariants, folder, signal, progress, notice, ...served } = options
  const searching = { runs, time, parallel, clock, expect, invariants, folder, signal, progress, notice }
  // A server may have to load much before it can refuse.
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
 * The same on a server that runs, for a client that says itself how it ended.
 * @internal
 */
export async function exploreOn(session: Serving, options: Search): Promise<Explored> {
  return (await import('./apps/explore/explored.ts')).explored(await searchingOf(session, options), options.folder)
}

/**
 * Runs the client under scenarios in place of a search, for ten minutes if nothing else is said.
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
