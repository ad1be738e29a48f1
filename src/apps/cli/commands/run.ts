/** `standin run -- <command>`: starts a server, runs a command against it, and stops the server. */

import { randomUUID } from 'node:crypto'
import type { RunningSimulator } from '../../../hosts/on-node.ts'
import { addressIn } from '../../../service/engine/address.ts'
import { runCommand } from '../frame/child.ts'
import { defineCommand } from '../frame/command.ts'
import { type Io, terminalOf } from '../frame/io.ts'
import { bare, inGroup, often, option, wholeNumber } from '../frame/option.ts'
import { inColumns, type Table } from '../frame/print.ts'
import { cells } from '../serving/journal-list.ts'
import { createLog } from '../serving/log.ts'
import { type Serving, serve } from '../serving/serve.ts'
import { startOptions } from '../serving/start-options.ts'
import { judge, noBaseline } from '../verdicts/judgement.ts'

/** The port is not read from the environment, because STANDIN_PORT might be another server's port. */
export const ownPort = option("The server's port", wholeNumber(0, 65_535), 0, 'any free port')

/**
 * Runs `use` with a new server, then stops the server. `use` is called once everything has loaded, so its first call is as fast as later
 * calls.
 */
export async function withOwnServer<Result>(
  { values, ...serving }: Serving,
  use: (running: RunningSimulator, adminToken: string) => Promise<Result>,
): Promise<Result> {
  const adminToken = values.adminToken ?? randomUUID()
  const { running, stop } = await serve({ ...serving, values: { ...values, adminToken } })
  try {
    await running.simulator.ready()
    return await use(running, adminToken)
  } finally {
    await stop()
  }
}

const { json: _, ...served } = startOptions

/** Number of calls to print if the command fails. */
const shown = 50

export const run = defineCommand({
  name: 'run',
  summary: 'Run a command, such as your tests, against its own server',
  options: {
    ...served,
    port: often(ownPort),
    ...inGroup('Journal and recording', {
      requireCalls: bare('Exit code 2 if the command makes no calls other than to control endpoints'),
    }),
  },
  takesCommand: true,
  examples: [
    ['standin run -- npm test', "The server's URL is in STANDIN_URL"],
    ['standin run --clock frozen --verdicts -- pytest', 'The same, with "standin start" options'],
    ['standin run --verdicts --require-calls -- npm test', 'In CI: fails if the tests never reach the server'],
  ],
  async run({ values: { requireCalls, ...values }, config, io, rest }) {
    const log = createLog(io, values.log ?? 'off', values.logLevel, values.logControl)
    let calls = 0
    const around: Serving['around'] = (carrier) => (call) => {
      if (!addressIn(call)?.path.startsWith('/_standin')) calls++
      return carrier(call)
    }
    return withOwnServer({ values: { ...values, json: false }, config, io, log, around }, async (running, adminToken) => {
      const { url } = running
      const code = await runCommand(rest, { folder: io.folder, env: environmentWith(running, adminToken, io) })
      if (code !== 0) io.stderr.say(await reportOf(running, code, io))
      else if (values.verdicts) io.stderr.say(await convictionsOf(running))
      if (code !== 0 || calls > 0) return code
      if (requireCalls || values.verdicts)
        io.stderr.say(`The command made no call to ${url}, so there is nothing to judge. Does your client use STANDIN_URL?`)
      return requireCalls ? 2 : code
    })
  },
})

export const environmentWith = ({ url, ca }: RunningSimulator, adminToken: string, { env }: Io) => ({
  ...env,
  STANDIN_URL: url,
  STANDIN_ADMIN_TOKEN: adminToken,
  ...(ca && { NODE_EXTRA_CA_CERTS: ca }),
})

async function reportOf({ simulator }: RunningSimulator, code: number, io: Io): Promise<string[]> {
  const table: Table = (rows) => inColumns(rows, terminalOf({ ...io, stdout: io.stderr }))
  const parts = await Promise.all(
    simulator.worlds().map(async ({ name }) => {
      const knobs = simulator.knobs(name)
      const { journal, total } = knobs.journal.list({ limit: shown })
      if (total === 0) return []
      const calls = [`The last ${journal.length} of ${total} calls in world ${name}:`, ...table(journal.map(cells))]
      const judged = await judgedIn(knobs, ['bad', 'advice'])
      return judged.length === 0 ? calls : [...calls, '', ...judged]
    }),
  )
  const [first = 'It made no calls.', ...others] = parts.flat()
  return [`The command exited with code ${code}. ${first}`, ...others]
}

/** Describes bad verdicts on clients after the command has succeeded. */
async function convictionsOf({ simulator }: RunningSimulator): Promise<string[]> {
  const parts = await Promise.all(simulator.worlds().map(({ name }) => judgedIn(simulator.knobs(name), ['bad'])))
  const lines = parts.flat()
  return lines.length === 0 ? [] : ['The command passed, but a client behaved badly:', '', ...lines]
}

type Knobs = ReturnType<RunningSimulator['simulator']['knobs']>
type VerdictsReply = Awaited<ReturnType<Knobs['verdicts']>>
type Worse = 'bad' | 'advice'

async function judgedIn(knobs: Knobs, shown: readonly Worse[]): Promise<string[]> {
  const verdicts = onlyWorse(await knobs.verdicts(), shown)
  if (verdicts.verdicts.length === 0) return []
  const { asText } = await import('../verdicts/texts.ts')
  return asText(judge(verdicts, 'bad', noBaseline))
}

/** Returns only verdicts with a result in `shown`, and only callers with such a verdict. */
function onlyWorse({ verdicts, ...others }: VerdictsReply, shown: readonly Worse[]): VerdictsReply {
  const worse = verdicts.map(({ callers, ...verdict }) => ({
    ...verdict,
    callers: callers.filter((each) => shown.some((worst) => worst === each.verdict)),
  }))
  const isWorse = (caller: string) => worse.some(({ callers }) => callers.some((each) => each.caller === caller))
  return {
    ...others,
    callers: others.callers.filter(({ caller }) => isWorse(caller)),
    verdicts: worse.filter(({ callers }) => callers.length > 0),
  }
}
