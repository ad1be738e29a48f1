/** Whether a fault that was met also changed something: silence there would count for nothing. */

import { differences } from './image.ts'
import type { Clean } from './judge.ts'
import type { Ran } from './run.ts'
import type { Schedule } from './schedule.ts'
import { behaviourOf, type Step } from './trace.ts'

/** The progress of a point. */
export type Meeting = 'unmet' | 'applied' | 'effective'

/** For each fault of the schedule. */
export function meetingsOf(ran: Ran, clean: Clean, schedule: Schedule): Meeting[] {
  // What several faults changed later belongs to none of them alone.
  const changed = schedule.length === 1 && changesLater(ran, clean)
  return schedule.map(({ point }, at) => {
    const steps = ran.trace.filter(({ applied }) => applied.includes(at))
    if (steps.length === 0) return 'unmet'
    const before = clean.ran.trace.find(({ target, nth }) => target === point.target && nth === point.nth)
    const isOther = point.fault.effects.shuffle === undefined ? differs : (step: Step, known?: Step) => wordsIn(step) !== wordsIn(known)
    return changed || steps.some((step) => isOther(step, before)) ? 'effective' : 'applied'
  })
}

/** Bytes, status or commit. */
const differs = (step: Step, before: Step | undefined): boolean =>
  before === undefined ||
  step.cut !== before.cut ||
  step.status !== before.status ||
  step.received !== before.received ||
  step.commits !== before.commits ||
  (step.isCall && step.isJson !== before.isJson) ||
  isBroken(step) !== isBroken(before)

/** Another order has as many bytes. Ids and times differ in each run. */
const wordsIn = (step: Step | undefined) => step?.replyBody?.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}|[0-9]/g, '')

function isBroken({ isJson, replyBody }: Step): boolean {
  if (!isJson || replyBody === null) return false
  return !/[\]}"\w]\s*$/.test(replyBody)
}

/** Later calls, or a record. */
const changesLater = (ran: Ran, { ran: first, unstableColumns }: Clean): boolean =>
  answersOf(ran.trace) !== answersOf(first.trace) || differences(first.image, ran.image, unstableColumns).length > 0

/** A client may order its own calls otherwise each time. */
const answersOf = (trace: readonly Step[]) => behaviourOf(trace).sort().join()
