/** Makes the commands of control rows, from what tools/make-row-commands.ts derives of the rows. */
import type { CallableId, ControlReply } from '../../../control/client.ts'
import type { CallFacts, CommandFacts, OptionFacts, OptionKind } from '../../../control/command.ts'
import { commandFacts, type RowCommandName } from '../../../control/command-facts.ts'
import { Misuse } from '../../../service/wire/misuse.ts'
import { isoDuration } from '../../../service/wire/timestamp.ts'
import { type Command, defineCommand, withProgress } from './command.ts'
import {
  bare,
  duration,
  flagOf,
  instant,
  type Option,
  type Options,
  onOff,
  quoted,
  someNumber,
  someText,
  wholeNumber,
  word,
} from './option.ts'
import { heading, print, type Table } from './print.ts'
import { type Connection, connectionOptions, listOptions, type PageQuery, remote, serverOf, wholeList } from './remote.ts'
import { filled, rowsOf, textOf } from './reply-text.ts'

export type { RowCommandName }

/** In the order of the table of rows. */
export const rowCommandNames = Object.keys(commandFacts) as RowCommandName[]

type Given = Readonly<Record<string, unknown>>

/** How a row says its reply, where columns and a sentence do not suffice. */
export type InWords = {
  readonly [Id in CallableId]?: (reply: ControlReply<Id>, table: Table) => string | readonly string[]
}

/** A command of rows alone, with its commands. */
export function rowCommand(name: RowCommandName, inWords: InWords = {}): Command {
  const { summary, commands } = commandFacts[name]
  if (summary !== undefined)
    return rowGroup(
      name,
      commands.map((each) => each.name),
      inWords,
    )
  const [only] = commands
  if (!only) throw new Error(`No row has the command ${name}.`)
  return commandOf(only, inWords, name)
}

/** A command whose commands are those of rows, by name, and others. */
export function rowGroup(name: RowCommandName, all: readonly (string | Command)[], inWords: InWords = {}): Command {
  const { also, summary, commands } = commandFacts[name]
  const known = new Map(commands.map((each) => [each.name, commandOf(each, inWords, `${name} ${each.name}`)]))
  const inOrder = all.map((each) => (typeof each === 'string' ? known.get(each) : each)).filter((each) => each !== undefined)
  return defineCommand({ name, ...(also && { also }), summary: summary ?? '', options: {}, commands: inOrder })
}

/** Shows a reply as the command of this row does. */
export function inTableOf(id: CallableId): (reply: unknown, table: Table) => string | readonly string[] {
  const all = Object.values(commandFacts).flatMap(({ commands }) => commands.flatMap(({ calls }) => calls))
  const call = all.find((each) => each.id === id)
  if (!call) throw new Error(`No command calls ${id}.`)
  return (reply, table) => inTable(call, reply, {}, table)
}

const { world: _, environment: __, ...serverOptions } = connectionOptions

function commandOf(facts: CommandFacts, inWords: InWords, path: string): Command {
  const { name, also, summary, byDefault, atServer, options, examples, calls } = facts
  const own: Options = Object.fromEntries(options.map((each) => [each.name, optionOf(each)]))
  const flags: Options = Object.fromEntries(
    calls.flatMap(({ flag }) => (flag ? [[flag[0], { ...bare(flag[1]), hidden: true as const }]] : [])),
  )
  const more = { ...(calls.some(({ inPages }) => inPages) && listOptions), ...flags }
  const connection = atServer ? { ...serverOptions } : connectionOptions
  return defineCommand<Options & typeof serverOptions>({
    name,
    ...(also && { also }),
    summary,
    ...(byDefault && { byDefault }),
    options: { ...own, ...more, ...connection },
    examples,
    async run({ values: given, io }) {
      const values = atServer ? { ...given, url: serverOf(given.url) } : given
      const call = chosen(calls, values)
      demandTogether(call, values, path)
      const { world, environment } = (atServer ? { world: values.name } : values) as Partial<Connection>
      const reply = await withProgress(io, { does: `standin ${path}` }, () =>
        answered(call, options, values, remote({ ...values, world, environment }).call),
      )
      const say = inWords[call.id as CallableId] as ((reply: unknown, table: Table) => string | readonly string[]) | undefined
      print(io, values, reply, say ?? ((it, table) => inTable(call, it, values, table)))
      return 0
    },
  })
}

/** The call that a flag asks for, or the first whose words are given. */
const chosen = (calls: readonly CallFacts[], values: Given): CallFacts =>
  calls.find(({ flag }) => flag && values[flag[0]] === true) ??
  (calls.find(({ flag, needs }) => !flag && needs.every((name) => values[name] !== undefined)) as CallFacts)

