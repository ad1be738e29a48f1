/** Searches for the faults that break a client: runs without faults, runs with faults, and what they found. */
import type { Around, Expectations } from './faults.ts'
import { type Ran, runIn, type Session, unstableColumns } from './run.ts'
import { type Clean, type Meeting, meetingsOf, type Problem, problemsOf } from './searching/judge.ts'
import {
  countingOnly,
  createDraws,
  type Lesson,
  type Point,
  type Points,
  pointsOf,
  type Schedule,
  scenarioOf,
} from './searching/schedule.ts'
import { behaviourOf, demandClean, refusedIn } from './trace.ts'

export interface Searching {
  readonly session: Session
  readonly seed: number
  /** How many runs with faults. */
  readonly runs: number
  /** Real milliseconds for all runs with faults. */
  readonly time: number
  /** Runs at the same time. */
  readonly parallel: number
  readonly expected: Expectations
  /** Ends the search; what was found stays. */
  readonly signal: AbortSignal
  progress(now: Progress): void
  /** Says at once what is known before the runs with faults, as a sentence. */
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
  /** How many runs have begun since then, which reduce what failed to the fewest and mildest faults. Absent: the runs with faults go on. */
  readonly reducing?: number
}

/** A run with faults. */
export interface FaultRun {
  /** From 0. */
  readonly number: number
  readonly schedule: Schedule
  readonly meetings: readonly Meeting[]
  readonly problems: readonly Problem[]
  readonly ran: Ran
}

export interface Searched {
  readonly clean: Clean
  readonly points: Points
  /** In the order of their numbers. Runs that were broken off are left out. */
  readonly runs: readonly FaultRun[]
}

/** A run may learn only from runs that are this far behind, so that it does not matter how many run at the same time. */
const behind = 16
/** Real milliseconds that a run gets at least, and how many times those of a run without faults. */
const [leastTime, timesFirst] = [30_000, 5]

/** The world of a run: its name enters the ids. */
export const worldOf = (seed: number, run: string | number): string => `explore-${seed < 0 ? `n${-seed}` : seed}-${run}`

/** Throws {@link Misuse} for a client that does not end well without faults. */
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

/** A run without faults. Throws {@link Misuse} for a client that does not end well. */
export async function cleanRun({ session, seed, notice }: Searching, nth: 1 | 2): Promise<Ran> {
  const ran = await runIn(session, worldOf(seed, `clean-${nth}`), countingOnly, 10 * 60_000)
  demandClean(ran, session.clock === 'driven')
  if (nth === 1) for (const sentence of refusedIn(ran.calls)) notice(`Without faults, ${sentence}`)
  return ran
}

/** The real milliseconds that a run may take. */
export const timeFor = (...clean: readonly Ran[]): number => Math.max(leastTime, ...clean.map(({ ms }) => timesFirst * ms))

/** Calls `one` with each number below `most`, so many at the same time, until it is over. */
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

  /** Schedules are drawn one after the other, each from the same lessons. */
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
    // What ended the search ended the command too.
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

/** A run of this number, and so in the same world. */
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

/** The points that a run met. */
const metIds = ({ schedule, meetings }: FaultRun): string[] =>
  schedule.flatMap(({ point }, at) => (meetings[at] === 'unmet' ? [] : point.id))

const lessonOf = (run: FaultRun): Lesson => ({ schedule: run.schedule, met: metIds(run), behaviour: behaviourOf(run.ran.trace).join() })

/** The progress of each point in all runs. */
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
