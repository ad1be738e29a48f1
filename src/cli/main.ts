/** The command line: runs a command, and turns errors into messages and exit codes. */
import { Misuse } from '../misuse.ts'
import { isOneFile, ownPackage } from '../platform/node-package.ts'
import { canIDeploy, recordDeployment } from './broker.ts'
import { capsule } from './capsule.ts'
import type { Command } from './command.ts'
import { Failure, tell } from './command.ts'
import { exercise } from './exercise.ts'
import { explore } from './explore.ts'
import { files } from './files.ts'
import { fixtures } from './fixtures.ts'
import { type Io, processStreams, type Streams, shownOn } from './io.ts'
import { journal } from './journal.ts'
import { licences } from './licences.ts'
import { createLog, type LogForm } from './log.ts'
import { mcp } from './mcp.ts'
import { diff, openapi } from './openapi.ts'
import { flagOf, type Options, quoted } from './option.ts'
import { mistakeOf, parse, placeOf } from './parser.ts'
import { publish } from './publish.ts'
import { connectionOptions } from './remote.ts'
import { type RowCommandName, rowCommand, rowCommandNames } from './row-commands.ts'
import { clock, contacts, state, subscriptions } from './row-groups.ts'
import { run } from './run.ts'
import { scenario } from './scenario.ts'
import { snapshot } from './snapshot.ts'
import { start, stop } from './start.ts'
import { startOptions } from './start-options.ts'
import { states } from './states.ts'
import { ca } from './tls.ts'
import { readConfig, readEnvironment, readValues } from './values.ts'
import { verdict } from './verdict.ts'
import { verify } from './verify.ts'
import { wait } from './wait.ts'
import { worlds } from './worlds.ts'

/** In the order of the help. A word of rows that is not here comes last. */
const placed: readonly (Command | RowCommandName)[] = [
  start,
  stop,
  run,
  'token',
  scenario,
  clock,
  journal,
  verdict,
  exercise,
  explore,
  'outbox',
  files,
  'events',
  'deliveries',
  contacts,
  'limits',
  'gates',
  'callers',
  'resources',
  subscriptions,
  worlds,
  snapshot,
  fixtures,
  openapi,
  diff,
  verify,
  publish,
  canIDeploy,
  recordDeployment,
  states,
  state,
  capsule,
  'reset',
  ca,
  mcp,
  wait,
  licences,
]
const named = placed.map((each) => (typeof each === 'string' ? rowCommand(each) : each))
const others = rowCommandNames.filter((word) => !named.some(({ name }) => name === word))
const commands: readonly Command[] = [...named, ...others.map((word) => rowCommand(word))]
const filed: Options = { ...startOptions, ...connectionOptions }

/** Resolves to the exit code: 0 good, 1 failure, 2 misuse. With `start` it resolves when the server stops. */
export async function main(args: readonly string[], streams: Streams = processStreams()): Promise<number> {
  const io = shownOn(streams)
  const prepared = await prepare(args, io).catch(tell(io, 'text', `See ${placeOf(args, commands).path} --help`))
  return typeof prepared === 'number' ? prepared : prepared.run().catch(tell(io, prepared.form))
}

interface Prepared {
  /** Of what goes wrong. */
  readonly form: LogForm
  run(): Promise<number>
}

/** Reads the command line, the environment and the file. */
async function prepare(whole: readonly string[], io: Io): Promise<Prepared> {
  const end = whole.indexOf('--')
  const [args, rest] = end < 0 ? [whole, []] : [whole.slice(0, end), whole.slice(end + 1)]
  const complain = (complaint: string) => mistakeOf(complaint, args, placeOf(args, commands))
  const { version } = ownPackage()
  const width = Math.min(io.stdout.columns ?? 110, 110)
  const parsed = await parse(args, { commands, version, width, complain })
  if ('text' in parsed) {
    const show = async () => {
      io.stdout.say(parsed.text.split('\n'))
      return 0
    }
    return { form: 'text', run: show }
  }
  const { command, given } = parsed
  refuseSurplus(command, given, args)
  refuseCommand(command, rest, placeOf(args, commands).path)
  refuseWithoutPackage(command, placeOf(args, commands).path)
  const { env, notes } = readEnvironment(io.env, filed)
  let form: LogForm = 'text'
  try {
    const config = await readConfig(io.folder, filed)
    const values = readValues(command.options, given, config, { ...io, env })
    if (values.log === 'json') form = 'json'
    return { form, run: async () => (await command.run?.({ values, config, io, args, rest })) ?? 0 }
  } finally {
    const { warn } = createLog(io, form, 'info')
    for (const note of notes) warn(form === 'json' ? note : `standin: ${note}`)
  }
}

function refuseCommand({ takesCommand }: Command, [first]: readonly string[], path: string): void {
  if (takesCommand && first === undefined) throw new Misuse(`"${path}" needs a command behind --, such as "${path} -- npm test".`)
  if (!takesCommand && first !== undefined) throw new Misuse(`"${path}" takes no argument ${quoted(first)}.`)
}

function refuseWithoutPackage({ needsPackage }: Command, path: string): void {
  if (!needsPackage || !isOneFile()) return
  throw new Failure(
    `"${path}" needs the package: this program has no libraries beside it. Install Node.js and the package, and use npx ${path}.`,
  )
}

/** Refuses what the parser accepts: a word too many, and a value for a flag that takes none. */
function refuseSurplus({ options }: Command, given: Readonly<Record<string, unknown>>, args: readonly string[]): void {
  const bare = Object.entries(options).flatMap(([name, { bare: isBare, also = [] }]) => (isBare ? [name, ...also] : []))
  const valued = bare.map(flagOf).find((flag) => args.some((arg) => arg.startsWith(`--${flag}=`)))
  if (valued !== undefined) throw new Misuse(`--${valued} takes no value.`)
  const depth = placeOf(args, commands).path.split(' ').length - 1
  const words = given._ as readonly string[]
  const surplus = words[depth]
  if (surplus !== undefined) throw mistakeOf(`Unknown argument: ${surplus}`, args, placeOf(args, commands))
}
