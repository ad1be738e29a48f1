/** Reduces a schedule under which the client fails to the fewest and mildest faults that still break it. */
import { shrink } from '../../record/shrink.ts'
import type { Problem } from './judge.ts'
import { keyOf, type Planned, type Points, type Schedule } from './schedule.ts'
import { type FaultRun, rerun, type Searched, type Searching } from './search.ts'

export interface Shrunk {
  readonly schedule: Schedule
  /** The run that shows it. */
  readonly run: FaultRun
  readonly problem: Problem
  /** Of how many runs under this schedule, how many failed. */
  readonly failed: number
  readonly of: number
}

/** Faults of the same call that are tried in the place of a harder one. */
const milder = 4
/** Runs that tell a certain failure from one that comes and goes. */
const again = 2

/** `run` fails with `problem`. */
export async function reduce(searching: Searching, searched: Searched, run: FaultRun, problem: Problem): Promise<Shrunk> {
  const known = new Map([...searched.runs, run].map((each) => [keyOf(each.schedule), each]))
  let best = run
  /** Whether the client fails in the same way under another schedule. */
  async function fails(schedule: Schedule): Promise<boolean> {
    if (searching.signal.aborted) return false
    const ran = known.get(keyOf(schedule)) ?? (await rerun(searching, searched, run.number, schedule))
    known.set(keyOf(schedule), ran)
    if (!ran.problems.some(({ key }) => key === problem.key)) return false
    best = ran
    return true
  }
  await shrink(run.schedule, fails, { least: 1, milder: (planned) => milderThan(planned, searched.points) })
  let failed = 1
  let of = 1
  for (let time = 0; time < again && !searching.signal.aborted; time++) {
    const { problems } = await rerun(searching, searched, run.number, best.schedule)
    of++
    if (problems.some(({ key }) => key === problem.key)) failed++
  }
  const shown = best.problems.find(({ key }) => key === problem.key) ?? problem
  return { schedule: best.schedule, run: best, problem: shown, failed, of }
}

/** The same fault fewer times, and milder faults of the same call. */
function milderThan({ point, times }: Planned, { all }: Points): Planned[] {
  const once = times > 1 ? [{ point, times: times - 1 }] : []
  const others = all.filter(
    ({ target, nth, fault }) =>
      target === point.target && nth === point.nth && fault.family === point.fault.family && fault.force < point.fault.force,
  )
  return [...once, ...others.slice(0, milder).map((each) => ({ point: each, times }))]
}
