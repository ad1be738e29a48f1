/** What the parser complains of, said with the valid choices. */
import { Misuse } from '../misuse.ts'
import type { Command } from './command.ts'
import { flagOf, quoted } from './option.ts'

/** The command that an argument list means, and the ways on from there. */
export interface Place {
  /** `standin clock advance` */
  readonly path: string
  readonly command: Command | undefined
  readonly commands: readonly Command[]
}

export function placeOf(args: readonly string[], commands: readonly Command[]): Place {
  let place: Place = { path: 'standin', command: undefined, commands }
  for (const arg of args) {
    const next = place.commands.find(({ name }) => name === arg)
    if (next) place = { path: `${place.path} ${arg}`, command: next, commands: next.commands ?? [] }
  }
  return place
}

export function mistakeOf(complaint: string, args: readonly string[], { path, command, commands }: Place): Misuse {
  const unknown = /^Unknown (?:arguments?|commands?): ([^,]*)/.exec(complaint)?.[1]
  const unfinished = /^Not enough arguments following: (.*)/.exec(complaint)?.[1]
  if (unfinished !== undefined) return new Misuse(`--${unfinished} needs a value.`)
  if (unknown === undefined && commands.length === 0) return new Misuse(`"${path}" needs ${missingWords(command)}.`)
  if (unknown === undefined) return new Misuse(`"${path}" needs a command.`, namesOf(commands))
  const flag = args.find((arg) => names(arg, unknown))
  if (flag !== undefined) return unknownOne(`"${path}" has no`, flag.split('=', 1)[0] ?? flag, flagsOf(command))
  if (commands.length > 0) return unknownOne('There is no command', unknown, namesOf(commands))
  return new Misuse(`"${path}" does not know what to do with ${quoted(unknown)}.`)
}

/** Of several letters behind one dash the parser complains of the first that it does not know. */
const names = (arg: string, unknown: string) =>
  arg.replace(/^--?/, '').split('=', 1)[0] === unknown
    ? arg.startsWith('-')
    : /^-[^-]/.test(arg) && unknown.length === 1 && arg.includes(unknown)

/** `what` names the kind of thing that is not among the choices; a `prefix` that all of them have makes none of them near. */
export function unknownOne(what: string, given: string, choices: readonly string[], prefix = ''): Misuse {
  const tail = (name: string) => name.slice(prefix.length)
  const near = closest(tail(given), choices.map(tail))
  return new Misuse(
    `${what} ${given.startsWith('-') ? given : quoted(given)}.${near === undefined ? '' : ` Did you mean ${prefix}${near}?`}`,
    choices,
  )
}

const namesOf = (commands: readonly Command[]) => commands.map(({ name }) => name)

const flagsOf = (command: Command | undefined) => [
  ...Object.entries(command?.options ?? {})
    .filter(([, { word }]) => !word)
    .map(([name]) => `--${flagOf(name)}`),
  '--help',
]

function missingWords(command: Command | undefined): string {
  const words = Object.entries(command?.options ?? {}).filter(([, { word }]) => word === 'required')
  return words.map(([name]) => `a <${name}>`).join(' ') || 'less'
}

/** The choice that is at most a third of its letters away. */
function closest(given: string, choices: readonly string[]): string | undefined {
  const [best] = choices
    .map((choice) => ({ choice, away: distance(given, choice) }))
    .filter(({ choice, away }) => away <= Math.ceil(choice.length / 3))
    .sort((one, other) => one.away - other.away)
  return best?.choice
}

/** Letters to insert, remove or change. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (const [i, letter] of one.slice(0, 40).split('').entries()) {
    const next = [i + 1]
    for (let j = 0; j < other.length; j++) {
      next.push(Math.min((next[j] ?? 0) + 1, (row[j + 1] ?? 0) + 1, (row[j] ?? 0) + (letter === other[j] ? 0 : 1)))
    }
    row = next
  }
  return row.at(-1) ?? 0
}
