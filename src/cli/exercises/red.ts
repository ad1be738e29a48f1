/** What makes the exit code of an exercise 1, beside bad clients: it does not show what it seems to show. */
import type { Run } from './matrix.ts'

interface Exercised {
  readonly runs: readonly Run[]
  readonly leftOut: readonly string[]
  /** Whether the command called anything. */
  readonly isCalled: boolean
  /** Whether each call of the run without a scenario was refused, so that no other run was made. */
  readonly isAllRefused: boolean
  /** Whether the user named the scenarios. */
  readonly isAsked: boolean
  readonly allowPartial: boolean
}

/** One sentence each. */
export function redIn({ runs, leftOut, isCalled, isAllRefused, isAsked, allowPartial }: Exercised): string[] {
  const cut = runs.flatMap(({ cut, scenario }) => (cut ? (scenario ?? 'the run without a scenario') : []))
  const unmet = runs.flatMap(({ met, cut, scenario }) => (isAsked && !met && !cut && scenario !== null ? scenario : []))
  const more = 'Give more time with --limit, name fewer scenarios with --only, or accept it with --allow-partial.'
  return [
    ...(isCalled ? [] : ['The command called nothing. Its service is the address in STANDIN_URL.']),
    ...(isAllRefused ? ['Without a scenario, each call of the command is refused, so it ran under no scenario.'] : []),
    ...(unmet.length > 0 ? [`No call met ${unmet.join(', ')}.`] : []),
    ...(leftOut.length > 0 && !allowPartial ? [`--limit was over before the runs under ${leftOut.join(', ')}. ${more}`] : []),
    ...(cut.length > 0 && !allowPartial ? [`--limit ended the command before it was done: ${cut.join(', ')}. ${more}`] : []),
  ]
}
