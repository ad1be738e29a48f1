/** Compares a reply's verdicts with a baseline, and lists the reasons for a failure. */
import type { ControlReply } from '../../../control/client.ts'

export type VerdictsReply = ControlReply<'control.listVerdicts'>
type Verdict = VerdictsReply['verdicts'][number]

export interface Judgement extends Omit<Verdict, 'callers'>, Omit<Verdict['callers'][number], 'exercise'> {
  readonly exercise: readonly string[]
  /** True if the baseline contains this judgement. */
  readonly known: boolean
  readonly fails: boolean
}

export interface Judgements {
  readonly all: readonly Judgement[]
  readonly callers: VerdictsReply['callers']
  /** Other reasons for a failure, one sentence each. */
  readonly others: readonly string[]
  readonly notes: readonly string[]
  readonly failed: boolean
}

export type FailOn = 'bad' | 'advice'

export function judge(reply: VerdictsReply, failOn: FailOn, baseline: Baseline): Judgements {
  const all = reply.verdicts.flatMap(({ callers, ...verdict }) =>
    callers.map((one): Judgement => {
      const isOffence = one.verdict === 'bad' || one.verdict === 'advice'
      const known = isOffence && baseline.knows(verdict.id, one.caller)
      return { ...verdict, ...one, known, fails: isOffence && !known && (one.verdict === 'bad' || failOn === 'advice') }
    }),
  )
  const others = [
    ...baseline.stale().map((entry) => `${baseline.file} contains ${entry}, which no longer occurs. Remove it.`),
    ...reply.unmet.map((name) => `The scenario ${name} was active, but affected no calls.`),
    ...reply.missing.map((sentence) => `${sentence}.`),
    ...reply.ours.map(({ call, why }) => `A bug in Standin, not in the client: call ${call}: ${why}.`),
  ]
  const notes = [
    ...(reply.watched ? [] : ['The world was not watched, so only calls in the journal were judged. Start with --verdicts.']),
    ...reply.repeated.map(
      ({ caller, calls }) => `The HTTP library of ${titleIn(reply, caller)} probably retried automatically: calls ${calls.join(', ')}.`,
    ),
  ]
  return { all, callers: reply.callers, others, notes, failed: others.length > 0 || all.some(({ fails }) => fails) }
}

/** Describes the caller's behaviour in a sentence. */
export const said = ({ verdict, sentence, calls }: Judgement): string =>
  verdict === 'not-exercised' || verdict === 'good'
    ? sentence
    : `${sentence} ${calls.length === 1 ? `Call ${calls[0]} contradicts` : `Calls ${calls.join(', ')} contradict`} this.`

function titleIn({ callers }: VerdictsReply, caller: string): string {
  const one = callers.find((each) => each.caller === caller)
  return one ? titleOf(one) : caller
}

/** Formats a caller, for example as `Testdepartementet 991825827, client 8f2c…`. */
export function titleOf({ caller, orgNo, name }: VerdictsReply['callers'][number]): string {
  const organization = [name, orgNo].filter((each) => each !== null).join(' ')
  if (organization === '') return caller
  return caller === orgNo ? organization : `${organization}, client ${caller}`
}

export interface Baseline {
  readonly file: string
  /** True if the baseline contains this verdict on this caller. Marks the entry as used. */
  knows(id: string, caller: string): boolean
  /** Entries that were never used. */
  stale(): string[]
}

export const noBaseline: Baseline = { file: '', knows: () => false, stale: () => [] }
