/** The command line: runs a command, and turns errors into messages and exit codes. */

import { isOneFile, ownPackage } from '../../platform/node-package.ts'
import { Misuse } from '../../service/wire/misuse.ts'
import { commandGroups, commands } from './commands.ts'
import { type Command, Failure, isDefect, tell } from './frame/command.ts'
import { type Io, processStreams, type Streams, shownOn } from './frame/io.ts'
import { flagOf, type Options, quoted } from './frame/option.ts'
import { completionFlag, everyOption, isLong, parse } from './frame/parser.ts'
import { type CommandPlace, mistakeOf, placeOf, refuseFormer } from './frame/place.ts'
import { connectionOptions } from './frame/remote.ts'
import { forgetReplies, strangeReply } from './frame/replies.ts'
import { readConfig, readEnvironment, readValues } from './frame/values.ts'
import { createLog, type LogForm } from './serving/log.ts'
import { startOptions } from './serving/start-options.ts'

const filed: Options = { ...startOptions, ...connectionOptions }

/** Resolves to the exit code: 0 success, 1 failure, 2 misuse. For `start`, resolves once the server has stopped. */
export async function main(args: readonly string[], streams: Streams = processStreams()): Promise<number> {
  const io = shownOn(streams)
  if (args[0] === completionFlag) return (await import('./frame/completions.ts')).complete(args.slice(1), commands, io)
  const prepared = await prepare(args, io).catch(tell(io, 'text', `See ${placeOf(args, commands).path} --help`))
  if (typeof prepared === 'number') return prepared
  forgetReplies()
  return prepared
    .run()
    .catch(async (error: unknown) => tell(io, prepared.form)(isDefect(error) ? ((await strangeReply()) ?? error) : error))
}

async function prepare(whole: readonly string[], io: Io): Promise<{ readonly form: LogForm; run(): Promise<number> }> {
  const end = whole.indexOf('--')
  const [args, rest] = end < 0 ? [whole, []] : [whole.slice(0, end), whole.slice(end + 1)]
  refuseFormer(args)
  const commandPlace = placeOf(args, commands)
  const complain = (complaint: string) => mistakeOf(complaint, args, commandPlace)
  const { version } = ownPackage()
  const width = Math.min(io.stdout.columns ?? 110, 110)
  const parsed = await parse(args, { groups: commandGroups, version, width, complain })
  if ('text' in parsed) {
    const show = async () => {
      io.stdout.say(parsed.text.split('\n'))
      return 0
    }
    return { form: 'text', run: show }
  }
  const { command, given } = parsed
  refuseSurplus(command, given, args, commandPlace)
  refuseCommand(command, rest, commandPlace.path)
  refuseWithoutPackage(command, commandPlace.path)
  const { env, notes } = readEnvironment(io.env, filed)
  let form: LogForm = 'text'
  try {
    const config = await readConfig(io.folder, filed)
    const values = readValues(command.options, given, config, { ...io, env })
    if (values.log === 'json') form = 'json'
    return { form, run: async () => Number((await command.run?.({ values, config, io, args, rest })) ?? 0) }
  } finally {
    const { warn } = createLog(io, form, 'info')
    for (const note of notes) warn(form === 'json' ? note : `standin: ${note}`)
  }
}

function refuseCommand({ takesCommand }: Command, [first]: readonly string[], path: string): void {
  if (takesCommand === true && first === undefined) throw new Misuse(`"${path}" needs a command after --, such as "${path} -- npm test".`)
  if (!takesCommand && first !== undefined) throw new Misuse(`"${path}" does not take the argument ${quoted(first)}.`)
}

function refuseWithoutPackage({ needsPackage }: Command, path: string): void {
  if (!needsPackage || !isOneFile()) return
  throw new Failure(
    `"${path}" needs the npm package, because this program does not include its libraries. Install Node.js and the package, and use npx ${path}.`,
  )
}

/** Rejects input that yargs accepts: surplus words, and values for flags that take no value. */
function refuseSurplus(
  { options }: Command,
  given: Readonly<Record<string, unknown>>,
  args: readonly string[],
  commandPlace: CommandPlace,
): void {
  const { path } = commandPlace
  const bare = Object.entries(options).flatMap(([name, { bare: isBare, also = [] }]) => (isBare ? [name, ...also] : []))
  const valued = bare.map(flagOf).find((flag) => args.some((arg) => arg.startsWith(`--${flag}=`)))
  if (valued !== undefined) throw new Misuse(`--${valued} takes no value.`)
  if (given[everyOption] === true && !(everyOption in options)) {
    if (isLong(options)) throw new Misuse(`"${path}" takes --all only with --help. "${path} --help --all" shows every option.`)
    throw mistakeOf(`Unknown argument: ${everyOption}`, args, commandPlace)
  }
  const words = given._ as readonly string[]
  const surplus = words[path.split(' ').length - 1]
  if (surplus !== undefined) throw mistakeOf(`Unknown argument: ${surplus}`, args, commandPlace)
}
