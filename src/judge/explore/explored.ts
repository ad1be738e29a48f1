/** Explores a client: searches, shrinks what was found, proves it and keeps it. */
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { stringify } from 'yaml'
import type { WrittenScenario } from '../../failures/scenario/grammar.ts'
import { contentsBeside, fileStore } from '../../record/capsule/files.ts'
import { beginRecording, endRecording } from '../../record/capsule/recordings.ts'
import type { Problem } from './judge.ts'
import { proven } from './proof.ts'
import { type Explored, type Finding, findingOf, reportOf } from './report.ts'
import type { Session } from './run.ts'
import { type FaultRun, type Progress, rerun, type Searched, type Searching, search, worldOf } from './search.ts'
import { reduce, type Shrunk } from './shrink.ts'

/** `folder`: where what was found is written; undefined: nowhere. */
export async function explored(searching: Searching, folder: string | undefined): Promise<Explored> {
  const { session, seed } = searching
  const { failing, reducing } = inTwoParts(searching)
  const searched = await search(failing)
  const findings: Finding[] = []
  const seenOnce: string[] = []
  for (const found of await findingsOf(reducing, searched)) {
    const finding = findingOf(
      found,
      findings.map(({ name }) => name),
    )
    if (found.of > 1 && found.failed === 1) {
      seenOnce.push(finding.sentence)
      continue
    }
    const scenario = await proven(session.simulator, finding.name, finding.scenario, found.schedule)
    const kept = folder === undefined ? {} : await keep(folder, finding.name, scenario, { searching: reducing, searched, found })
    findings.push({ ...finding, scenario, ...kept })
  }
  return reportOf(searched, { findings, seenOnce }, seed)
}

/** The runs with faults, and the runs that reduce what failed: both say how far it is. */
function inTwoParts(searching: Searching): { readonly failing: Searching; readonly reducing: Searching } {
  const { session, progress } = searching
  const { tick } = session.simulator.platform
  let last: Progress | undefined
  let [ended, runs] = [0, 0]
  const note = (now: Progress) => {
    last = now
    ended = tick()
    progress(now)
  }
  const client: Session['client'] = (place) => {
    runs += 1
    if (last) progress({ ...last, ms: last.ms + tick() - ended, reducing: runs })
    return session.client(place)
  }
  return { failing: { ...searching, progress: note }, reducing: { ...searching, session: { ...session, client } } }
}

/** A problem that a run with faults has shown. */
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
async function findingsOf(searching: Searching, searched: Searched): Promise<Shrunk[]> {
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

interface DefectFiles {
  /** The file of the scenario. */
  readonly file: string
  /** The file of the capsule; null: the client did not fail while it was recorded. */
  readonly capsule: string | null
}

/** Replaces files and links of the same name. */
async function keep(
  folder: string,
  name: string,
  document: WrittenScenario,
  { searching, searched, found }: { readonly searching: Searching; readonly searched: Searched; readonly found: Shrunk },
): Promise<DefectFiles> {
  await mkdir(folder, { recursive: true })
  const file = join(folder, `${name}.yaml`)
  await rm(file, { force: true })
  await writeFile(file, stringify(document, { lineWidth: 120 }), { flag: 'wx' })
  return { file, capsule: await capsuleOf(join(folder, `${name}.capsule`), { searching, searched, found }) }
}

async function capsuleOf(
  path: string,
  { searching, searched, found }: { readonly searching: Searching; readonly searched: Searched; readonly found: Shrunk },
): Promise<string | null> {
  const { session, signal } = searching
  if (signal.aborted) return null
  const { simulator } = session
  await Promise.all([rm(path, { force: true }), rm(contentsBeside(path), { recursive: true, force: true })])
  // The capsule begins with a world in which the faults are switched on: a replay needs them.
  const begin = () => beginRecording(simulator, { store: fileStore(path), world: worldOf(searching.seed, found.run.number) })
  const { problems } = await rerun(searching, searched, found.run.number, found.schedule, begin)
  await endRecording(simulator)
  if (problems.some(({ key }) => key === found.problem.key)) return path
  await Promise.all([rm(path, { force: true }), rm(contentsBeside(path), { recursive: true, force: true })])
  return null
}
