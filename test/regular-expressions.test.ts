/** Holds every regular expression of the product to work that grows no faster than its input: others let one request block the process. */
import { expect, test } from 'vitest'
import {
  type Expression,
  examine,
  expressionsOf,
  expressionsOfProduct,
  hashOf,
  verdictsOn,
  writtenVerdicts,
} from '../tools/make-regular-expressions.ts'
import { parse } from './support/source.ts'

/** Slower ones, and those that are computed, each for a reason. By path and pattern. */
const exempt: Readonly<Record<string, string>> = {
  'src/service/areas/events/cloud-events/event-attributes.ts computed':
    'has no two ways to read one character: tokens, blanks, signs and quotes exclude each other',
  'src/apps/capsules/replay/values.ts computed': 'is one fixed form behind a beginning of our own',
  'src/apps/capsules/against/plan.ts computed': 'is made of fixed forms, and reads a capsule when no caller waits',
  'src/control/compare.ts ~[0-9a-f]+\\.token-\\d+~|…[0-9a-f]{8}\\b|eyJ[\\w-]+\\.[\\w-]+\\.[\\w-]*': 'reads a capsule when no caller waits',
  'src/apps/cli/frame/option.ts \\/+$': 'reads what a user types on the command line',
  'src/apps/cli/frame/io.ts computed': 'is one fixed form between two marks of our own',
  'src/service/world/journal/known-secrets.ts computed': 'is the characters of one secret, each as it is or escaped, one after the other',
  'src/apps/cli/frame/parser.ts [^\\S\\n]+$': 'reads the help of our own commands',
  'src/apps/contracts/verifying/verify.ts \\/+$': 'reads what a user types on the command line',
  'src/hosts/msw.ts computed': 'is made of the paths of rows, and holds one [^/]+ a segment',
  'src/control/recording/agreement.ts computed': 'is one of the forms that the file lists, and no caller waits for it',
  'src/control/recording/reply.ts computed': 'was made for this header of our own reply, and no caller waits for it',
  'src/platform/node.ts computed': 'reads the names of folders, which the file system keeps short',
}

const nameOf = ({ path, pattern = 'computed' }: Expression): string => `${path} ${pattern}`
const product = expressionsOfProduct()
const written = writtenVerdicts()
const verdicts = verdictsOn(product, written)

test('test/regular-expressions.json has the verdict on each regular expression, and no other', () => {
  const missing = Object.keys(verdicts).filter((hash) => !(hash in written)).length
  const stale = Object.keys(written).filter((hash) => !(hash in verdicts)).length

  expect(
    missing + stale,
    `test/regular-expressions.json lacks ${missing} verdicts, and has ${stale} on expressions that are gone. Run npm run generate.`,
  ).toBe(0)
})

test('the work of a regular expression grows no faster than its input, and every exemption is still needed', () => {
  const slow = product.filter((each) => each.pattern === undefined || verdicts[hashOf(each)] !== 'safe').map(nameOf)

  expect([...new Set(slow)].sort()).toEqual(Object.keys(exempt).sort())
})

test('a verdict belongs to one pattern with its flags', () => {
  expect(
    new Set([{ pattern: 'a' }, { pattern: 'b' }, { pattern: 'a', flags: 'i' }].map((each) => hashOf({ path: '', ...each }))).size,
  ).toBe(3)
})

test('an expression without a verdict is examined, and a verdict on none is left out', () => {
  const expressions = expressionsOf(parse('src/service/wire/form.ts', String.raw`const [one, two] = [/\s+$/, /^a$/]`))
  const [slow, safe] = expressions.map(hashOf)

  expect(verdictsOn(expressions, { gone: 'safe' })).toEqual({ [slow ?? '']: '2nd degree polynomial', [safe ?? '']: 'safe' })
})

const verdictsIn = (text: string): string[] => expressionsOf(parse('src/service/wire/form.ts', text)).map(examine)

test.each([
  ['two rows of blanks that may stand side by side', String.raw`const form = /^\s*(\d{0,19})\s*$/`],
  ['a row of blanks at the end', String.raw`text.replace(/\s+$/, '')`],
  ['a choice within a repetition', 'z.string().regex(/^(a|a)*$/)'],
  ['a lookahead', String.raw`/(?=x)(\w+\w+)+$/.test(text)`],
  ['an expression that is computed', 'new RegExp(text)'],
])('%s is found', (_, text) => {
  expect(verdictsIn(text)).toEqual([expect.not.stringMatching(/^safe$/)])
})

test.each([
  ['a bounded number', String.raw`/^\d{1,15}$/`],
  ['two rows of different characters', '/^[a-z]+-[a-z]+$/'],
  ['a lookahead that looks at one character', '/^[a-z]+(?= )/'],
])('%s is not reported', (_, text) => {
  expect(verdictsIn(text)).toEqual(['safe'])
})
