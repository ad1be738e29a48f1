/** Reads YAML of any origin or refuses it with its place. */
import { expect, test } from 'vitest'
import { readScenarioPath } from '../../../src/apps/cli/serving/scenario-files.ts'
import { parseYaml } from '../../../src/platform/files/yaml.ts'
import { readScenario } from '../../../src/service/failures/read-scenario.ts'
import { Misuse } from '../../../src/service/wire/misuse.ts'
import { folderWith } from '../../support/folder.ts'
import { rule } from '../../support/rule.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

/** Reads a scenario from the text of its file. */
function mistakeIn(text: string | Uint8Array): { message: string; choices: readonly string[] | undefined } {
  try {
    readScenario('mine', parseYaml('mine.yaml', typeof text === 'string' ? bytes(text) : text), 'built-in')
  } catch (thrown) {
    if (thrown instanceof Misuse) return { message: thrown.message, choices: thrown.choices }
    throw thrown
  }
  throw new Error('There is no mistake.')
}

const head = 'summary: Mine\nrules:\n'
const good = `${head}  - on: all\n    refuse: { code: NOT-00004 }\n`
const keys = (count: number) => Array.from({ length: count }, (_, at) => `key${at}: 1`).join('\n')
const laughs = Array.from(
  { length: 9 },
  (_, at) =>
    `a${at}: &a${at} [${Array(9)
      .fill(at === 0 ? 'ha' : `*a${at - 1}`)
      .join(', ')}]`,
).join('\n')

for (const [what, text, place] of [
  ['a tab', `${head}\t- on: all\n`, 'mine.yaml:3:1: Tabs are not allowed as indentation'],
  ['a repeated key', `summary: A\n${good}`, 'mine.yaml:2:1: Map keys must be unique'],
  ['a repeated key of a rule', `${good}    on: all\n`, 'mine.yaml:5:5: Map keys must be unique'],
  ['a bracket that is not closed', `${head}  - { on: all\n`, 'mine.yaml:4:1: '],
  ['two documents', `${good}---\n${good}`, 'mine.yaml:5:1: Source contains multiple documents'],
  ['anchors that multiply', `${laughs}\n`, 'mine.yaml:3:10: the target of *a1 contains another alias. Write it out.'],
  ['anchors that multiply', `a: &a [x]\nb: &b [*a]\nc: [*b]\n`, 'mine.yaml:3:5: the target of *b contains another alias'],
  ['an anchor inside itself', 'a: &a [*a]\n', 'mine.yaml:1:8: the target of *a contains another alias'],
  ['too many aliases', `a: &a x\nb: [${Array(101).fill('*a').join(', ')}]\n`, 'mine.yaml:2:405: the file has more than 100 aliases'],
  ['an alias without an anchor', 'a: *b\n', 'mine.yaml:1:4: anchor b is not defined before this alias'],
  ['a tag of another language', 'summary: !!js/function "() => 1"\n', 'mine.yaml:1:10: Unresolved tag'],
  ['bytes that are not text', new Uint8Array([0x61, 0x3a, 0x20, 0xff]), 'mine.yaml:1:1: the file is not valid UTF-8'],
  ['deep nesting', '['.repeat(100_000), 'mine.yaml:'],
  ['too many keys', keys(30_000), 'mine.yaml:1:1: the file has more than 20000 YAML tokens. Split it into several files.'],
  ['a repeated key among thousands', `${keys(2_000)}\nkey7: 1\n`, 'mine.yaml:2001:1: Map keys must be unique'],
  ['an empty file', '', 'Scenario mine'],
] as const) {
  rule('decisions §14', `${what} is refused with its place`, () => {
    expect(mistakeIn(text).message).toContain(place)
  })
}

for (const [what, text, place, choice] of [
  ['a field', `titel: x\n${good}`, 'mine.yaml:1:1: Scenario mine: unknown member "titel"', 'summary'],
  ['a field of a rule', `${good}    latncy: PT1S\n`, 'mine.yaml:5:5: Scenario mine, rules[0]: unknown member "latncy"', 'latency'],
  [
    'a code',
    `${head}  - on: all\n    refuse: { code: NOT-00009 }\n`,
    'mine.yaml:4:15: Scenario mine, rules[0].refuse.code: unknown value "NOT-00009"',
    'NOT-00004',
  ],
  [
    'an operation',
    `${head}  - on: fileTransfer.confrim\n    latency: PT1S\n`,
    'mine.yaml:3:5: Scenario mine, rules[0].on',
    'fileTransfer.confirmDownload',
  ],
  ['a member of a list', `${head}  - outage:\n      - sms\n      - smss\n`, 'mine.yaml:5:9: Scenario mine, rules[0].outage[1]', 'email'],
  ['a rule without effect', `${good}  - on: all\n`, 'mine.yaml:5:5: Scenario mine, rules[1]: needs an effect', 'refuse'],
  ['the target of an alias', `${head}  - &one\n    on: nowhere\n    latency: PT1S\n  - *one\n`, 'mine.yaml:4:5: ', 'all'],
  [
    'a step of the proof',
    `${good}proof:\n  - { cal: x, expect: 200 }\n`,
    'mine.yaml:6:7: Scenario mine, proof[0]: unknown member "cal"',
    'call',
  ],
] as const) {
  rule('decisions §14', `${what} is refused with file, line and the valid choices`, () => {
    const { message, choices } = mistakeIn(text)

    expect(message).toContain(place)
    expect(choices).toContain(choice)
  })
}

rule('decisions §14', 'a missing field is refused with the place of its parent', () => {
  expect(mistakeIn('rules: []\n').message).toContain('mine.yaml:1:1: Scenario mine, summary is missing.')
})

rule('decisions §14', 'an alias of plain content is read', () => {
  const text =
    'summary: Mine\nrules:\n  - on: fileTransfer\n    where: &who { org: "991825827" }\n    latency: PT1S\n  - on: notifications\n    where: *who\n    latency: PT1S\n'

  expect(readScenario('mine', parseYaml('mine.yaml', bytes(text)), 'built-in').rules.map(({ where }) => where)).toEqual([
    { org: '991825827' },
    { org: '991825827' },
  ])
})

rule('decisions §14', 'a file of 10 MB is refused unread', async () => {
  const folder = folderWith({ 'large.yaml': `summary: ${'x'.repeat(10_000_000)}\n` })

  await expect(readScenarioPath(folder)).rejects.toThrow(/large\.yaml:1:1: the file has 10000010 bytes\. The maximum is 262144\./)
})

rule('decisions §14', 'Standin reads .yaml and .yml files and refuses two files of one name', async () => {
  expect(Object.keys(await readScenarioPath(folderWith({ 'a.yaml': good, 'b.yml': good, 'c.json': '{}', 'd.txt': 'x' })))).toEqual([
    'a',
    'b',
  ])
  await expect(readScenarioPath(folderWith({ 'a.yaml': good, 'a.yml': good }))).rejects.toThrow('a.yml: another file has the same name')
})

test.each([
  ['brackets', '['],
  ['braces', '{a: '],
  ['dashes', '- '],
  ['questions', '? '],
  ['quotes', '"\\'],
  ['anchors', '&a '],
  ['comments', '#\n'],
  ['indentation', ' a:\n '],
])('a file full of %s is refused by its name', (_, piece) => {
  expect(mistakeIn(piece.repeat(2 ** 16 / piece.length)).message).toMatch(/mine/)
})
