/** Writes src/apps/cli/frame/command-facts.ts: the facts that the command line needs to call control rows (`npm run generate`). */
import { writeFileSync } from 'node:fs'
import { z } from 'zod'
import { pathsIn } from '../src/apps/cli/frame/reply-text.ts'
import type { CallFacts, CommandFacts, GroupFacts, OptionFacts, OptionKind, RowCommand } from '../src/control/command.ts'
import { controls } from '../src/control/index.ts'
import { type Json, jsonSchema } from '../src/control/openapi/json-schema.ts'
import type { ControlRow } from '../src/control/rows/row.ts'
import { durationOption } from '../src/service/failures/scenario/effect.ts'

/** A control row with a command. */
interface Commanded extends Omit<ControlRow, 'command'> {
  readonly command: RowCommand
}

/** Returns the commands, keyed by their first word, in table order. */
export function commandFactsOf(rows: readonly ControlRow[]): Record<string, GroupFacts> {
  const commanded: Commanded[] = rows.flatMap((row) => [row.command ?? []].flat().map((command) => ({ ...row, command })))
  const byLine = Map.groupBy(commanded, ({ command: { group, name } }) => (group ? `${group.name} ${name}` : name))
  const groups = Map.groupBy([...byLine.values()], ([first]) => first?.command.group?.name ?? first?.command.name ?? '')
  return Object.fromEntries(
    [...groups].map(([name, all]) => {
      const said = all.flat().flatMap(({ command }) => command.group ?? [])
      const summary = said.find((group) => group.summary)?.summary
      const also = said.find((group) => group.also)?.also
      return [name, { ...(also && { also }), ...(summary !== undefined && { summary }), commands: all.map(commandOf) }]
    }),
  )
}

/** Combines rows whose command has the same name into a single command with all their options. The first row provides the help. */
function commandOf(rows: readonly Commanded[]): CommandFacts {
  const [first] = rows
  if (!first) throw new Error('A command needs a row.')
  const { name, also, summary = first.summary, byDefault, examples = [] } = first.command
  const calls = rows.map(callOf)
  const options = new Map(rows.flatMap(optionsOf).map((option) => [option.name, option]))
  const isNeeded = (option: string) => calls.every(({ needs, flag }) => flag !== undefined || needs.includes(option))
  return {
    name,
    ...(also && { also }),
    summary,
    ...(byDefault && { byDefault }),
    ...(first.world === 'none' && { atServer: true }),
    options: [...options.values()].map((option) => (option.word && !isNeeded(option.name) ? { ...option, word: 'optional' } : option)),
    examples,
    calls,
  }
}

function callOf(row: Commanded): CallFacts {
  const { id, request, command } = row
  const { flag, list, lines, columns, said, fixed, exactlyOne, goesWith } = command
  const { query, body } = request
  checkPaths(row)
  return {
    id,
    ...(flag && { flag }),
    ...(fixed && { fixed }),
    ...(exactlyOne && { exactlyOne }),
    ...(goesWith && { goesWith }),
    needs: optionsOf(row).flatMap(({ name, word }) => (word === 'required' ? [name] : [])),
    ...(query && 'after' in query.shape && { inPages: true }),
    ...(body?.kind === 'json' && !body.optional && { sendsBody: true }),
    ...(list !== undefined && { list }),
    ...(lines !== undefined && { lines }),
    ...(columns && { columns }),
    ...(said !== undefined && { said }),
  }
}

/** Members that the command line sets in other ways. */
const ofPages = ['limit', 'after', 'first', 'skip']
const ofConnection = 'environment'

