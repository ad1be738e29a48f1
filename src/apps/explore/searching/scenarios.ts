/** Runs a client once without a scenario and once under each applicable scenario, and collects exit codes and verdicts. */

import type { VerdictsReply } from '../../../control/client.ts'
import { jobs, operations } from '../../../service/areas/index.ts'
import { createRuleset } from '../../../service/failures/active-rules.ts'
import type { WrittenScenario } from '../../../service/failures/read-scenario.ts'
import { readScenario } from '../../../service/failures/read-scenario.ts'
import { type AnyName, anyName, unknownName } from '../../../service/wire/misuse.ts'
import { newIn } from './judge.ts'
import { type Ran, runIn } from './run.ts'
import { cleanRun, inParallel, type Searching, timeFor, worldOf } from './search.ts'
import { refusedIn } from './trace.ts'

type Word = VerdictsReply['verdicts'][number]['callers'][number]['verdict']

export interface ScenarioRun {
  /** `null` for the first run, which uses no scenario. */
  readonly scenario: string | null
  /** `null` if the client reached its time limit. */
  readonly exitCode: number | null
  /** True if the scenario affected a call or a job. */
  readonly met: boolean
  /** The worst result across all callers for each verdict. Verdicts on the final world are included only if bad. */
  readonly verdicts: Readonly<Record<string, Word>>
}

export interface UnderScenarios {
  /** Refused calls in the run without a scenario, one sentence each. */
  readonly refused: readonly string[]
  readonly runs: readonly ScenarioRun[]
  /** Scenarios skipped because the time limit was reached. */
  readonly leftOut: readonly string[]
  /** Verdicts that no run exercised, with scenarios that would. */
  readonly notExercised: readonly { readonly id: string; readonly exercise: readonly string[] }[]
  /** Reasons why the result is incomplete, one sentence each. */
  readonly red: readonly string[]
}

export interface WhichScenarios {
  /** Scenario names. If absent, every scenario with a rule for one of the client's calls or for a job that the client causes. */
  readonly only?: readonly string[] | undefined
  /** Accepts that the time limit may be reached before every scenario has run. */
  readonly allowPartial?: boolean
}

/** Rejects with {@link Misuse} if a scenario is unknown, or if the client fails without a scenario. */
export async function runUnderScenarios(searching: Searching, { only, allowPartial }: WhichScenarios): Promise<UnderScenarios> {
  const { session, seed, parallel, time, signal, notice } = searching
  const { simulator } = session
  const all = (await simulator.scenarios.list()).scenarios.map(({ name }) => name)
  const unknown = only?.find((name) => !all.some((each) => each === name))
  if (unknown !== undefined) throw unknownName(`--only: unknown scenario ${JSON.stringify(unknown)}.`, unknown, all)
  const { tick } = simulator.platform
  const began = tick()
  const clean = await cleanRun(searching, 1)
  const documents = await documentsFor(searching, only?.map(anyName) ?? all, only ? undefined : clean)
  const ran = new Map<string, ScenarioRun>()
  await inParallel(
    parallel,
    documents.length,
    () => signal.aborted || tick() - began > time,
    async (number) => {
      const { name, document } = documents[number] as (typeof documents)[number]
      const run = await runIn(session, worldOf(seed, number), document, timeFor(clean))
      // Aborting the search also aborts the command, which makes the result meaningless.
      if (signal.aborted) return
      ran.set(name, shown(run, name, clean))
      notice(`${ran.size} of ${documents.length}: ${name}: ${run.code === null ? 'stopped at the time limit' : `exit code ${run.code}`}`)
    },
  )
  const runs = [shown(clean, null, clean), ...documents.flatMap(({ name }) => ran.get(name) ?? [])]
  const leftOut = documents.flatMap(({ name }) => (ran.has(name) ? [] : name))
  const unmet = only ? runs.flatMap(({ met, scenario }) => (met ? [] : (scenario ?? []))) : []
  const red = [
    ...(unmet.length > 0 ? [`No call or job was affected by ${unmet.join(', ')}.`] : []),
    ...(leftOut.length > 0 && !allowPartial
      ? [
          `--time ended before the runs under ${leftOut.join(', ')}. Allow more time, select fewer scenarios with --only, or accept this with --allow-partial.`,
        ]
      : []),
  ]
  return { refused: refusedIn(clean.calls), runs, leftOut, notExercised: notExercisedIn(runs, clean), red }
}

/** `met`: the run whose calls and jobs select the scenarios. */
async function documentsFor({ session: { simulator } }: Searching, names: readonly AnyName[], met: Ran | undefined) {
  const targets = new Set(met?.trace.map(({ target }) => target))
  const rows = [...operations, ...jobs].filter(({ id }) => targets.has(id))
  const replies = await Promise.all(names.map((name) => simulator.scenarios.find(name)))
  return replies.flatMap(({ name, document }) => {
    const ruleset = createRuleset([{ scenario: readScenario(name, document, 'defined'), since: 0 }])
    const fits = !met || rows.some((row) => ruleset.of(row).rules.length > 0)
    // The document was validated when it was read.
    return fits ? [{ name, document: document as unknown as WrittenScenario }] : []
  })
}

const worst: readonly Word[] = ['bad', 'advice', 'good']

function shown(ran: Ran, scenario: string | null, clean: Ran): ScenarioRun {
  const { code, trace, verdicts } = ran
  const words = verdicts.map(({ id, callers }): [string, Word] => [
    id,
    worst.find((word) => callers.some(({ verdict }) => verdict === word)) ?? 'not-exercised',
  ])
  const atEnd = newIn(ran, clean).flatMap(({ key, demanded }): [string, Word][] =>
    key.startsWith('invariant ') && (demanded === 'always' || code === 0) ? [[key.slice('invariant '.length), 'bad']] : [],
  )
  const met = scenario === null || trace.some(({ applied }) => applied.length > 0)
  return { scenario, exitCode: code, met, verdicts: Object.fromEntries([...words, ...atEnd]) }
}

const notExercisedIn = (runs: readonly ScenarioRun[], { verdicts }: Ran): UnderScenarios['notExercised'] =>
  verdicts.flatMap(({ id, callers }) =>
    runs.every((run) => run.verdicts[id] === 'not-exercised')
      ? { id, exercise: [...new Set(callers.flatMap(({ exercise }) => exercise))] }
      : [],
  )
