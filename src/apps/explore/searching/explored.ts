/** Explores a client: searches, minimizes the failures, adds proofs where possible, and writes the results. */
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { stringify } from 'yaml'
import { beginRecording, endRecording } from '../../../control/recordings.ts'
import type { Simulator } from '../../../control/simulator.ts'
import { repeatableOrders } from '../../../control/verdicts.ts'
import { makeFolder } from '../../../platform/node-path.ts'
import { refusals } from '../../../service/areas/areas.ts'
import { operationsById } from '../../../service/areas/index.ts'
import type { WrittenScenario } from '../../../service/failures/read-scenario.ts'
import { contentsBeside, fileStore } from '../../capsules/files.ts'
import type { Problem } from './judge.ts'
import { type Explored, type Finding, findingOf, reduce, reportOf, type Shrunk } from './report.ts'
import type { Session } from './run.ts'
import type { Schedule } from './schedule.ts'
import { type FaultRun, type Progress, rerun, type Searched, type Searching, search, worldOf } from './search.ts'
import { controlInside } from './waiting.ts'

/** `folder`: for the findings' scenarios and capsules. If undefined, no files are written. */
export async function explored(searching: Searching, folder: string | undefined): Promise<Explored> {
  const { session, seed } = searching
  const { failing, reducing } = inTwoParts(searching)
  const searched = await search(failing)
  const findings: Finding[] = []
  const seenOnce: string[] = []
  for (const shrunk of await findingsOf(reducing, searched)) {
    const finding = findingOf(
      shrunk,
      findings.map(({ name }) => name),
    )
    if (shrunk.of > 1 && shrunk.failed === 1) {
      seenOnce.push(finding.sentence)
      continue
    }
    const scenario = await proven(session.simulator, finding.name, finding.scenario, shrunk.schedule)
    const files = folder === undefined ? {} : await keep(folder, finding.name, scenario, { searching: reducing, searched, shrunk })
    findings.push({ ...finding, scenario, ...files })
  }
  return reportOf(searched, { findings, seenOnce }, seed)
}

/** Splits progress reporting into two phases: runs with faults, and runs that minimize failures. */
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
  const client: Session['client'] = (runWorld) => {
    runs += 1
    if (last) progress({ ...last, ms: last.ms + tick() - ended, reducing: runs })
    return session.client(runWorld)
  }
  return { failing: { ...searching, progress: note }, reducing: { ...searching, session: { ...session, client } } }
}

interface Failure {
  readonly run: FaultRun
  readonly problem: Problem
}

/** Kinds of problems, most important first. An important problem often causes minor problems: a duplicate order also changes the world. */
const order = ['invariant', 'verdict', 'additions', 'ignored', 'time', 'exit', 'world']

/** Drops differences in records if there is a more important problem. */
function weightiest(problems: readonly Problem[]): Problem[] {
  const sorted = problems.toSorted((one, other) => weightOf(one) - weightOf(other))
  return sorted.filter((problem, at) => at === 0 || !problem.key.startsWith('world'))
}

const weightOf = ({ key }: Problem) => order.findIndex((each) => key.startsWith(each))

/** Minimizes failures one by one, simplest first, and skips failures that an earlier finding explains. */
async function findingsOf(searching: Searching, searched: Searched): Promise<Shrunk[]> {
  const failures = searched.runs
    .flatMap((run): Failure[] => weightiest(run.problems).map((problem) => ({ run, problem })))
    .toSorted((one, other) => sizeOf(one) - sizeOf(other) || one.run.number - other.run.number)
  const distinct: Shrunk[] = []
  for (const failure of failures) {
    if (distinct.some((each) => explains(each, failure))) continue
    const shrunk = await reduce(searching, searched, failure.run, failure.problem)
    if (!distinct.some((each) => explains(each, shrunk))) distinct.push(shrunk)
  }
  return distinct
}

const sizeOf = ({ run: { schedule } }: Failure) => schedule.reduce((sum, { point, times }) => sum + 10 * times + point.fault.force, 0)