function optionsOf(row: Commanded): OptionFacts[] {
  const { params, query, body } = row.request
  const { fixed = {}, only, options: patched = {}, without = [], fallbacks = {}, names, hints, completes } = row.command
  const { words = Object.keys(params?.shape ?? {}).filter((name) => !(name in fixed)) } = row.command
  const inBody = body?.kind === 'json' ? unwrapped(body.schema) : undefined
  const all = [...membersOf('params', params), ...membersOf('query', query), ...membersOf('body', inBody)]
  const told = [...words, ...without, ...Object.keys({ ...fixed, ...fallbacks, ...names, ...hints, ...completes, ...patched })]
  const strange = told.find((name) => !all.some(({ member }) => member === name))
  if (strange !== undefined) throw new Error(`The command for ${row.id} contains "${strange}", but the row has no such member.`)
  const options = all
    .filter(({ part, member }) => !(part === 'query' && query && 'after' in query.shape && ofPages.includes(member)))
    .filter(({ member }) => member !== ofConnection && !without.includes(member) && !(member in fixed))
    .filter(({ member }) => !only || member in patched)
    .sort((a, b) => (only ? Object.keys(patched).indexOf(a.member) - Object.keys(patched).indexOf(b.member) : 0))
    .map((member) => optionOf(row, member, words))
  return [...options.filter(({ word }) => word), ...options.filter(({ word }) => !word)]
}

interface Member {
  readonly part: OptionFacts['part']
  readonly member: string
  readonly schema: z.ZodType
  readonly json: Json
  readonly isRequired: boolean
}

function membersOf(part: OptionFacts['part'], schema: z.ZodType | undefined): Member[] {
  if (!(schema instanceof z.ZodObject)) return []
  const { properties = {}, required = [] } = jsonSchema(schema, 'input') as { properties?: Record<string, Json>; required?: string[] }
  return Object.entries(properties).map(([member, json]) => ({
    part,
    member,
    schema: schema.shape[member],
    json,
    isRequired: required.includes(member),
  }))
}

function optionOf(
  { id, command }: Commanded,
  { part, member, schema, json: own, isRequired }: Member,
  words: readonly string[],
): OptionFacts {
  const { names = {}, fallbacks = {}, hints = {}, options = {}, completes = {} } = command
  const patch = options[member] ?? {}
  const json: Json = { ...own, ...(typeof patch === 'string' ? { description: patch } : patch) }
  const isWord = words.includes(member)
  const fallback = fallbacks[member]
  if (isRequired && !isWord && fallback === undefined)
    throw new Error(`The command for ${id} must provide "${member}", as a word or through a fallback.`)
  if (typeof json.description !== 'string') throw new Error(`${id} does not describe "${member}". Add .describe(…) to its schema.`)
  const kind = (json.kind as OptionKind | undefined) ?? kindOf(schema, json)
  const { type, minimum, maximum, enum: choices } = (kind === 'integers' || kind === 'words' ? json.items : json) as Json
  return {
    name: names[member] ?? member,
    describe: describedAs(json.description, hints[member], kind, json),
    kind,
    part,
    member,
    ...((kind === 'word' || kind === 'words') && { choices: choices as string[] }),
    ...(completes[member] && { completes: completes[member] }),
    ...(type === 'integer' && minimum !== undefined && { least: minimum as number }),
    ...(type === 'integer' && maximum !== undefined && { most: maximum as number }),
    ...(fallback !== undefined && { fallback }),
    ...(isWord && { word: isRequired ? 'required' : 'optional' }),
  }
}

/** Removes the full stop from a help sentence, and adds the choices. */
function describedAs(description: string, hint: string | undefined, kind: OptionKind, json: Json): string {
  const sentence = `${description.replace(/\.$/, '')}${hint === undefined ? '' : `, ${hint}`}`
  if (kind === 'texts' || kind === 'integers') return `${sentence} (separated by commas)`
  if (kind === 'onOff')
    return `${sentence}: ${[true, false].map((on) => `${on ? 'on' : 'off'}${json.default === on ? ' (default)' : ''}`).join(', ')}`
  const choices =
    kind === 'word' ? (json.enum as readonly string[]) : kind === 'words' ? ((json.items as Json).enum as readonly string[]) : []
  return choices.every((each) => sentence.includes(each)) ? sentence : `${sentence}: ${choices.join(', ')}`
}

function kindOf(schema: z.ZodType, { type, format, enum: choices, items, additionalProperties }: Json): OptionKind {
  if (isDuration(schema)) return 'duration'
  if (format === 'date-time') return 'instant'
  if (Array.isArray(choices)) return choices.join() === 'true,false' ? 'flag' : 'word'
  if (type === 'boolean') return 'onOff'
  if (type === 'integer') return 'integer'
  if (type === 'number') return 'number'
  if (type === 'array') return (items as Json).type === 'integer' ? 'integers' : Array.isArray((items as Json).enum) ? 'words' : 'texts'
  if (type === 'object') return (additionalProperties as Json).type === 'integer' ? 'counts' : 'text'
  return 'text'
}

