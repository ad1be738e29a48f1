/** Judges a run: finds problems that are not in the clean run and that no fault excuses, and determines each fault's effect. */
import { parseJson, scan } from '../../../service/wire/json.ts'
import { type Expectations, namesOf } from '../faults.ts'
import type { Violation } from '../invariants.ts'
import { type Demand, lasts } from './fault.ts'
import { type Difference, differences, type Ran } from './run.ts'
import type { Planned, Schedule } from './schedule.ts'
import { behaviourOf, type Step } from './trace.ts'

/** Results of the runs without faults. */
export interface Clean {
  readonly ran: Ran
  readonly unstableColumns: ReadonlySet<string>
  /** A run's time limit, in real milliseconds. */
  readonly time: number
}

export interface Problem {
  /** Identifies the problem. The same problem has the same key in every run. */
  readonly key: string
  /** Completes "your client …". */
  readonly sentence: string
}

function demandOf(met: Schedule, expected: Expectations): Demand {
  const demands = met.map(
    ({ point: { fault } }) =>
      namesOf(fault)
        .map((name) => expected.get(name))
        .find((demand) => demand !== undefined) ?? fault.demand,
  )
  for (const other of ['another', 'notice'] as const) if (demands.includes(other)) return other
  const isRepeated = met.some(({ times }) => times > 1) || new Set(met.map(({ point }) => point.target)).size < met.length
  return demands.includes('end') || isRepeated ? 'end' : 'survive'
}

const metOf = (schedule: Schedule, trace: readonly Step[]): Planned[] =>
  schedule.filter((_, at) => trace.some(({ applied }) => applied.includes(at)))

export function problemsOf(ran: Ran, clean: Clean, schedule: Schedule, expected: Expectations): Problem[] {
  const met = metOf(schedule, ran.trace)
  const demand = demandOf(met, expected)
  if (ran.code === null) return [{ key: 'time', sentence: 'does not finish' }]
  const failed = ran.code !== clean.ran.code
  const mayClose = failed && demand !== 'survive'
  const isOther = demand === 'another' || demand === 'notice'
  const problems: Problem[] = newIn(ran, clean.ran)
    .filter(({ key, demanded }) => (demanded === 'success' ? !failed && !isOther : !(mayClose && ofEndpoints.has(key))))
    .map(({ key, sentence }) => ({ key, sentence: key.startsWith('verdict') ? `breaks a rule: ${sentence}` : sentence }))
  if (failed && demand === 'survive')
    problems.push({ key: 'exit', sentence: `gives up with exit code ${ran.code}${ran.said ? `: ${ran.said}` : ''}` })
  if (demand === 'notice' && !failed) problems.push(...ignored(ran, clean, met))
  if (!isOther && !failed) problems.push(...ofWorld(ran, clean, schedule))
  return met.length > 0 && met.every(({ point: { fault } }) => fault.name === 'grease') ? problems.map(intolerant) : problems
}

/** Returns the violations that occur only with faults. Intended duplicates, for example, also occur without faults. */
export const newIn = ({ broken }: Ran, clean: Ran): Violation[] =>
  broken.filter(({ key, sentence }) => !clean.broken.some((known) => known.key === key && known.sentence === sentence))

/** Rewords a problem in a run whose only faults are additional members in replies. */
const intolerant = ({ sentence }: Problem): Problem => ({ key: 'additions', sentence: `does not tolerate additions: it ${sentence}` })

/** A client that gives up closes its endpoint, possibly during a delivery. */
const ofEndpoints: ReadonlySet<string> = new Set(['verdict webhook-answers', 'verdict webhook-validation'])

/** Detects a client that polls its messages, sees that a message has failed, and does not react. */
function ignored({ trace }: Ran, { ran: first }: Clean, met: Schedule): Problem[] {
  if (!hasRead(first.trace, (status) => status.endsWith('_Delivered')) || String(changesOf(trace)) !== String(changesOf(first.trace)))
    return []
  const read = met.find(({ point: { fault } }) => hasRead(trace, (status) => status === fault.ends))
  return read ? [{ key: 'ignored', sentence: 'reads this status, and finishes as if the message had arrived' }] : []
}

const readsOfMessages: ReadonlySet<string> = new Set(['notifications.getShipment', 'notifications.readFeed'])