/** True if both failures have the same problem, with faults in the same operations and jobs. Family matters only for exits and timeouts. */
function explains({ problem, schedule }: Shrunk, failure: Failure): boolean {
  if (problem.key !== failure.problem.key) return false
  const isExit = problem.key === 'exit' || problem.key === 'time'
  return schedule.every(({ point }) =>
    failure.run.schedule.some(
      (other) => other.point.target === point.target && (!isExit || other.point.fault.family === point.fault.family),
    ),
  )
}

interface Defect {
  readonly searching: Searching
  readonly searched: Searched
  readonly shrunk: Shrunk
}

/** Writes a finding's files. Replaces files and links with the same name. */
async function keep(folder: string, name: string, document: WrittenScenario, defect: Defect) {
  makeFolder(folder)
  const file = join(folder, `${name}.yaml`)
  await rm(file, { force: true })
  await writeFile(file, stringify(document, { lineWidth: 120 }), { flag: 'wx' })
  return { file, capsule: await capsuleOf(join(folder, `${name}.capsule`), defect) }
}

/** Resolves to the path of the capsule, or to `null` if the client did not fail during the recording. */
async function capsuleOf(path: string, { searching, searched, shrunk }: Defect): Promise<string | null> {
  const { session, signal } = searching
  if (signal.aborted) return null
  const { simulator } = session
  const remove = () => Promise.all([rm(path, { force: true }), rm(contentsBeside(path), { recursive: true, force: true })])
  await remove()
  // Recording starts once the faults are active, because the capsule must include them.
  const begin = () => beginRecording(simulator, { store: fileStore(path), world: worldOf(searching.seed, shrunk.run.number) })
  const { problems } = await rerun(searching, searched, shrunk.run.number, shrunk.schedule, begin)
  await endRecording(simulator)
  if (problems.some(({ key }) => key === shrunk.problem.key)) return path
  await remove()
  return null
}

/** Returns the document, with a proof if one can be generated and passes. */
async function proven(simulator: Simulator, name: string, document: WrittenScenario, schedule: Schedule): Promise<WrittenScenario> {
  const [only] = schedule
  const proof = only && schedule.length === 1 && only.point.nth === 1 ? stepsFor(only.point.target, only.point.fault.effects) : undefined
  if (!proof) return document
  const given = operationsById.get(only?.point.target ?? '')?.example.given
  const whole: WrittenScenario = { ...document, ...(given !== undefined && { given }), proof }
  const { passed } = await controlInside(simulator).call('control.proveScenario', { body: { name, ...whole } })
  return passed ? whole : document
}

type Proof = NonNullable<WrittenScenario['proof']>

function stepsFor(target: string, effects: Readonly<Record<string, unknown>>): Proof | undefined {
  const expected = expectedOf(effects)
  if (expected === undefined || !operationsById.has(target)) return undefined
  const call = target as Extract<Proof[number], { call: unknown }>['call']
  // A repeated order proves that the fault occurs only once.
  const again = repeatableOrders.has(target) ? [{ call, same: 'idempotencyId' as const, expect: isLost(effects) ? 200 : 201 }] : []
  return [{ call, expect: expected }, ...again] as Proof
}

const isLost = ({ disconnect }: Readonly<Record<string, unknown>>): boolean =>
  typeof disconnect === 'object' && disconnect !== null && 'when' in disconnect && disconnect.when === 'after-work'

function expectedOf({ disconnect, refuse, outage, garble }: Readonly<Record<string, unknown>>): unknown {
  if (typeof disconnect === 'object' && disconnect !== null) return 'afterBytes' in disconnect ? { broken: true } : 'disconnect'
  if (typeof refuse === 'object' && refuse !== null && 'code' in refuse) return refusals[refuse.code as keyof typeof refusals].status
  if (outage !== undefined) return 503
  return garble === 'json' ? { json: false } : undefined
}