function demandTogether({ exactlyOne, goesWith = {} }: CallFacts, values: Given, path: string): void {
  if (exactlyOne === undefined) return
  if (Object.keys(exactlyOne).filter((name) => values[name] !== undefined).length !== 1)
    throw new Misuse(`"standin ${path}" takes exactly one of these.`, Object.values(exactlyOne))
  for (const [name, other] of Object.entries(goesWith))
    if (values[name] !== undefined && values[other] === undefined) throw new Misuse(`--${flagOf(name)} goes with ${exactlyOne[other]}.`)
}

type Call = (id: CallFacts['id'], input: object) => Promise<unknown>
type Page = { readonly next: string | null } & Readonly<Record<string, readonly unknown[]>>

/** Calls the row, as often as its list has pages. */
async function answered(
  { id, fixed, list, inPages, sendsBody }: CallFacts,
  options: readonly OptionFacts[],
  values: Given,
  send: unknown,
): Promise<unknown> {
  // The facts of a command come from the table of rows, by which the client is typed.
  const call = send as Call
  const part = (name: OptionFacts['part']) =>
    options.filter(({ part: of }) => of === name).flatMap(({ name: option, member, kind }) => sent(values[option], member, kind, name))
  const [params, query, body] = [part('params'), part('query'), part('body')].map((entries) => Object.fromEntries(entries))
  const input = { params: { ...params, ...fixed }, ...(body && (sendsBody || Object.keys(body).length > 0) && { body }) }
  if (!inPages || list === undefined) return call(id, { ...input, query })
  const read = (page: PageQuery) => call(id, { ...input, query: { ...query, ...page } }) as Promise<Page>
  return wholeList(list, read, values.limit as number | undefined)
}

function sent(value: unknown, member: string, kind: OptionKind, part: OptionFacts['part']): [string, unknown][] {
  if (value === undefined || (kind === 'flag' && value === false)) return []
  return [[member, part === 'body' ? value : textOf(value)]]
}

function inTable({ said, columns = [], list, lines }: CallFacts, reply: unknown, values: Given, table: Table): string | readonly string[] {
  if (said !== undefined) return filled(said, { ...values, ...(reply as object | undefined) })
  const entries = list === undefined ? [reply] : (reply as Readonly<Record<string, readonly unknown[]>>)[list]
  const titles = columns.map(([title]) => title)
  const rows = rowsOf(columns, entries as readonly Given[], lines)
  return table(titles.some((title) => title !== '') ? [heading(...titles), ...rows] : rows)
}

function optionOf({ describe, kind, fallback, word: position, completes, ...limits }: OptionFacts): Option<unknown> {
  if (kind === 'flag') return bare(describe)
  const shown = typeof fallback === 'boolean' ? { shown: fallback ? 'on' : 'off' } : {}
  return { describe, read: readers[kind](limits), fallback, ...shown, ...(position && { word: position }), ...(completes && { completes }) }
}

type Limits = Pick<OptionFacts, 'choices' | 'least' | 'most'>

const parts = (text: string) => text.split(',').map((each) => each.trim())

/** What an option reads is what its call sends. */
const readers: Readonly<Record<Exclude<OptionKind, 'flag'>, (limits: Limits) => (text: string) => unknown>> = {
  text: () => someText,
  word: ({ choices = [] }) => word(Object.fromEntries(choices.map((each) => [each, '']))),
  integer: ({ least = Number.MIN_SAFE_INTEGER, most }) => wholeNumber(least, most),
  number: () => someNumber,
  onOff: () => onOff,
  duration: () => (text) => isoDuration(duration(text)),
  instant: () => (text) => new Date(instant(text)).toISOString(),
  texts: () => (text) => parts(text).map(someText),
  words: (limits) => (text) => parts(text).map(readers.word(limits)),
  integers: (limits) => (text) => parts(text).map(readers.integer(limits)),
  counts: () => countsIn,
}

/** `fileTransfer.search=600,fileTransfer.details=120`. The server knows the names. */
function countsIn(text: string): Readonly<Record<string, number>> {
  const pairs = parts(text).map((each) => /^([\w.]{1,100})=(\d{1,9})$/.exec(each))
  if (pairs.includes(null)) throw new Misuse(`is ${quoted(text)}; operations and numbers such as fileTransfer.search=600 are expected.`)
  return Object.fromEntries(pairs.map((pair) => [pair?.[1] ?? '', Number(pair?.[2])]))
}
