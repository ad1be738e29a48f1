/** Declares the commands to yargs, which parses the command line and generates the help, and rewrites its errors. */

import type { Argv } from 'yargs'
import yargs from 'yargs'
import type { Command, CommandGroup } from './command.ts'
import { flagOf, type Option, type Options } from './option.ts'
import { type CommandPlace, placeOf } from './place.ts'

/** A command with its arguments, or text to print. */
export type Parsed = { readonly command: Command; readonly given: Readonly<Record<string, unknown>> } | { readonly text: string }

export interface ParserOptions {
  readonly groups: readonly CommandGroup[]
  readonly version: string
  readonly width: number
  /** Turns a yargs message into our own error. */
  complain(complaint: string): Error
}

export async function parse(args: readonly string[], { groups, version, width, complain }: ParserOptions): Promise<Parsed> {
  let parsed: Parsed | undefined
  const commands = groups.flatMap((group) => group.commands)
  const parser = declareAll(top(args, version, width), commands, (command, given) => {
    parsed = { command, given }
  }).fail((message, error) => {
    throw complain(message || String(error?.message))
  })
  // Given a callback, yargs passes it the output instead of printing it.
  await parser.parseAsync([...args], {}, (_error: unknown, _given: unknown, text: string) => {
    if (text !== '') parsed = { text: isTop(placeOf(args, commands)) ? headed(tidy(text), groups) : tidy(text) }
  })
  if (!parsed) throw complain('')
  return parsed
}

/** The help's first lines, for newcomers. */
const first = [
  'standin start                          Serve it at http://127.0.0.1:4300',
  'standin scenarios use outage-register  Break it on purpose',
  'standin help <word>                    Find a command, a flag, a scenario or a document',
  '',
  'A stateful stand-in for a Notification and File Transfer Service.',
]

type Choose = (command: Command, given: Readonly<Record<string, unknown>>) => void

const top = (args: readonly string[], version: string, width: number): Argv =>
  yargs([...args])
    .scriptName('standin')
    .usage(first.join('\n'))
    .epilogue(
      '"standin <command> --help" shows a command\'s options.\n' +
        'Options can also be set with STANDIN_<NAME> (STANDIN_URL for --url) and in standin.config.yaml, .yml or .json in the working folder.\n' +
        'A flag overrides the environment, which overrides the file.\n' +
        "Exit codes: 0 success, 1 failure, 2 misuse. Documentation: README.md, docs/, and Docs in the server's dashboard",
    )
    .locale('en')
    .exitProcess(false)
    .wrap(width)
    .parserConfiguration({
      'boolean-negation': false,
      'camel-case-expansion': false,
      'dot-notation': false,
      'parse-numbers': false,
      'parse-positional-numbers': false,
    })
    .strict()
    .help('help', 'Show this help')
    .version(version)
    .describe('version', 'Show the version')

export function declareAll(parser: Argv, commands: readonly Command[], choose: Choose): Argv {
  for (const command of commands) {
    const { name, also = [], summary, byDefault } = command
    for (const word of [name, ...also]) {
      parser.command({
        command: [[word, ...wordsOf(command)].join(' '), ...(byDefault && word === name ? ['$0'] : [])],
        // Former names are hidden from the help.
        describe: word === name ? summary : false,
        builder: (inner: Argv) => declare(inner, command, choose),
        handler: (given) => choose(command, given),
      })
    }
  }
  return commands.some(({ byDefault }) => byDefault) ? parser : parser.demandCommand(1, '')
}

function declare(parser: Argv, { options, examples = [], commands }: Command, choose: Choose): Argv {
  for (const [name, option] of inOrder(options)) {
    if (option.word) parser.positional(name, { type: 'string', describe: option.describe, ...choicesOf(option) })
    else parser.option(flagOf(name), { ...flagFacts(option), ...(isLong(options) && placeInHelp(option)) })
    for (const former of option.formerly ?? []) parser.option(flagOf(former), { ...flagFacts(option), hidden: true })
    for (const other of option.also ?? []) {
      parser.option(flagOf(other), {
        ...flagFacts(option),
        describe: `Pact's name for --${flagOf(name)}`,
        defaultDescription: undefined,
        ...(isLong(options) && placeInHelp({ group: "Names from Pact's own tools" })),
      })
    }
  }
  // Called only for commands with long help, because the call reserves the flag.
  if (isLong(options)) parser.showHidden(everyOption, 'With --help: show every option')
  for (const [line, meaning] of examples) parser.example(line, meaning)
  return commands ? declareAll(parser, commands, choose) : parser
}

/** True if the help shows only common options unless `--all` is given. */
export const isLong = (options: Options): boolean => Object.values(options).some(({ group }) => group !== undefined)

export const everyOption = 'all'
/** The flag that shells use to request completions. */
export const completionFlag = '--get-yargs-completions'

/** Sorts the options by group, because yargs orders groups by their first option. */
function inOrder(options: Options) {
  const all = Object.entries(options)
  const rank = ({ group, often }: Option<unknown>) => (often ? 1 : group === undefined ? 0 : 2)
  return [0, 1, 2].flatMap((wanted) => all.filter(([, option]) => rank(option) === wanted))
}

const mostUsed = 'Most used (--help --all shows every option):'

function placeInHelp({ group, often }: Pick<Option<unknown>, 'group' | 'often'>) {
  if (often) return { group: mostUsed }
  return group === undefined ? { group: 'Options:' } : { group: `${group}:`, hidden: true }
}

/** Choices are declared only for completion. When a command runs, the option itself rejects a value with a better message. */
const choicesOf = ({ choices }: Option<unknown>) => choices && { choices: [...choices] }

function flagFacts(option: Option<unknown>) {
  const { describe, bare, fallback, shown, hidden } = option
  const defaultDescription = shown ?? (typeof fallback === 'string' || typeof fallback === 'number' ? String(fallback) : undefined)
  return {
    describe,
    type: bare ? 'boolean' : 'string',
    requiresArg: !bare,
    global: false,
    ...(hidden && { hidden }),
    ...choicesOf(option),
    ...(defaultDescription && { defaultDescription }),
  } as const
}

const wordsOf = ({ options }: Command) =>
  Object.entries(options).flatMap(([name, { word, many }]) => {
    const text = many ? `${name}..` : name
    return word ? [word === 'required' ? `<${text}>` : `[${text}]`] : []
  })

/** True for the command line's own help. yargs treats `help` as a flag if it is the last word. */
const isTop = ({ path }: CommandPlace) => path === 'standin' || path === 'standin help'

/** Inserts the groups' headings, because yargs lists all commands under one heading. */
const headed = (help: string, groups: readonly CommandGroup[]) =>
  groups
    .reduce((text, { title, commands: [head] }) => text.replace(`\n  standin ${head?.name} `, `\n\n${title}:$&`), help)
    .replace(/Commands:\n\n/, '')

/** Removes yargs' type annotations and trailing spaces. */
const tidy = (text: string) =>
  text
    .replace(/\[(string|boolean|array)\] ?|\[default: \[\]\]/g, '')
    .replace(/[^\S\n]+$/gm, '')
    .trimEnd()