const hasRead = (trace: readonly Step[], fits: (status: string) => boolean) =>
  trace.some(
    ({ target, status, cut, replyBody }) => readsOfMessages.has(target) && status === 200 && !cut && statusesIn(replyBody ?? '').some(fits),
  )

/** Searches the text instead of parsing it, because the journal truncates long replies, which leaves them invalid JSON. */
function statusesIn(reply: string): string[] {
  const statuses: string[] = []
  scan(reply, (path, end) => {
    if (path.at(-1) === 'status') statuses.push(reply.slice(reply.lastIndexOf('"', end - 2) + 1, end - 1))
  })
  return statuses
}

const changesOf = (trace: readonly Step[]) =>
  trace
    .filter(({ isCall, commits }) => isCall && commits > 0)
    .map(({ target }) => target)
    .sort()

/** Compares a successful client's final world with that of the clean run. */
function ofWorld(ran: Ran, { ran: first, unstableColumns }: Clean, schedule: Schedule): Problem[] {
  const all = allowing(ran, schedule, differences(first.image, ran.image, unstableColumns))
  return [...new Set(all.map(({ collection }) => collection))].map((collection) => {
    const [extra, missing] = [true, false].map((each) => all.filter((one) => one.collection === collection && one.extra === each).length)
    const parts = [...(extra ? [`${extra} more`] : []), ...(missing ? [`${missing} fewer`] : [])]
    return {
      key: `world ${collection}`,
      sentence: `succeeds, but leaves different ${collection} behind than without the fault: ${parts.join(', ')}`,
    }
  })
}

/** Ignores transfers whose id never reached the client, because the reply was lost or unreadable. */
function allowing({ trace }: Ran, schedule: Schedule, all: readonly Difference[]): Difference[] {
  const creating = ['fileTransfer.initialize', 'fileTransfer.initializeAndUpload', 'resumableUpload.createUpload']
  const isUnread = ({ cut, applied }: Step) => cut || applied.some((at) => unreadable.has(schedule[at]?.point.fault.name ?? ''))
  let lost = trace.filter((step) => creating.includes(step.target) && step.commits > 0 && isUnread(step)).length
  return all.filter(
    ({ collection, extra }) => !(extra && (collection === 'fileTransfers' || collection === 'resumableUploads') && lost-- > 0),
  )
}

const unreadable = new Set(['truncated', 'garbled-json', 'garbled-type'])

export type Meeting = 'unmet' | 'applied' | 'effective'

export function meetingsOf(ran: Ran, clean: Clean, schedule: Schedule): Meeting[] {
  // With several faults, later changes cannot be attributed to a single fault.
  const changed = schedule.length === 1 && changesLater(ran, clean)
  return schedule.map(({ point }, at) => {
    const steps = ran.trace.filter(({ applied }) => applied.includes(at))
    if (steps.length === 0) return 'unmet'
    const { fault } = point
    const before = (step: Step) =>
      clean.ran.trace.find(({ target, nth }) => target === point.target && nth === (lasts(fault) ? step.nth : point.nth))
    const isOther = fault.effects.shuffle === undefined ? differs : (step: Step, known?: Step) => wordsIn(step) !== wordsIn(known)
    return changed || steps.some((step) => isOther(step, before(step))) ? 'effective' : 'applied'
  })
}

const differs = (step: Step, before: Step | undefined): boolean =>
  before === undefined ||
  step.cut !== before.cut ||
  step.status !== before.status ||
  step.received !== before.received ||
  step.commits !== before.commits ||
  (step.isCall && step.isJson !== before.isJson) ||
  isBroken(step) !== isBroken(before)

/** Returns the reply without ids and times. Comparing sizes is not enough, because a reordered list has the same size. */
const wordsIn = (step: Step | undefined) => step?.replyBody?.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}|[0-9]/g, '')

const isBroken = ({ isJson, replyBody, isWhole }: Step): boolean =>
  isJson && isWhole && replyBody !== null && parseJson(replyBody) === undefined

/** True if the client's calls or the final records differ from the clean run. */
const changesLater = (ran: Ran, { ran: first, unstableColumns }: Clean): boolean =>
  answersOf(ran.trace) !== answersOf(first.trace) || differences(first.image, ran.image, unstableColumns).length > 0

/** Returns the client's calls with their statuses, sorted because the order of the calls can vary. */
const answersOf = (trace: readonly Step[]) => behaviourOf(trace).sort().join()
