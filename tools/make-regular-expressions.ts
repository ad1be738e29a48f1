/** Writes test/regular-expressions.json: the verdict on each regular expression in the product, by its hash (`npm run generate`). */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { checkSync } from 'recheck'
import { readFolders, type Source, walk } from '../test/support/source.ts'

export interface Expression {
  readonly path: string
  /** Absent if the pattern is computed. */
  readonly pattern?: string
  readonly flags?: string
}

/**
 * Verdicts, keyed by the expression's hash: `safe`, or how the work grows. Verdicts are stored, because examining all expressions takes a
 * minute.
 */
export type VerdictsByHash = Readonly<Record<string, string>>

export const verdictsFile = new URL('../test/regular-expressions.json', import.meta.url)

export function expressionsOf({ path, program }: Source): Expression[] {
  const expressions: Expression[] = []
  walk(program, (node) => {
    if (node.type === 'Literal' && 'regex' in node && node.regex)
      expressions.push({ path, pattern: node.regex.pattern, flags: node.regex.flags })
    const isCall = node.type === 'NewExpression' || node.type === 'CallExpression'
    if (isCall && node.callee.type === 'Identifier' && node.callee.name === 'RegExp') expressions.push({ path })
  })
  return expressions
}

export const expressionsOfProduct = (): Expression[] => readFolders('src', 'mocks').flatMap(expressionsOf)

const require = createRequire(import.meta.url)
/** Part of each hash, so a new version of recheck examines all expressions again. */
const { version } = require('recheck/package.json') as { version: string }

export const hashOf = ({ pattern, flags }: Expression): string =>
  createHash('sha256').update(`recheck ${version} /${pattern}/${flags}`).digest('base64url').slice(0, 16)

/** Real milliseconds for an expression and for each phase of the check, generous enough for busy machines. */
const timeout = 100_000
const patience = { timeout, incubationTimeout: timeout, attackTimeout: timeout }

/** Returns `safe` if an expression's work grows linearly with its input. */
export function examine({ pattern, flags = '' }: Expression): string {
  if (pattern === undefined) return 'computed'
  // Uses the build without native programs or Java, so that the verdict is the same on every machine.
  const recheck: { checkSync: typeof checkSync } = require('recheck/lib/browser.js')
  const exactly = recheck.checkSync(pattern, flags, { checker: 'automaton', ...patience })
  // The automaton-based checker does not support lookaround.
  const result = exactly.status === 'unknown' ? recheck.checkSync(pattern, flags, { checker: 'fuzz', randomSeed: 0, ...patience }) : exactly
  return result.status === 'vulnerable' ? result.complexity.summary : result.status
}

export const writtenVerdicts = (): VerdictsByHash => (existsSync(verdictsFile) ? JSON.parse(readFileSync(verdictsFile, 'utf8')) : {})

/** Returns verdicts on exactly these expressions. Examines expressions that have no verdict yet. */
export function verdictsOn(expressions: readonly Expression[], known: VerdictsByHash): VerdictsByHash {
  const verdicts = new Map<string, string>()
  for (const expression of expressions) {
    if (expression.pattern === undefined) continue
    const hash = hashOf(expression)
    if (!verdicts.has(hash)) verdicts.set(hash, known[hash] ?? examine(expression))
  }
  return Object.fromEntries([...verdicts].sort(([one], [other]) => (one < other ? -1 : 1)))
}

if (import.meta.main) {
  const verdicts = verdictsOn(expressionsOfProduct(), writtenVerdicts())
  writeFileSync(verdictsFile, `${JSON.stringify(verdicts, null, 2)}\n`)
}
