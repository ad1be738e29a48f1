/** Searches what a user can type and read: recipes, recipients, built-in scenarios, commands, flags and documents, all in the package. */

import { fitting, recipesWith } from '../../../control/tester-words.ts'
import { readFixtures, readOwnScenarios } from '../../../platform/node-files.ts'
import { nodeDocs } from '../../../platform/node-package.ts'
import { recipesOf } from '../../../service/areas/notifications/records/magic-recipients.ts'
import type { Command } from './command.ts'
import { flagOf } from './option.ts'

export interface Findings {
  readonly recipes: readonly { readonly name: string; readonly summary: string }[]
  /** `recipient`: its address or its number. */
  readonly recipients: readonly { readonly recipient: string; readonly status: string; readonly how: string }[]
  readonly commands: readonly { readonly line: string; readonly summary: string }[]
  /** `of`: the commands that take the flag. */
  readonly flags: readonly { readonly flag: string; readonly describe: string; readonly of: readonly string[] }[]
  readonly scenarios: readonly { readonly name: string; readonly summary: string }[]
  /** Each document once, with the heading of the part that fits best. */
  readonly documents: readonly { readonly file: string; readonly title: string; readonly heading: string }[]
  /** How many were found and are not listed. */
  readonly more: Readonly<Record<'recipes' | 'recipients' | 'commands' | 'flags' | 'scenarios' | 'documents', number>>
  readonly total: number
}

/** What has all words, in its name first, then in its text. At most `limit` of each kind. */
export async function find(words: readonly string[], all: readonly Command[], limit: number): Promise<Findings> {
  const wanted = words.map((word) => word.toLowerCase())
  const leaves = leavesOf(all, 'standin')
  const recipes = recipesWith(wanted.join(' ')).map(({ name, summary }) => ({ name, summary }))
  const recipients = fitting(magic(), wanted, ({ status, recipient, how }) => [status, recipient, how])
  const commands = fitting(leaves, wanted, ({ line, summary, text }) => [line, summary, text]).map(({ line, summary }) => ({
    line,
    summary,
  }))
  const flags = fitting(flagsOf(leaves), wanted, ({ flag, describe }) => [flag, describe])
  const scenarios = fitting(await builtIn(), wanted, ({ name, summary, text }) => [name, summary, text]).map(({ name, summary }) => ({
    name,
    summary,
  }))
  const documents = await documentsWith(wanted)
  const rest = (entries: readonly unknown[]) => Math.max(0, entries.length - limit)
  return {
    recipes: recipes.slice(0, limit),
    recipients: recipients.slice(0, limit),
    commands: commands.slice(0, limit),
    flags: flags.slice(0, limit),
    scenarios: scenarios.slice(0, limit),
    documents: documents.slice(0, limit),
    more: {
      recipes: rest(recipes),
      recipients: rest(recipients),
      commands: rest(commands),
      flags: rest(flags),
      scenarios: rest(scenarios),
      documents: rest(documents),
    },
    total: recipes.length + recipients.length + commands.length + flags.length + scenarios.length + documents.length,
  }
}

/** The recipients whose messages end in a certain status. */
const magic = () => recipesOf(readFixtures()).map(({ status, recipient, how }) => ({ status, how, recipient: firstText(recipient) }))

/** The address or the number. */
function firstText(value: unknown): string {
  return typeof value === 'string' ? value : firstText(Object.values(value as object)[0])
}

interface Leaf {
  /** As a user types it: `standin clock advance`. */
  readonly line: string
  readonly summary: string
  /** Its examples, and what they do. */
  readonly text: string
  readonly options: Command['options']
}

function leavesOf(commands: readonly Command[], path: string): Leaf[] {
  return commands.flatMap(({ name, summary, options, examples = [], commands: below }) => {
    const line = `${path} ${name}`
    return below ? leavesOf(below, line) : [{ line, summary, text: examples.flat().join(' '), options }]
  })
}

/** A flag that says the same in several commands is one. */
function flagsOf(leaves: readonly Leaf[]): Findings['flags'] {
  const all = leaves.flatMap(({ line, options }) =>
    Object.entries(options).flatMap(([name, { describe, word, hidden }]) =>
      word || hidden ? [] : [{ flag: `--${flagOf(name)}`, describe, line }],
    ),
  )
  const same = Map.groupBy(all, ({ flag, describe }) => `${flag} ${describe}`)
  return [...same.values()].flatMap((each) => {
    const [first] = each
    return first ? [{ flag: first.flag, describe: first.describe, of: each.map(({ line }) => line) }] : []
  })
}

async function builtIn() {
  const documents = (await readOwnScenarios()) as Record<
    string,
    Readonly<Record<'summary' | 'description' | 'guidance', string | undefined>>
  >
  const byName = Object.entries(documents).sort(([one], [other]) => (one < other ? -1 : 1))
  return byName.map(([name, { summary = '', description = '', guidance = '' }]) => ({
    name,
    summary,
    text: `${description} ${guidance}`,
  }))
}

/** The lists of the rules that tests check are for the authors of Standin. The package does not have them. */
const isForUsers = ({ name }: { readonly name: string }) => !name.startsWith('fidelity/')

/** A document says a word as it is, or it is not about it. */
const has = (text: string, wanted: readonly string[]) => wanted.every((word) => text.toLowerCase().includes(word))

/** In the order of how much the documents have to do with the words: in the title, in a heading, then in many parts of the text. */
async function documentsWith(wanted: readonly string[]): Promise<Findings['documents']> {
  const docs = nodeDocs()
  const all = await Promise.all(
    (await docs.list()).filter(isForUsers).map(async ({ name, title }) => {
      const parts = partsOf((await docs.read(name)) ?? '')
      const headed = parts.find((part) => has(part.heading, wanted))
      const written = parts.filter((part) => has(part.text, wanted))
      const best = headed ?? written[0]
      const rank = has(title, wanted) ? 3 : headed ? 2 : 1
      // Guides come before the sources that they rest on.
      const points = (name.startsWith('reference/') ? 0 : rank * 1_000) + written.length
      return best || rank === 3 ? [{ file: name, title, heading: best?.heading ?? title, points }] : []
    }),
  )
  return all
    .flat()
    .sort((one, other) => other.points - one.points)
    .map(({ file, title, heading }) => ({ file, title, heading }))
}

interface Part {
  readonly heading: string
  readonly text: string
}

/** The parts of a document: each has a heading, and the text below it. */
function partsOf(markdown: string): Part[] {
  const parts: { heading: string; text: string }[] = [{ heading: '', text: '' }]
  let isCode = false
  for (const line of markdown.split('\n')) {
    if (line.startsWith('```')) isCode = !isCode
    const heading = isCode ? undefined : /^#{1,4} (.+)/.exec(line)?.[1]
    if (heading !== undefined) parts.push({ heading: heading.replace(/[`*]/g, ''), text: '' })
    const last = parts.at(-1)
    if (last) last.text += `${line}\n`
  }
  return parts
}
