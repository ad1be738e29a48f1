/** What the failing runs have in common: one finding for each defect, shrunk. */
import type { Problem } from './judge.ts'
import type { FaultRun, Searched, Searching } from './search.ts'
import { reduce, type Shrunk } from './shrink.ts'

interface Failure {
  readonly run: FaultRun
  readonly problem: Problem
}

/** What matters most comes first: a client that orders twice also leaves another world. */
const order = ['invariant', 'verdict', 'additions', 'ignored', 'time', 'exit', 'world']

/** Other records say nothing new about a client that breaks a rule. */
function weightiest(problems: readonly Problem[]): Problem[] {
  const sorted = problems.toSorted((one, other) => weightOf(one) - weightOf(other))
  return sorted.filter((problem, at) => at === 0 || !problem.key.startsWith('world'))
}

const weightOf = ({ key }: Problem) => order.findIndex((each) => key.startsWith(each))

/** One after the other, the simplest first: what it explains is not shrunk again. */
export async function findingsOf(searching: Searching, searched: Searched): Promise<Shrunk[]> {
  const failures = searched.runs
    .flatMap((run): Failure[] => weightiest(run.problems).map((problem) => ({ run, problem })))
    .toSorted((one, other) => sizeOf(one) - sizeOf(other) || one.run.number - other.run.number)
  const found: Shrunk[] = []
  for (const failure of failures) {
    if (found.some((each) => explains(each, failure))) continue
    const shrunk = await reduce(searching, searched, failure.run, failure.problem)
    if (!found.some((each) => explains(each, shrunk))) found.push(shrunk)
  }
  return found
}

const sizeOf = ({ run: { schedule } }: Failure) => schedule.reduce((sum, { point, times }) => sum + 10 * times + point.fault.force, 0)

/** The same problem, and faults of the same families at the same calls. */
function explains({ problem, schedule }: Shrunk, failure: Failure): boolean {
  if (problem.key !== failure.problem.key) return false
  const isExit = problem.key === 'exit' || problem.key === 'time'
  return schedule.every(({ point }) =>
    failure.run.schedule.some(
      (other) => other.point.target === point.target && (!isExit || other.point.fault.family === point.fault.family),
    ),
  )
}
