/** Writes docs/fidelity.md and docs/fidelity/: the simulator's behaviour, its sources, and the tests that cover it (`npm run generate`). */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { notSimulated } from '../src/service/engine/stages/not-simulated.ts'
import { deviations, hostLimits } from './fidelity/ledger.ts'
import { recordings } from './fidelity/recordings.ts'
import { collectRules, type Rule } from './fidelity/rules.ts'
import { rulesThatName, type Thing, type ThingTable, thingTables } from './fidelity/things.ts'
import { code, table } from './markdown.ts'

const top = new URL('../', import.meta.url)
const written = '<!-- Written by tools/make-fidelity.ts (npm run generate). -->'

/** The pages of the reference: the name used in sources, the file, and the title. */
const pages = {
  spec: ['specification', 'The specification'],
  decisions: ['decisions', 'Decisions'],
  notifications: ['notifications', 'Notifications'],
  'file-transfer': ['file-transfer', 'File transfer'],
  events: ['events', 'Events'],
  authentication: ['authentication', 'Authentication'],
} as const
type PageName = keyof typeof pages
const pageNames = Object.keys(pages) as PageName[]

/** Returns each page's text, keyed by path relative to the project root. */
export function fidelityPages(rules: readonly Rule[]): ReadonlyMap<string, string> {
  return new Map([
    ['docs/fidelity.md', overview(rules)],
    ...pageNames.map((page) => [`docs/fidelity/${pages[page][0]}.md`, rulesOf(page, rules)] as const),
  ])
}

function overview(rules: readonly Rule[]): string {
  const assumed = rules.flatMap((rule) => rule.sources.filter((source) => source.startsWith('assumed: ')).map((why) => ({ rule, why })))
  return `${written}
# Fidelity

This page is for readers who want to know which of the service's rules Standin implements. Each rule has a source, which is a section in
[the reference](reference/README.md), and a test, which \`npm test\` runs. If sources disagree, the specification takes precedence, then the
decisions, then the pages about the live services.

There are ${rules.length} rules:

${table(
  ['Source', 'Rules'],
  pageNames.map((page) => [`[${pages[page][1]}](fidelity/${pages[page][0]}.md)`, String(rules.filter(cites(page)).length)]),
)}

## Recordings of the live services

These call sequences were recorded on the live services. \`test/live/recordings.test.ts\` replays them in the \`live\` dialect.

${table(
  ['Area', 'Replayed', 'Same reply as recorded'],
  recordings().map(({ title, played, holding }) => [title, String(played), String(holding)]),
)}

## Deviations from the specification

${table(
  ['Deviation', 'Reason', 'Source'],
  deviations.map(({ what, why, source }) => [what, why, linked(source, 'reference/')]),
)}

For the differences between the two dialects (\`--dialect spec|live\`), see [Dialects](dialects.md).

## Not simulated

These paths of the live services return 404, with the \`x-standin-not-simulated\` header.

${table(
  ['Purpose', 'Paths', 'Source'],
  notSimulated.map(({ what, source, shown }) => [what, code(shown), linked(source, 'reference/')]),
)}

## Limits of hosts

A host is Express, your own Express app, MSW or \`simulator.fetch\`. Apart from these limits, all hosts behave the same.

${table(
  ['Host', 'Limit', 'Reason', 'Source'],
  hostLimits.map(({ host, lacks, why, source }) => [host, lacks, why, linked(source, 'reference/')]),
)}

## Assumptions

These rules have a test, but no source.

${table(
  ['Rule', 'Reason', 'Test'],
  assumed.map(({ rule, why }) => [cell(rule.sentence), cell(why.slice('assumed: '.length)), link(rule.file, '../')]),
)}

${thingTables.map((things) => thingsOf(things, rules)).join('\n\n')}
`
}

const cites =
  (page: PageName) =>
  ({ sources }: Rule): boolean =>
    sources.some((source) => source.startsWith(`${page} §`))

function thingsOf({ title, things }: ThingTable, rules: readonly Rule[]): string {
  const rows = things.map((thing) => thingRow(thing, rulesThatName(thing, rules)))
  return `## ${title}\n\n${table(['', '', 'Rules', 'Sources', 'Tests'], rows)}`
}