/** True if one of the value's formats is a duration. The command line then uses the duration. */
function isDuration(schema: z.ZodType): boolean {
  const inner = unwrapped(schema)
  if (inner === durationOption()) return true
  if (inner instanceof z.ZodPipe) return isDuration(inner.in as z.ZodType)
  return inner instanceof z.ZodUnion && inner.options.some((option) => isDuration(option as z.ZodType))
}

const unwrapped = (schema: z.ZodType): z.ZodType =>
  schema instanceof z.ZodOptional || schema instanceof z.ZodDefault ? unwrapped(schema.unwrap() as z.ZodType) : schema

/** Throws for a column or sentence that refers to a missing member of the reply. */
function checkPaths(row: Commanded): void {
  const { list, lines, columns = [], said } = row.command
  const replies = Object.entries(row.replies).flatMap(([status, reply]) =>
    Number(status) < 300 && reply.kind === 'json' ? [jsonSchema(reply.schema, 'output')] : [],
  )
  const demand = (path: readonly string[]) => {
    if (!replies.some((reply) => hasPath(reply, reply, path)))
      throw new Error(`The command for ${row.id} shows {${path.join('.')}}, but no reply contains it.`)
  }
  const entry = list === undefined ? [] : [list, '0']
  if (list !== undefined) demand([list])
  if (lines !== undefined) demand([...entry, lines])
  for (const [, texts, form] of columns) {
    const start = typeof form === 'object' && 'each' in form ? [...entry, form.each, '0'] : entry
    for (const path of [texts].flat().flatMap(pathsIn)) {
      const [first = '', ...rest] = path.split('.')
      if (first !== '#') demand(first === lines ? [...start, first, '0', ...rest] : [...start, first, ...rest])
    }
  }
  const given = ['world', 'url', ...optionsOf(row).map(({ name }) => name)]
  for (const path of said === undefined ? [] : pathsIn(said)) if (!given.includes(path)) demand(path.split('.'))
}

function hasPath(schema: Json | undefined, root: Json, path: readonly string[]): boolean {
  const [name, ...rest] = path
  if (schema === undefined) return false
  if (typeof schema.$ref === 'string') return hasPath((root.$defs as Record<string, Json>)[schema.$ref.split('/').at(-1) ?? ''], root, path)
  const several = [schema.anyOf, schema.oneOf, schema.allOf].flat().filter((each) => each !== undefined) as Json[]
  if (several.length > 0) return several.some((each) => hasPath(each, root, path))
  if (name === undefined) return true
  if ([schema.type].flat().includes('array')) {
    if (name === 'length') return true
    return hasPath(schema.items as Json, root, /^-?\d+$/.test(name) ? rest : path)
  }
  const { properties = {}, additionalProperties } = schema as { properties?: Record<string, Json>; additionalProperties?: Json }
  return hasPath(properties[name] ?? (typeof additionalProperties === 'object' ? additionalProperties : undefined), root, rest)
}

/** Writes JSON in a string, because V8 takes 4 ms to compile such a large literal, but only 0.4 ms to parse it. */
const written = (value: unknown) => `JSON.parse(\n  '${JSON.stringify(value).replaceAll(/[\\']/g, '\\$&')}',\n)`

if (import.meta.main) {
  const facts = commandFactsOf(controls)
  const text = `/** The commands of control rows, written by tools/make-row-commands.ts: all that the command line needs to make their calls. */
import type { GroupFacts } from '../../../control/command.ts'

export type RowCommandName = ${Object.keys(facts)
    .map((name) => `'${name}'`)
    .join(' | ')}

/** By the first word of their command lines, in the order of the table. */
export const commandFacts: Readonly<Record<RowCommandName, GroupFacts>> = ${written(facts)}
`
  writeFileSync(new URL('../src/apps/cli/frame/command-facts.ts', import.meta.url), text)
}
