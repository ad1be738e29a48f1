/** docs/fidelity.md says what the tests show, and every part of the simulator has a test that says so. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { deviations, hostLimits } from '../tools/fidelity/ledger.ts'
import { collectRules, readRule } from '../tools/fidelity/rules.ts'
import { rulesThatName, thingTables } from '../tools/fidelity/things.ts'
import { fidelityPages } from '../tools/make-fidelity.ts'

const rules = await collectRules()
const top = new URL('../', import.meta.url)

test('docs/fidelity.md and its pages are up to date (npm run generate)', () => {
  const pages = fidelityPages(rules)
  const stale = [...pages].filter(([path, text]) => !existsSync(new URL(path, top)) || readFileSync(new URL(path, top), 'utf8') !== text)

  expect(
    stale.map(([path]) => path),
    'These pages are not up to date. Run npm run generate.',
  ).toEqual([])
  expect(readdirSync(new URL('docs/fidelity', top)).map((name) => `docs/fidelity/${name}`)).toEqual([...pages.keys()].slice(1).sort())
})

test.each(thingTables.map((table) => [table.title, table] as const))('a rule names each of: %s', (_, { things }) => {
  const unnamed = things.filter((thing) => rulesThatName(thing, rules).length === 0).map(({ name }) => name)
  expect(
    unnamed,
    "No rule names these. Add a test of each: rule('<source>', '<name>: <what it does>', …), see Fidelity in CONTRIBUTING.md.",
  ).toEqual([])
})

test('every entry of the ledger names a source', () => {
  for (const { source } of [...deviations, ...hostLimits])
    expect(source).toMatch(/^(?:spec|decisions|notifications|file-transfer|events) §/)
})

test.each([
  ['a call is answered (spec §7)', 'a call is answered', ['spec §7']],
  ['a (b) c (express) (file-transfer §7.1, decisions §1 #4)', 'a (b) c (express)', ['file-transfer §7.1', 'decisions §1 #4']],
  ['it waits (assumed: nobody says so, decisions are taken)', 'it waits', ['assumed: nobody says so, decisions are taken']],
])('the rule "%s" is read', (name, sentence, sources) => {
  expect(readRule(name, 'test/a.test.ts')).toEqual({ sentence, sources, file: 'test/a.test.ts' })
})

test('a test without a source is not a rule', () => {
  expect(readRule('a call is answered (express)', 'test/a.test.ts')).toBeUndefined()
})
