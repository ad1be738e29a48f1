/** The result of an exercise: what the verdicts say of each run. */

import { heading, type Table } from '../frame/print.ts'
import type { VerdictsReply } from '../verdicts/judgement.ts'

type Word = 'good' | 'bad' | 'advice' | 'not-exercised'

export interface Run {
  /** Null: the first run, without a scenario. */
  readonly scenario: string | null
  /** Of the command; null: it was ended, because its time was up. */
  readonly exitCode: number | null
  /** Whether its time was up because that of all runs was. */
  readonly cut: boolean
  /** Whether a call or a job met the scenario. */
  readonly met: boolean
  /** The worst of all callers, for each verdict. */
  readonly verdicts: Readonly<Record<string, Word>>
}

export interface Exercise {
  /** What the run without a scenario was refused, and that it ended badly, one sentence each. */
  readonly first: readonly string[]
  readonly runs: readonly Run[]
  /** Scenarios for which no time was left. */
  readonly leftOut: readonly string[]
  /** Verdicts that no run exercised, and scenarios that would. */
  readonly notExercised: readonly { readonly id: string; readonly exercise: readonly string[] }[]
  /** What makes the exit code 1, beside bad clients. */
  readonly red: readonly string[]
}

const worst: readonly Word[] = ['bad', 'advice', 'good', 'not-exercised']

export const worstOf = ({ verdicts }: VerdictsReply): Record<string, Word> =>
  Object.fromEntries(
    verdicts.map(({ id, callers }) => [
      id,
      worst.find((word) => callers.some(({ verdict }) => verdict === word)) ?? ('not-exercised' as const),
    ]),
  )

/** What no run exercised. `known`: from the last reply, with the scenarios of each verdict. */
export const notExercisedIn = (runs: readonly Run[], known: VerdictsReply['verdicts']): Exercise['notExercised'] =>
  known.flatMap(({ id, callers }) =>
    runs.every(({ verdicts }) => verdicts[id] === 'not-exercised')
      ? { id, exercise: [...new Set(callers.flatMap((each) => each.exercise))] }
      : [],
  )

export function matrixText({ first, runs, leftOut, notExercised, red }: Exercise, table: Table): string[] {
  const named = (run: Run, word: Word) => Object.entries(run.verdicts).flatMap(([id, verdict]) => (verdict === word ? id : []))
  const rows = runs.map((run) => [
    run.scenario ?? '(none)',
    run.exitCode === null ? (run.cut ? 'limit' : 'ended') : String(run.exitCode),
    run.scenario === null ? '' : run.met ? 'yes' : 'no',
    named(run, 'bad').join(', ') || '-',
    named(run, 'advice').join(', ') || '-',
    named(run, 'good').join(', ') || '-',
  ])
  const missing = notExercised.map(({ id, exercise }) => (exercise.length > 0 ? `${id} (try ${exercise.join(', ')})` : id))
  return [
    ...(first.length > 0 ? [...first, ''] : []),
    ...table([heading('SCENARIO', 'EXIT', 'MET', 'BAD', 'ADVICE', 'GOOD'), ...rows]),
    ...(missing.length > 0 ? ['', `Never exercised: ${missing.join(', ')}.`] : []),
    ...(leftOut.length > 0 ? ['', `No time was left for: ${leftOut.join(', ')}.`] : []),
    ...red.flatMap((each) => ['', `red: ${each}`]),
  ]
}
