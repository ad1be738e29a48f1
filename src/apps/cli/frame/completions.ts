/** Completes a command line with commands and flags from yargs, and with names from a server. */
import { setTimeout as pause } from 'node:timers/promises'
import yargs from 'yargs'
import type { NameKind } from '../../../control/command.ts'
import { ownFolder } from '../../../platform/node-package.ts'
import { Misuse } from '../../../service/wire/misuse.ts'
import type { Command } from './command.ts'
import type { Io } from './io.ts'
import { flagOf, type Option, type Options } from './option.ts'
import { completionFlag, declareAll } from './parser.ts'
import { placeOf } from './place.ts'
import { type Connection, connectionOptions, namesAt } from './remote.ts'
import { readEnvironment, readValues } from './values.ts'

/** Milliseconds to wait for names from a server. */
const patience = 700

/** Prints one candidate per line. `line`: the command line from its first word to the word being completed. */
export async function complete(line: readonly string[], commands: readonly Command[], io: Io): Promise<number> {
  // Some versions of PowerShell pass an empty word only if it is quoted, and others pass the quotes too. Bash splits --dialect=l into three
  // words. Other shells keep it as one word, so each candidate must include `--dialect=`.
  const whole = line.map((word) => (word === '""' ? '' : word)).filter((word, at) => word !== '=' || at === line.length - 1)
  const [, flag, begun = ''] = /^(--[a-z-]+)=(.*)$/.exec(whole.at(-1) ?? '') ?? []
  const words = flag === undefined ? whole : [...whole.slice(0, -1), flag, begun]
  const before = flag === undefined ? '' : `${flag}=`
  // The words after `--` belong to the user's command.
  if (words.slice(0, -1).includes('--')) return 0
  const names = await namesFor(words, commands, io)
  const inShells = commands.map((each) => forShell(each, names))
  const valued = optionBefore(words, inShells)
  // If any value is allowed, nothing is printed, so the shell completes file names. No flag can follow an equals sign.
  if (flag === undefined ? valued && !valued.bare && !valued.choices : !valued?.choices) return 0
  const candidates = new Set<string>()
  const parser = declareAll(yargs([...asking(words)]), inShells, () => {})
    .scriptName('standin')
    .exitProcess(false)
    .parserConfiguration({ 'boolean-negation': false, 'camel-case-expansion': false })
    // Ignored, because an incomplete line always has errors.
    .fail(() => {})
  await parser.parseAsync([...asking(words)], {}, (_error: unknown, _given: unknown, text: string) => {
    for (const line of text.split('\n')) if (line !== '') candidates.add(line)
  })
  const plain = [...candidates].filter((each) => !each.startsWith('-'))
  const fitting = words.at(-1)?.startsWith('-') || plain.length === 0 ? [...candidates] : plain
  // Printed unescaped, because a tab separates a candidate from its description. Names are validated; the rest is our own text.
  io.stdout.document(fitting.map((each) => `${before}${each}\n`).join(''))
  return 0
}

/** Returns the option whose value is being completed. */
function optionBefore(words: readonly string[], commands: readonly Command[]): Option<unknown> | undefined {
  const { command } = placeOf(words, commands)
  return Object.entries(command?.options ?? {}).find(([name]) => words.at(-2) === `--${flagOf(name)}`)?.[1]
}

const asking = (words: readonly string[]) => [completionFlag, ...words]

type Names = Readonly<Record<NameKind, readonly string[]>>

/** Returns the command with choices, but without the checks that would reject an incomplete line. */
function forShell(whole: Command, names: Names): Command {
  const { options, commands, byDefault: _default, ...command } = whole
  const first = commands?.find(({ byDefault }) => byDefault)
  return {
    ...command,
    options: Object.fromEntries(Object.entries({ ...options, ...first?.options }).map(([name, each]) => [name, choosing(each, names)])),
    ...(commands && { commands: commands.map((each) => forShell(each, names)) }),
  }
}

function choosing(whole: Option<unknown>, names: Names): Option<unknown> {
  const { group: _group, ...option } = whole
  const choices = option.completes ? names[option.completes] : wordsOf(option)
  return { ...option, ...(option.word && { word: 'optional' }), ...(choices.length > 0 && { choices }) }
}

/** Returns an option's choices, obtained from the error for an invalid value. */
function wordsOf({ bare, read }: Option<unknown>): readonly string[] {
  if (bare) return []
  try {
    read('?')
    return []
  } catch (error) {
    return error instanceof Misuse ? (error.choices ?? []) : []
  }
}

/** True for a name that needs no quoting. All other names are excluded, because a shell may execute what it inserts. */
const isHarmless = (name: unknown): name is string => typeof name === 'string' && /^[A-Za-z0-9][\w.-]{0,200}$/.test(name)

/** Loads only the kinds of names that the word can be. */
async function namesFor(words: readonly string[], commands: readonly Command[], io: Io): Promise<Names> {
  const wanted = kindsIn(words, commands)
  const of = async (kind: NameKind) => (wanted.has(kind) ? (await namesOf(kind, words, io)).filter(isHarmless) : [])
  const [scenarios, worlds, operations] = await Promise.all([of('scenarios'), of('worlds'), of('operations')])
  return { scenarios, worlds, operations }
}

function kindsIn(words: readonly string[], commands: readonly Command[]): ReadonlySet<NameKind> {
  const { command } = placeOf(words, commands)
  const options: Options = command?.options ?? {}
  const isMeant = (name: string, { word }: Option<unknown>) => word !== undefined || words.slice(-2).includes(`--${flagOf(name)}`)
  return new Set(Object.entries(options).flatMap(([name, each]) => (each.completes && isMeant(name, each) ? each.completes : [])))
}

async function namesOf(kind: NameKind, words: readonly string[], io: Io): Promise<readonly string[]> {
  if (kind === 'operations') return (await import('../../../service/areas/facts.ts')).operationFacts.map(({ id }) => id)
  const otherwise = kind === 'scenarios' ? builtIn() : ['default']
  const named = Promise.resolve()
    .then(() => namesAt(connectionIn(words, io), kind, AbortSignal.timeout(patience)))
    .catch(() => otherwise)
  return Promise.race([named, pause(patience, otherwise, { ref: false })])
}

const builtIn = () =>
  ownFolder('scenarios')
    .list()
    .flatMap((file) => (file.endsWith('.yaml') ? file.slice(0, -'.yaml'.length) : []))

/** Reads the server's address from the incomplete line. */
function connectionIn([...words]: readonly string[], io: Io): Connection {
  // The last word is incomplete.
  words.pop()
  const given = Object.fromEntries(
    Object.keys(connectionOptions).map((name) => {
      const flag = `--${flagOf(name)}`
      const at = words.indexOf(flag)
      return [flagOf(name), at >= 0 ? words[at + 1] : words.find((each) => each.startsWith(`${flag}=`))?.slice(flag.length + 1)]
    }),
  )
  const { env } = readEnvironment(io.env, connectionOptions)
  return readValues(connectionOptions, given, { file: undefined, texts: {} }, { ...io, env })
}