function thingRow({ name, says }: Thing, rules: readonly Rule[]): string[] {
  const files = [...new Set(rules.map(({ file }) => file))].sort()
  const sources = [...new Set(rules.flatMap((rule) => rule.sources))].sort()
  const few = <T>(all: readonly T[]): readonly T[] => all.slice(0, 3)
  return [
    name.includes(' ') ? cell(name) : code(name),
    says.startsWith('`') ? says : cell(says),
    String(rules.length),
    few(sources)
      .map((source) => linked(source, 'reference/'))
      .join(', '),
    few(files)
      .map((file) => link(file, '../'))
      .join(', '),
  ]
}

/** Lists every rule that cites the page, under the page's headings, by test file. */
function rulesOf(page: PageName, rules: readonly Rule[]): string {
  const [file, title] = pages[page]
  const bySection = Map.groupBy(
    rules.flatMap((rule) => sectionsIn(page, rule).map((section) => ({ section, rule }))),
    ({ section }) => section,
  )
  const headings = headingsOf(readFileSync(new URL(`docs/reference/${file}.md`, top), 'utf8'))
  const sections = [...bySection].sort(([a], [b]) => a.localeCompare(b, 'en', { numeric: true }))
  const text = sections.map(([section, found]) => {
    const byFile = Map.groupBy(found, ({ rule }) => rule.file)
    const lists = [...byFile].sort(([a], [b]) => (a < b ? -1 : 1)).map(([path, all]) => `${link(path, '../../')}\n${sentences(all)}`)
    return `## ${page} §${section}${headings.has(section) ? ` ${headings.get(section)}` : ''}\n\n${lists.join('\n\n')}`
  })
  return `${written}\n# Rules from: ${title}\n\nThe section numbers refer to [the page in the reference](../reference/${file}.md).\n\n${text.join('\n\n')}\n`
}

const sentences = (found: readonly { rule: Rule }[]) =>
  [...new Set(found.map(({ rule }) => rule.sentence))].map((sentence) => `- ${escaped(sentence)}`).join('\n')

/** Returns the page's sections that a rule cites, without row and item numbers. */
function sectionsIn(page: PageName, { sources }: Rule): string[] {
  const own = sources.filter((source) => source.startsWith(`${page} §`))
  return [...new Set(own.map((source) => /§(\d+(?:\.\d+)*)/.exec(source)?.[1] ?? ''))]
}

const headingsOf = (markdown: string): ReadonlyMap<string, string> =>
  new Map([...markdown.matchAll(/^##+ (\d+(?:\.\d+)*)\.? (.*)$/gm)].map(([, section = '', title = '']) => [section, title]))

/** Formats sources such as `spec §7, decisions §1` with a link to each page. */
function linked(source: string, folder: string): string {
  if (source.startsWith('assumed: ')) return 'assumed'
  return source
    .split(/, (?=[a-z])/)
    .map((one) => {
      const page = pages[one.split(' ')[0] as PageName]
      return page ? `[${one}](${folder}${page[0]}.md)` : one
    })
    .join(', ')
}

const link = (file: string, back: string) => `[${file.replace(/^test\//, '')}](${back}${file})`

/** Escapes characters that are special in Markdown or HTML. */
const escaped = (text: string) => oneLine(text).replace(/[\\`*_[\]<>#|&]/g, '\\$&')
const cell = (text: string) => escaped(text)
/** Replaces control characters and line breaks, which occur in the names of tests with hostile input. */
const oneLine = (text: string) =>
  text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, (sign) => `U+${sign.codePointAt(0)?.toString(16).padStart(4, '0')}`)

export function writePages(written: ReadonlyMap<string, string>): void {
  rmSync(new URL('docs/fidelity', top), { recursive: true, force: true })
  mkdirSync(new URL('docs/fidelity', top), { recursive: true })
  for (const [path, text] of written) writeFileSync(new URL(path, top), text)
}

if (import.meta.main) writePages(fidelityPages(await collectRules()))
