/** Lists phrases that the language rules forbid in comments, messages and documents: `node tools/language.ts [files or folders]`. */
import { globSync, readFileSync, statSync } from 'node:fs'
import { type Node, parseSync, visitorKeys } from 'oxc-parser'

export interface Finding {
  readonly file: string
  readonly line: number
  readonly kind: 'opening' | 'phrase'
  readonly words: string
  readonly text: string
}

/** Forbidden in comments: words that hide the subject. */
const subjectless = /\b(?:nobody|whoever|of which)\b/i

/** A comment must start with a noun or a verb. */
const openings = /^(?:What|Who|Whether|Of|How|Where|Which|One|Those|Nothing)\b/

const phrases = /\b(?:and not|no more(?! than\b)|lies|stands|holds|nobody|(?:is|are|was|were) kept|mend(?:s|ed|ing)?)\b/i

/** Phrases that are correct in context: proper names, or words in their literal meaning. */
const exceptions = [
  // Text from the real service.
  'The event holds too many values',
  'must be set and not be',
  'stands for',
  'holds the call',
  'holds calls',
  'holds a call',
  'holds back',
  'holds a lock',
]

const sql = /\b(?:SELECT|CREATE|INSERT|UPDATE|DELETE)\b/

/** Text from the real service, quoted or generated. */
const quoted = /^(?:docs\/(?:reference|fidelity)\/|src\/service\/areas\/[\w-]+\/(?:refusals|wire)\.ts$)/

export function findingsIn(file: string, text: string): Finding[] {
  return /\.(?:md|yaml)$/.test(file) ? inDocument(file, text) : inSource(file, text)
}

function inDocument(file: string, text: string): Finding[] {
  let fence: string | undefined
  return text.split('\n').flatMap((line, index) => {
    const mark = /^\s*(`{3,}|~{3,})/.exec(line)?.[1]
    if (mark !== undefined) {
      fence = fence === undefined ? mark : mark.startsWith(fence) ? undefined : fence
      return []
    }
    if (fence !== undefined || line.startsWith('<!--')) return []
    return phrasesIn(file, index + 1, line.replace(/`[^`]*`/g, '`…`').replace(/\]\([^)]*\)/g, ']'))
  })
}

function inSource(file: string, text: string): Finding[] {
  const { program, comments } = parseSync(file, text)
  const lineOf = lineCounter(text)
  const commented = comments.flatMap(({ value, start }) => {
    const sentence = value
      .split('\n')
      .map((line) => line.replace(/^\s*\*+ ?/, '').trim())
      .join(' ')
      .trim()
    const words = (openings.exec(sentence) ?? subjectless.exec(sentence))?.[0]
    return words === undefined ? [] : [{ file, line: lineOf(start), kind: 'opening' as const, words, text: sentence }]
  })
  const messages: Finding[] = []
  visit(program, (node) => {
    const message = messageOf(node)
    if (message !== undefined) messages.push(...phrasesIn(file, lineOf(node.start), message))
  })
  return [...commented, ...messages]
}

/** Returns the text of a literal or template if it reads as a sentence. */
function messageOf(node: Node): string | undefined {
  const text =
    node.type === 'Literal' && typeof node.value === 'string'
      ? node.value
      : node.type === 'TemplateLiteral'
        ? node.quasis.map(({ value }) => value.cooked ?? '').join('…')
        : node.type === 'JSXText'
          ? node.value
          : undefined
  return text !== undefined && text.trim().split(/\s+/).length >= 3 ? text : undefined
}

function phrasesIn(file: string, line: number, text: string): Finding[] {
  if (quoted.test(file) || sql.test(text)) return []
  const rest = exceptions.reduce((left, exception) => left.replaceAll(exception, '…'), text)
  const words = phrases.exec(rest)?.[0]
  return words === undefined ? [] : [{ file, line, kind: 'phrase', words, text: text.trim() }]
}

function lineCounter(text: string): (position: number) => number {
  const starts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)]
  return (position) => starts.findLastIndex((start) => start <= position) + 1
}

function visit(node: Node, look: (node: Node) => void): void {
  look(node)
  for (const key of visitorKeys[node.type] ?? [])
    for (const child of [node[key as keyof Node] as unknown].flat())
      if (child !== null && typeof child === 'object') visit(child as Node, look)
}

/** Returns the files that contain prose. `paths`: files and folders to limit the result to. */
export function proseFiles(paths: readonly string[] = []): string[] {
  const all = globSync([
    '{src,mocks,pacts,tools,bench,test/support}/**/*.{ts,tsx,js}',
    'scenarios/*.yaml',
    '*.md',
    'docs/**/*.md',
    'examples/*/README.md',
  ]).filter((file) => !file.includes('node_modules') && !/^docs\/(?:reference|fidelity)\//.test(file))
  return all
    .filter((file) => paths.length === 0 || paths.some((path) => file === path || file.startsWith(`${path.replace(/\/$/, '')}/`)))
    .sort()
}

export const findings = (paths?: readonly string[]): Finding[] =>
  proseFiles(paths)
    .filter((file) => statSync(file).isFile())
    .flatMap((file) => findingsIn(file, readFileSync(file, 'utf8')))

if (import.meta.main) {
  const all = findings(process.argv.slice(2))
  for (const { file, line, kind, words, text } of all) console.log(`${file}:${line} ${kind} "${words}": ${text.slice(0, 140)}`)
  console.log(
    `${all.filter(({ kind }) => kind === 'opening').length} openings, ${all.filter(({ kind }) => kind === 'phrase').length} phrases`,
  )
}
