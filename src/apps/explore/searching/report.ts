/** An exploration's report: minimized findings and coverage, as plain data. */

import type { WrittenScenario } from '../../../service/failures/read-scenario.ts'
import type { Meeting, Problem } from './judge.ts'
import { keyOf, type Planned, type Points, type Schedule, scenarioOf } from './schedule.ts'
import { type FaultRun, meetingsIn, rerun, type Searched, type Searching } from './search.ts'
import { shrink } from './shrink.ts'
import { refusedIn } from './trace.ts'

/** A minimal set of faults that break the client. */
export interface Finding {
  readonly sentence: string
  /** The kind of problem, for example `invariant ordered-once`. */
  readonly problem: string
  /** True if the client failed in every repetition. */
  readonly certain: boolean
  /** Number of the run that revealed the failure. */
  readonly run: number
  /** The scenario's name, for example `found-ordered-once-create-order`. */
  readonly name: string
  /** The fault points that together break the client. */
  readonly faults: readonly { readonly target: string; readonly nth: number; readonly fault: string }[]
  readonly scenario: WrittenScenario
  /** Path to the scenario file. Absent if none was written. */
  readonly file?: string
  /** Path to a capsule from the run. `null` if the client did not fail during the recording. Absent if none was written. */
  readonly capsule?: string | null
}

/** An exploration's findings, and the status of each fault point. */
export interface Explored {
  readonly seed: number
  /** Number of runs with faults. */
  readonly runs: number
  readonly findings: readonly Finding[]
  /** Failures that did not occur again in two more runs with the same faults. */
  readonly seenOnce: readonly string[]
  /** Every fault point, with its status and, if it had no effect, the reason. */
  readonly points: readonly {
    readonly target: string
    readonly nth: number
    readonly fault: string
    readonly meeting: Meeting
    readonly why: string | null
  }[]
  /** Calls and jobs that occurred in only one of the two runs without faults. No faults are tried there. */
  readonly unstable: readonly string[]
  /** Calls refused in the run without faults, one sentence each. */
  readonly refused: readonly string[]
  /** Verdicts that are bad even without faults. */
  readonly badWithoutFaults: readonly string[]
  /** Number of schedules with a single fault that was never reached, because the client made different calls. */
  readonly otherCalls: number
}

/** Returns the finding, still without files. `taken`: names already in use. */
export function findingOf({ schedule, problem, failed, of, run }: Shrunk, taken: readonly string[]): Finding {
  const sentence = sentenceOf(schedule, problem)
  const certain = failed === of && of > 1
  const what = [problem.key.split(' ').at(-1) ?? '', ...schedule.map(({ point }) => point.target.slice(point.target.indexOf('.') + 1))]
  const name = `found-${what.join('-')}`
    .replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
    .replace(/[^a-z0-9-]/g, '-')
    .slice(0, 60)
  const same = taken.filter((each) => each === name || each.startsWith(`${name}-`)).length
  return {
    sentence: of === 1 ? `${sentence} It was not tried again.` : certain ? sentence : `${sentence} It does not always happen.`,
    problem: problem.key,
    certain,
    run: run.number,
    name: same === 0 ? name : `${name}-${same + 1}`,
    faults: schedule.map(({ point: { target, nth, fault } }) => ({ target, nth, fault: fault.name })),
    scenario: scenarioOf(schedule, sentence),
  }
}

export function reportOf({ points, runs, clean }: Searched, reduced: Pick<Explored, 'findings' | 'seenOnce'>, seed: number): Explored {
  const meetings = meetingsIn(points.all, runs)
  const planned = new Set(runs.flatMap(({ schedule }) => schedule.map(({ point }) => point.id)))
  return {
    seed,
    runs: runs.length,
    ...reduced,
    points: points.all.map(({ id, target, nth, fault: { name } }) => {
      const meeting = meetings.get(id) ?? 'unmet'
      return { target, nth, fault: name, meeting, why: whyNot(meeting, planned.has(id)) }
    }),
    unstable: points.unstable,
    refused: refusedIn(clean.ran.calls),
    badWithoutFaults: clean.ran.broken.map(({ sentence }) => sentence),
    otherCalls: runs.filter(({ schedule, meetings: met }) => schedule.length === 1 && met.includes('unmet')).length,
  }
}

function whyNot(meeting: Meeting, isPlanned: boolean): string | null {
  if (meeting === 'effective') return null
  if (meeting === 'applied') return 'the fault had no effect'
  return isPlanned ? 'the client made different calls' : 'no runs were left'
}

const ordinals = ['first', 'second', 'third', 'fourth', 'fifth']

/** Returns a description such as `the first createOrder`. */
function whatOf({ point: { target, nth }, times }: Planned): string {
  const name = target.slice(target.indexOf('.') + 1)
  const last = nth + times - 1
  const which = ordinals[nth - 1] ?? `${nth}th`
  return times === 1 ? `the ${which} ${name}` : `the ${which} to ${ordinals[last - 1] ?? `${last}th`} ${name}`
}

function sentenceOf(schedule: Schedule, { sentence }: Problem): string {
  const faults = schedule.map((planned) => {
    const { fault, committed } = planned.point
    return fault.sentence.replaceAll('{}', whatOf(planned)) + (fault.tellsCommit && committed ? ' after the commit' : '')
  })
  return `When ${faults.join(', and ')}, your client ${sentence.replace(/[.!?]$/, '')}.`
}

export interface Shrunk {
  readonly schedule: Schedule
  readonly run: FaultRun
  readonly problem: Problem
  /** Number of failed runs, out of `of` runs under this schedule. */
  readonly failed: number
  readonly of: number
}

/** Maximum number of milder faults to try at the same call. */
const milder = 4
/** Number of repetitions used to tell reproducible failures from flaky ones. */
const again = 2

/** Minimizes a failed run's schedule. */
export async function reduce(searching: Searching, searched: Searched, run: FaultRun, problem: Problem): Promise<Shrunk> {
  const known = new Map([...searched.runs, run].map((each) => [keyOf(each.schedule), each]))
  let best = run
  /** True if the client has the same problem under another schedule. */
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

/** Returns milder candidates: the same fault fewer times, or milder faults in the same call. */
function milderThan({ point, times }: Planned, { all }: Points): Planned[] {
  const once = times > 1 ? [{ point, times: times - 1 }] : []
  const others = all.filter(
    ({ target, nth, fault }) =>
      target === point.target && nth === point.nth && fault.family === point.fault.family && fault.force < point.fault.force,
  )
  return [...once, ...others.slice(0, milder).map((each) => ({ point: each, times }))]
}
