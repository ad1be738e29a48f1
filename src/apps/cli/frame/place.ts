/** Finds the command in a command line, and explains mistakes in the line. */
import { Misuse } from '../../../service/wire/misuse.ts'
import type { Command } from './command.ts'
import { flagOf, quoted, unknownOne } from './option.ts'

/** The command named by a list of arguments, and its subcommands. */
export interface CommandPlace {
  /** For example `standin clock advance`. */
  readonly path: string
  readonly command: Command | undefined
  readonly commands: readonly Command[]
}

export function placeOf(args: readonly string[], commands: readonly Command[]): CommandPlace {
  let level: CommandPlace = { path: 'standin', command: undefined, commands }
  for (const arg of args) {
    const next = level.commands.find(({ name, also = [] }) => name === arg || also.includes(arg))
    if (next) level = { path: `${level.path} ${arg}`, command: commandOf(next), commands: next.commands ?? [] }
  }
  return level
}

/** Removed commands and their replacements. */
const former: Readonly<Record<string, string>> = { exercise: 'standin explore --scenarios' }

/** Throws {@link Misuse} for a removed command. */
export function refuseFormer([word = '']: readonly string[]): void {
  if (Object.hasOwn(former, word)) throw new Misuse(`The command "${word}" no longer exists. Use "${former[word]}".`)
}

/** Returns the command's default subcommand, or else the command itself. */
const commandOf = (command: Command) => command.commands?.find(({ byDefault }) => byDefault) ?? command

export function mistakeOf(complaint: string, args: readonly string[], { path, command, commands }: CommandPlace): Misuse {
  const unknown = /^Unknown (?:arguments?|commands?): ([^,]*)/.exec(complaint)?.[1]
  const unfinished = /^Not enough arguments following: (.*)/.exec(complaint)?.[1]
  if (unfinished !== undefined) return new Misuse(`--${unfinished} needs a value.`)
  if (unknown === undefined) return missingOf(args, { path, command, commands })
  const word = args[path.split(' ').length - 1] ?? '-'
  const flag = args.find((arg) => names(arg, unknown))
  // A wrong command is reported first, because its flags are unknown too.
  const isWrongCommand = commands.length > 0 && !takesWords(command) && !word.startsWith('-')
  if (flag !== undefined && !isWrongCommand)
    return unknownOne(`Unknown option for "${path}":`, flag.split('=', 1)[0] ?? flag, flagsOf(command))
  if (commands.length > 0) return unknownOne('Unknown command:', isWrongCommand ? word : unknown, namesOf(commands))
  return new Misuse(`"${path}" does not take the argument ${quoted(unknown)}.`)
}

/**
 * Explains what is missing from a command line. An unknown flag is reported first, because the missing word might have been read as its
 * value.
 */
function missingOf(args: readonly string[], { path, command, commands }: CommandPlace): Misuse {
  const known = [...flagsOf(command), '--version', '--all']
  const flag = args.map((arg) => arg.split('=', 1)[0] ?? arg).find((arg) => /^--?[a-z]/i.test(arg) && !known.includes(arg))
  if (flag !== undefined) return unknownOne(`Unknown option for "${path}":`, flag, flagsOf(command))
  const words = missingWords(command)
  if (words !== '') return new Misuse(`"${path}" needs ${words}.`)
  if (commands.length > 0 && !command?.byDefault) return new Misuse(`"${path}" needs a subcommand.`, namesOf(commands))
  return new Misuse(`Put the command before its flags: "${path} …".`)
}

/** True if an argument is what yargs reports as unknown. For several letters after a dash, yargs reports the first unknown letter. */
export const names = (arg: string, unknown: string) =>
  arg.replace(/^--?/, '').split('=', 1)[0] === unknown
    ? arg.startsWith('-')
    : /^-[^-]/.test(arg) && unknown.length === 1 && arg.includes(unknown)
const namesOf = (commands: readonly Command[]) => commands.map(({ name }) => name)

const flagsOf = (command: Command | undefined) => [
  ...Object.entries(command?.options ?? {})
    .filter(([, { word }]) => !word)
    .flatMap(([name, { also = [] }]) => [name, ...also].map((each) => `--${flagOf(each)}`)),
  '--help',
]

const takesWords = (command: Command | undefined) => Object.values(command?.options ?? {}).some(({ word }) => word !== undefined)

function missingWords(command: Command | undefined): string {
  const words = Object.entries(command?.options ?? {}).filter(([, { word }]) => word === 'required')
  return words.map(([name]) => `a <${name}>`).join(' ')
}
