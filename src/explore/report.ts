/** What an exploration found, and what it reached: plain data. */
import type { WrittenScenario } from '../scenario/grammar.ts'
import type { Meeting } from './effective.ts'
import { scenarioOf } from './schedule.ts'
import { meetingsIn, type Searched } from './search.ts'
import { sentenceOf } from './sentence.ts'

/** A fault, or several, that break the client. */
export interface Finding {
  readonly sentence: string
  /** What is wrong, such as `invariant ordered-twice`: one name for each kind. */
  readonly problem: string
  readonly run: number
  readonly scenario: WrittenScenario
}

/** What an exploration found, and how far each fault point has come. */
export interface Explored {
  readonly seed: number
  /** Runs with faults. */
  readonly runs: number
  readonly findings: readonly Finding[]
  /** Each fault point, and how far it has come. */
  readonly points: readonly { readonly target: string; readonly nth: number; readonly fault: string; readonly meeting: Meeting }[]
  /** Calls that only one of the two runs without faults made: nothing is planned there. */
  readonly unstable: readonly string[]
  /** Verdicts that are bad without any fault. */
  readonly badWithoutFaults: readonly string[]
}

export function reportOf({ points, runs, clean }: Searched, seed: number): Explored {
  const meetings = meetingsIn(points.all, runs)
  const known = new Set<string>()
  const findings = runs.flatMap(({ problems, schedule, number }) =>
    problems.flatMap((problem): Finding[] => {
      const key = `${problem.key} ${schedule.map(({ point }) => point.target).join(' ')}`
      if (known.has(key)) return []
      known.add(key)
      const sentence = sentenceOf(schedule, problem)
      return [{ sentence, problem: problem.key, run: number, scenario: scenarioOf(schedule, sentence) }]
    }),
  )
  return {
    seed,
    runs: runs.length,
    findings,
    points: points.all.map(({ id, target, nth, fault: { name } }) => ({ target, nth, fault: name, meeting: meetings.get(id) ?? 'unmet' })),
    unstable: points.unstable,
    badWithoutFaults: clean.ran.bad.map(({ sentence }) => sentence),
  }
}
