/** Declares the commands to yargs, which reads the command line and writes the help. */
import yargs, { type Argv } from 'yargs'
import type { Command } from './command.ts'
import { flagOf, type Option } from './option.ts'

/** A command with its arguments, or a text to print. */
export type Parsed = { readonly command: Command; readonly given: Readonly<Record<string, unknown>> } | { readonly text: string }

export interface ParserOptions {
  readonly commands: readonly Command[]
  readonly version: string
  readonly width: number
  /** Turns a complaint of yargs into an error. */
  complain(complaint: string): Error
}

export async function parse(args: readonly string[], { commands, version, width, complain }: ParserOptions): Promise<Parsed> {
  let asked: Parsed | undefined
  const parser = declareAll(top(args, version, width), commands, (command, given) => {
    asked = { command, given }
  }).fail((message, error) => {
    throw complain(message || String(error?.message))
  })
  // With a callback, yargs passes its texts on instead of printing them.
  await parser.parseAsync([...args], {}, (_error: unknown, _given: unknown, text: string) => {
    if (text !== '') asked = { text: tidy(text) }
  })
  if (!asked) throw complain('')
  return asked
}

type Choose = (command: Command, given: Readonly<Record<string, unknown>>) => void

const top = (args: readonly string[], version: string, width: number): Argv =>
  yargs([...args])
    .scriptName('standin')
    .usage('standin <command>\n\nA stateful stand-in for a Notification and File Transfer Service.')
    .example('standin start --clock frozen', 'Serve it, with a clock that you move')
    .example('standin scenario use outage-register', 'Break it on purpose')
    .example('standin clock advance P7D', 'Let a week pass')
    .epilogue(
      'Options also come from STANDIN_<NAME> (STANDIN_URL for --url) and from standin.config.yaml, .yml or .json in the working folder.\n' +
        'A flag goes before the environment, the environment before the file.\n' +
        'Exit codes: 0 good, 1 failure, 2 misuse. Documents: README.md, docs/ and "standin openapi"',
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

function declareAll(parser: Argv, commands: readonly Command[], choose: Choose): Argv {
  for (const command of commands) {
    parser.command({
      command: [[command.name, ...wordsOf(command)].join(' '), ...(command.byDefault ? ['$0'] : [])],
      describe: command.summary,
      builder: (inner: Argv) => declare(inner, command, choose),
      handler: (given) => choose(command, given),
    })
  }
  return commands.some(({ byDefault }) => byDefault) ? parser : parser.demandCommand(1, '')
}

function declare(parser: Argv, { options, examples = [], commands }: Command, choose: Choose): Argv {
  for (const [name, option] of Object.entries(options)) {
    if (option.word) parser.positional(name, { type: 'string', describe: option.describe })
    else parser.option(flagOf(name), flagFacts(option))
    for (const other of option.also ?? []) {
      parser.option(flagOf(other), { ...flagFacts(option), describe: `Pact's name for --${flagOf(name)}`, defaultDescription: undefined })
    }
  }
  for (const [line, meaning] of examples) parser.example(line, meaning)
  return commands ? declareAll(parser, commands, choose) : parser
}

function flagFacts({ describe, bare, fallback, shown }: Option<unknown>) {
  const defaultDescription = shown ?? (typeof fallback === 'string' || typeof fallback === 'number' ? String(fallback) : undefined)
  return { describe, type: bare ? 'boolean' : 'string', requiresArg: !bare, ...(defaultDescription && { defaultDescription }) } as const
}

const wordsOf = ({ options }: Command) =>
  Object.entries(options).flatMap(([name, { word, many }]) => {
    const text = many ? `${name}..` : name
    return word ? [word === 'required' ? `<${text}>` : `[${text}]`] : []
  })

/** Removes the types that yargs adds, and trailing spaces. */
const tidy = (text: string) =>
  text
    .replace(/\[(string|boolean|array)\] ?|\[default: \[\]\]/g, '')
    .replace(/[^\S\n]+$/gm, '')
    .trimEnd()
