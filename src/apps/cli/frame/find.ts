/** Searches the package for recipes, recipients, built-in scenarios, commands, flags and documents. */

import { fitting, recipesWith } from '../../../control/tester-words.ts'
import { readFixtures, readOwnScenarios } from '../../../platform/node-files.ts'
import { nodeDocs } from '../../../platform/node-package.ts'
import { recipesOf } from '../../../service/areas/notifications/magic-recipients.ts'
import type { Command } from './command.ts'
import { flagOf } from './option.ts'

interface Lists {
  readonly recipes: readonly { readonly name: string; readonly summary: string }[]
  /** `recipient`: the address or number. */
  readonly recipients: readonly { readonly recipient: string; readonly status: string; readonly how: string }[]
  readonly commands: readonly { readonly line: string; readonly summary: string }[]
  /** `of`: the commands that have the flag. */
  readonly flags: readonly { readonly flag: string; readonly describe: string; readonly of: readonly string[] }[]
  readonly scenarios: readonly { readonly name: string; readonly summary: string }[]
  /** Each document is listed once, with the heading of its best match. */
  readonly documents: readonly { readonly file: string; readonly title: string; readonly heading: string }[]
}

export interface Findings extends Lists {
  /** Number of matches not listed. */
  readonly more: Readonly<Record<keyof Lists, number>>
  readonly total: number
}

/** Finds entries that contain all words. Matches in names come before matches in descriptions. `limit`: maximum number per kind. */
export async function find(words: readonly string[], all: readonly Command[], limit: number): Promise<Findings> {
  const wanted = words.map((word) => word.toLowerCase())
  const leaves = leavesOf(all, 'standin')
  const commands = fitting(leaves, wanted, ({ line, summary, text }) => [line, summary, text])
  const scenarios = fitting(await builtIn(), wanted, ({ name, summary, text }) => [name, summary, text])
  const lists: Lists = {
    recipes: recipesWith(wanted.join(' ')).map(({ name, summary }) => ({ name, summary })),
    recipients: fitting(magic(), wanted, ({ status, recipient, how }) => [status, recipient, how]),
    commands: commands.map(({ line, summary }) => ({ line, summary })),
    flags: fitting(flagsOf(leaves), wanted, ({ flag, describe }) => [flag, describe]),
    scenarios: scenarios.map(({ name, summary }) => ({ name, summary })),
    documents: await documentsWith(wanted),
  }
  const ofEach = (value: (list: readonly unknown[]) => unknown) =>
    Object.fromEntries(Object.entries(lists).map(([kind, list]) => [kind, value(list)]))
  return {
    ...(ofEach((list) => list.slice(0, limit)) as unknown as Lists),
    more: ofEach((list) => Math.max(0, list.length - limit)) as Findings['more'],
    total: Object.values(lists).flat().length,
  }
}

/** Returns the magic recipients, whose messages always get the same final status. */
const magic = () => recipesOf(readFixtures()).map(({ status, recipient, how }) => ({ status, how, recipient: firstText(recipient) }))

/** Returns a recipient's address or number. */
function firstText(value: unknown): string {
  return typeof value === 'string' ? value : firstText(Object.values(value as object)[0])
}

interface Leaf {
  /** The command line, for example `standin clock advance`. */
  readonly line: string
  readonly summary: string
  /** The examples and their explanations. */
  readonly text: string
  readonly options: Command['options']
}

function leavesOf(commands: readonly Command[], path: string): Leaf[] {
  return commands.flatMap(({ name, summary, options, examples = [], commands: below }) => {
    const line = `${path} ${name}`
    return below ? leavesOf(below, line) : [{ line, summary, text: examples.flat().join(' '), options }]
  })
}

/** Merges flags that have the same description in several commands. */
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
  const documents = (await readOwnScenarios()) as Record<string, Partial<Record<'summary' | 'description' | 'guidance', string>>>
  const byName = Object.entries(documents).sort(([one], [other]) => (one < other ? -1 : 1))
  return byName.map(([name, { summary = '', description = '', guidance = '' }]) => ({ name, summary, text: `${description} ${guidance}` }))
}

/** Lists of tested rules are for Standin's developers, and are not in the package. */
const isForUsers = ({ name }: { readonly name: string }) => !name.startsWith('fidelity/')

/** Documents are not searched for synonyms. */
const has = (text: string, wanted: readonly string[]) => wanted.every((word) => text.toLowerCase().includes(word))

/** Sorts documents by relevance: matches in the title, then in a heading, then by the number of matching sections. */
async function documentsWith(wanted: readonly string[]): Promise<Findings['documents']> {
  const docs = nodeDocs()
  const all = await Promise.all(
    (await docs.list()).filter(isForUsers).map(async ({ name, title }) => {
      const parts = partsOf((await docs.read(name)) ?? '')
      const headed = parts.find((part) => has(part.heading, wanted))
      const written = parts.filter((part) => has(part.text, wanted))
      const best = headed ?? written[0]
      const rank = has(title, wanted) ? 3 : headed ? 2 : 1
      // Guides rank above reference pages.
      const points = (name.startsWith('reference/') ? 0 : rank * 1_000) + written.length
      return best || rank === 3 ? [{ file: name, title, heading: best?.heading ?? title, points }] : []
    }),
  )
  return all
    .flat()
    .sort((one, other) => other.points - one.points)
    .map(({ file, title, heading }) => ({ file, title, heading }))
}

function partsOf(markdown: string): { readonly heading: string; readonly text: string }[] {
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
