/** Holds every regular expression of the product to work that grows no faster than its input: others let one request block the process. */
import { createRequire } from 'node:module'
import type { checkSync } from 'recheck'
import { expect, test } from 'vitest'
import { parse, readFolders, type Source, walk } from './support/source.ts'

// The build without native programs or Java, so that every machine comes to the same verdict.
const recheck: { checkSync: typeof checkSync } = createRequire(import.meta.url)('recheck/lib/browser.js')

/** Slower ones, and those that are computed, each for a reason. By path and pattern. */
const exempt: Readonly<Record<string, string>> = {
  'src/service/areas/events/rules/event-attributes.ts computed':
    'has no two ways to read one character: tokens, blanks, signs and quotes exclude each other',
  'src/control/capsule/marks.ts computed': 'is one fixed form behind a beginning of our own',
  'src/apps/capsules/against/plan.ts computed': 'is made of fixed forms, and reads a capsule when no caller waits',
  'src/apps/capsules/replay/compare-reply.ts ~[0-9a-f]+\\.token-\\d+~|eyJ[\\w-]+\\.[\\w-]+\\.[\\w-]*':
    'reads a capsule when no caller waits',
  'src/apps/cli/frame/option.ts \\/+$': 'reads what a user types on the command line',
  'src/apps/cli/frame/io.ts computed': 'is one fixed form between two marks of our own',
  'src/service/world/known-secrets.ts computed': 'is the characters of one secret, each as it is or escaped, one after the other',
  'src/apps/cli/frame/parser.ts [^\\S\\n]+$': 'reads the help of our own commands',
  'src/apps/contracts/verifying/verify.ts \\/+$': 'reads what a user types on the command line',
  'src/hosts/msw.ts computed': 'is made of the paths of rows, and holds one [^/]+ a segment',
  'src/control/recording/agreement.ts computed': 'is one of the forms that the file lists, and no caller waits for it',
  'src/control/recording/reply.ts computed': 'was made for this header of our own reply, and no caller waits for it',
  'src/platform/node.ts computed': 'reads the names of folders, which the file system keeps short',
}

interface Expression {
  readonly name: string
  /** Absent where it is computed. */
  readonly pattern?: string
  readonly flags?: string
}

function expressionsOf({ path, program }: Source): Expression[] {
  const found: Expression[] = []
  walk(program, (node) => {
    if (node.type === 'Literal' && 'regex' in node && node.regex)
      found.push({ name: `${path} ${node.regex.pattern}`, pattern: node.regex.pattern, flags: node.regex.flags })
    const isCall = node.type === 'NewExpression' || node.type === 'CallExpression'
    if (isCall && node.callee.type === 'Identifier' && node.callee.name === 'RegExp') found.push({ name: `${path} computed` })
  })
  return found
}

/** Real milliseconds for one expression, and for a part of its check. A busy machine is slow. */
const timeout = 100_000
const patience = { timeout, incubationTimeout: timeout, attackTimeout: timeout }

/** How the work of an expression grows with its input, where that is faster than the input. */
function growthOf({ pattern, flags = '' }: Expression): string | undefined {
  if (pattern === undefined) return 'computed'
  const exactly = recheck.checkSync(pattern, flags, { checker: 'automaton', ...patience })
  // The automaton knows no lookaround.
  const found = exactly.status === 'unknown' ? recheck.checkSync(pattern, flags, { checker: 'fuzz', randomSeed: 0, ...patience }) : exactly
  if (found.status === 'safe') return undefined
  return found.status === 'vulnerable' ? found.complexity.summary : found.status
}

const growths = new Map<string, string | undefined>()

function slowIn(sources: readonly Source[]): string[] {
  const slow = sources.flatMap(expressionsOf).filter((each) => {
    const key = `/${each.pattern}/${each.flags}`
    if (!growths.has(key)) growths.set(key, growthOf(each))
    return growths.get(key) !== undefined
  })
  return [...new Set(slow.map(({ name }) => name))].sort()
}

test('the work of a regular expression grows no faster than its input, and every exemption is still needed', () => {
  expect(slowIn(readFolders('src', 'mocks'))).toEqual(Object.keys(exempt).sort())
})

test.each([
  ['two rows of blanks that may stand side by side', String.raw`const form = /^\s*(\d{0,19})\s*$/`],
  ['a row of blanks at the end', String.raw`text.replace(/\s+$/, '')`],
  ['a choice within a repetition', 'z.string().regex(/^(a|a)*$/)'],
  ['a lookahead', String.raw`/(?=x)(\w+\w+)+$/.test(text)`],
  ['an expression that is computed', 'new RegExp(text)'],
])('%s is found', (_, text) => {
  expect(slowIn([parse('src/service/wire/form.ts', text)])).toHaveLength(1)
})

test.each([
  ['a bounded number', String.raw`/^\d{1,15}$/`],
  ['two rows of different characters', '/^[a-z]+-[a-z]+$/'],
  ['a lookahead that looks at one character', '/^[a-z]+(?= )/'],
])('%s is not reported', (_, text) => {
  expect(slowIn([parse('src/service/wire/form.ts', text)])).toEqual([])
})
