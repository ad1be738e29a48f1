/** Searches for faults that break a client: runs without faults, then runs with faults. */
import type { Around, Expectations } from '../faults.ts'
import { type Clean, type Meeting, meetingsOf, type Problem, problemsOf } from './judge.ts'
import { type Ran, runIn, type Session, unstableColumns } from './run.ts'
import { countingOnly, createDraws, type Lesson, type Point, type Points, pointsOf, type Schedule, scenarioOf } from './schedule.ts'
import { behaviourOf, demandClean, refusedIn } from './trace.ts'

export interface Searching {
  readonly session: Session
  readonly seed: number
  /** Number of runs with faults. */
  readonly runs: number
  /** Time limit for all runs with faults, in real milliseconds. */
  readonly time: number
  readonly parallel: number
  readonly expected: Expectations
  /** Ends the search. Results so far are reported. */
  readonly signal: AbortSignal
  progress(now: Progress): void
  /** Reports a fact that is known before the runs with faults. */
  notice(sentence: string): void
}

export interface Progress {
  readonly runs: number
  readonly of: number
  readonly met: number
  readonly points: number
  readonly failed: number
  /** Real milliseconds since the first run with faults. */
  readonly ms: number
  /** Number of minimizing runs started so far. Absent during the runs with faults. */
  readonly reducing?: number
}

export interface FaultRun {
  /** Run number, starting at 0. */
  readonly number: number
  readonly schedule: Schedule
  readonly meetings: readonly Meeting[]
  readonly problems: readonly Problem[]
  readonly ran: Ran
}

export interface Searched {
  readonly clean: Clean
  readonly points: Points
  /** Sorted by number, without interrupted runs. */
  readonly runs: readonly FaultRun[]
}

/** A run learns only from runs at least this far back; otherwise the result would depend on the number of parallel runs. */
const behind = 16
/** A run's time limit: the minimum in real milliseconds, and the factor by which it exceeds the time of a run without faults. */
const [leastTime, timesFirst] = [30_000, 5]

/** Returns the name of a run's world. Generated ids depend on the name. */
export const worldOf = (seed: number, run: string | number): string => `explore-${seed < 0 ? `n${-seed}` : seed}-${run}`

/** Rejects with {@link Misuse} if the client fails without faults. */
export async function search(searching: Searching): Promise<Searched> {
  const { session, signal } = searching
  const first = await cleanRun(searching, 1)
  const second = await cleanRun(searching, 2)
  const clean: Clean = { ran: first, unstableColumns: unstableColumns(first.image, second.image), time: timeFor(first, second) }
  const channels = [...new Set(first.image.outbox.map(({ channel }) => String(channel)))]
  const around = { channels, dialect: session.simulator.settings.dialect }
  const points = pointsOf(first.trace, second.trace, around)
  if (signal.aborted) return { clean, points, runs: [] }
  const runs = await faultRuns(searching, clean, points, around)
  return { clean, points, runs }
}

/** Runs the client without faults. Rejects with {@link Misuse} if the client fails. */
export async function cleanRun({ session, seed, notice }: Searching, nth: 1 | 2): Promise<Ran> {
  const ran = await runIn(session, worldOf(seed, `clean-${nth}`), countingOnly, 10 * 60_000)
  demandClean(ran, session.clock === 'driven')
  if (nth === 1) for (const sentence of refusedIn(ran.calls)) notice(`Without faults, ${sentence}`)
  return ran
}

/** Returns the time limit for a run, in real milliseconds. */
export const timeFor = (...clean: readonly Ran[]): number => Math.max(leastTime, ...clean.map(({ ms }) => timesFirst * ms))

/** Calls `one` with each number below `most`, with limited concurrency, until `isOver()`. */
export async function inParallel(parallel: number, most: number, isOver: () => boolean, one: (number: number) => Promise<unknown>) {
  let next = 0
  async function worker(): Promise<void> {
    while (next < most && !isOver()) await one(next++)
  }
  await Promise.all(Array.from({ length: parallel }, worker))
}

async function faultRuns(searching: Searching, clean: Clean, points: Points, around: Around): Promise<FaultRun[]> {
  const { session, seed, runs: most, parallel, signal, progress, time } = searching
  const { tick } = session.simulator.platform
  const steps = new Map(clean.ran.trace.toReversed().map((step) => [step.target, step]))
  const draws = createDraws({ seed, points, steps, around })
  const done: FaultRun[] = []
  const ends: Promise<FaultRun | undefined>[] = []
  const began = tick()
  const isOver = () => signal.aborted || tick() - began > time
  let drawing: Promise<unknown> = Promise.resolve()

  /** Draws schedules one after another, so each is drawn from the same lessons in every search. */
  function drawn(number: number): Promise<Schedule> {
    const next = drawing.then(async () => {
      const lessons = await Promise.all(ends.slice(0, Math.max(0, number - behind)))
      return draws.next(lessons.flatMap((run) => (run ? lessonOf(run) : [])))
    })
    drawing = next
    return next
  }
  async function one(number: number): Promise<FaultRun | undefined> {
    const schedule = await drawn(number)
    if (isOver() || schedule.length === 0) return undefined
    const run = await rerun(searching, { clean }, number, schedule)
    // Aborting the search also aborts the command, which makes the result meaningless.
    if (signal.aborted) return undefined
    done.push(run)
    const met = new Set(done.flatMap(metIds))
    progress({
      runs: done.length,
      of: most,
      met: points.all.filter(({ id }) => met.has(id)).length,
      points: points.all.length,
      failed: done.filter(({ problems }) => problems.length > 0).length,
      ms: tick() - began,
    })
    return run
  }
  await inParallel(parallel, most, isOver, (number) => {
    const run = one(number)
    ends[number] = run
    return run
  })
  return done.toSorted((left, right) => left.number - right.number)
}

/** Runs the client under a schedule. Runs with the same number have worlds of the same name. */
export async function rerun(
  { session, seed, expected }: Searching,
  { clean }: Pick<Searched, 'clean'>,
  number: number,
  schedule: Schedule,
  ready?: () => Promise<unknown>,
): Promise<FaultRun> {
  const ran = await runIn(session, worldOf(seed, number), scenarioOf(schedule), clean.time, ready)
  return {
    number,
    schedule,
    ran,
    meetings: meetingsOf(ran, clean, schedule),
    problems: problemsOf(ran, clean, schedule, expected),
  }
}

const metIds = ({ schedule, meetings }: FaultRun): string[] =>
  schedule.flatMap(({ point }, at) => (meetings[at] === 'unmet' ? [] : point.id))

const lessonOf = (run: FaultRun): Lesson => ({ schedule: run.schedule, met: metIds(run), behaviour: behaviourOf(run.ran.trace).join() })

/** Returns each fault point's best status over all runs. */
export function meetingsIn(points: readonly Point[], runs: readonly FaultRun[]): ReadonlyMap<string, Meeting> {
  const meetingById = new Map<string, Meeting>(points.map(({ id }) => [id, 'unmet']))
  for (const { schedule, meetings } of runs) {
    schedule.forEach(({ point: { id } }, at) => {
      const [before, now] = [meetingById.get(id), meetings[at]]
      if (before !== undefined && now !== undefined && before !== 'effective' && now !== 'unmet') meetingById.set(id, now)
    })
  }
  return meetingById
}
