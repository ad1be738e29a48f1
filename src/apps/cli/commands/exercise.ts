/** `standin exercise -- <command>`: runs a command under each scenario that its client can meet, and shows how the client behaves. */
import { randomUUID } from 'node:crypto'
import { unknownName } from '../../../service/wire/nearest.ts'
import { isAllRefused, refusedIn } from '../../explore/trace.ts'
import { matrixText, notExercisedIn, type Run } from '../exercises/matrix.ts'
import { defineCommand, type Input, withProgress } from '../frame/command.ts'
import { address, bare, duration, option, optional, someText } from '../frame/option.ts'
import { print } from '../frame/print.ts'
import { type Connection, json, namesAt } from '../frame/remote.ts'
import { createLog } from '../serving/log.ts'
import { startOptions } from '../serving/start-options.ts'
import { ownPort, withOwnServer } from './run.ts'

const options = {
  only: {
    ...optional('A scenario to run under; several with spaces between. Every one that the client can meet when absent', someText),
    many: true,
    completes: 'scenarios',
  } as const,
  limit: { ...option('How long all runs together may take, such as 10m', duration, 600_000), shown: '10m' },
  server: { ...optional('The address of a server that runs, such as http://127.0.0.1:4300', address), shown: 'a server of its own' },
  allowPartial: bare('Let the exit code be 0 also where --limit left scenarios out'),
  showOutput: bare('Show what the command writes'),
  ...startOptions,
  port: ownPort,
  json,
}

/** Real milliseconds that a run gets at least, and how many times the first run. */
const [leastTime, timesFirst] = [30_000, 5]

export const exercise = defineCommand({
  name: 'exercise',
  summary: 'Run a command under each scenario that its client can meet, and judge the client',
  options,
  takesCommand: true,
  examples: [
    ['standin exercise -- npm test', 'Each run has a world of its own, in STANDIN_URL; the exit code of the command is shown, not judged'],
    ['standin exercise --only outage-all --only order-lost-reply -- node my-client.js', 'Under these scenarios'],
  ],
  async run(input) {
    const { values, io, config } = input
    if (values.server !== undefined) return exerciseAt({ url: values.server, adminToken: values.adminToken }, input)
    const { only: _only, limit: _limit, server: _server, allowPartial: _allow, showOutput: _show, ...served } = values
    const log = createLog(io, 'off', values.logLevel)
    return withOwnServer({ values: { ...served, verdicts: true, json: false }, config, io, log }, ({ url }, adminToken) =>
      exerciseAt({ url, adminToken }, input),
    )
  },
})

async function exerciseAt(server: Connection, input: Input<typeof options>): Promise<number> {
  const { values, io } = input
  const does = 'Running the command'
  // The lines of the command would mix with it.
  const { all, leftOut, before, isHopeless, isAsked, known } = values.showOutput
    ? await runAll(server, input, () => {})
    : await withProgress(io, { does }, ({ tell }) => runAll(server, input, (done, of) => tell({ does, done, of, unit: 'runs' })))
  const runs = all.map(({ run }) => run)
  const isCalled = all.some(({ targets }) => targets.size > 0)
  const red = redIn({ runs, leftOut, isCalled, isAllRefused: isHopeless, isAsked, allowPartial: values.allowPartial })
  print(io, values, { first: before, runs, leftOut, notExercised: notExercisedIn(runs, known), red }, matrixText)
  return red.length > 0 || runs.some(({ verdicts }) => Object.values(verdicts).includes('bad')) ? 1 : 0
}

/** `progress`: told how many runs there have been. */
async function runAll(server: Connection, { values, io, rest }: Input<typeof options>, progress: (done: number, of: number) => void) {
  const begun = performance.now()
  const left = () => values.limit - (performance.now() - begun)
  const name = `exercise-${randomUUID().slice(0, 8)}`
  const running = { server, command: rest, quiet: !values.showOutput, io }
  const { runUnder, scenariosFor } = await import('../exercises/run-under.ts')
  const named = values.only === undefined ? null : namedIn(values.only, await namesAt(server, 'scenarios'))
  const first = await runUnder({ ...running, world: `${name}-0`, scenario: null, limit: left() })
  const time = Math.max(leastTime, timesFirst * (performance.now() - begun))
  const before = [...endingOf(first.run), ...refusedIn(first.calls)].map((sentence) => `Without a scenario, ${sentence}`)
  for (const sentence of before) io.stderr.say(sentence)
  const isHopeless = isAllRefused(first.calls)
  const all = [first]
  const leftOut: string[] = []
  const scenarios = isHopeless ? [] : (named ?? (await scenariosFor(server, first.targets)))
  for (const scenario of scenarios) {
    progress(all.length, scenarios.length + 1)
    if (left() <= 0) leftOut.push(scenario)
    else all.push(await runUnder({ ...running, world: `${name}-${all.length}`, scenario, time, limit: left() }))
  }
  return { all, leftOut, before, isHopeless, isAsked: named !== null, known: first.verdicts }
}

const endingOf = ({ exitCode }: Run): string[] =>
  exitCode === 0 ? [] : [exitCode === null ? 'the command does not end.' : `the command ends with exit code ${exitCode}.`]

/** The scenarios that `--only` names. */
function namedIn(only: string, all: readonly string[]): readonly string[] {
  const named = only.split(/[\s,]+/).filter((each) => each !== '')
  const unknown = named.find((each) => !all.includes(each))
  if (unknown !== undefined) throw unknownName(`--only: there is no scenario ${JSON.stringify(unknown)}.`, unknown, all)
  return named
}

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

/** What makes the exit code 1, beside bad clients: the exercise does not show what it seems to show. One sentence each. */
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
