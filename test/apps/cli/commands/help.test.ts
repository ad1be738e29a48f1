/** `standin help`: what it finds by a word. */
import { expect, test } from 'vitest'
import type { Findings } from '../../../../src/apps/cli/frame/find.ts'
import { run } from '../../../support/command-line.ts'

const find = async (...words: string[]) => JSON.parse((await run(['help', ...words, '--json'])).out) as Findings

test('a word finds commands, flags, scenarios and documents', async () => {
  const { commands, flags, scenarios, documents, total } = await find('limit')

  expect(commands.map(({ line }) => line)).toContain('standin limits list')
  expect(flags).toContainEqual({ flag: '--rate-limits', describe: expect.any(String), of: expect.arrayContaining(['standin start']) })
  expect(scenarios.map(({ name }) => name)).toContain('rate-limit-all')
  expect(documents.length).toBeGreaterThan(0)
  expect(total).toBeGreaterThan(8)
})

test('what has the word in its name comes before what has it in its text', async () => {
  const { scenarios } = await find('idempotency', '--limit', '1000')
  const named = scenarios.map(({ name }) => name.includes('idempotency'))

  expect(named.lastIndexOf(true)).toBeLessThan(named.includes(false) ? named.indexOf(false) : named.length)
})

test.each([
  ['429', 'limit-used-up', 'token-endpoint-rate-limited'],
  ['503', 'outage-register', 'token-endpoint-down'],
  ['malware', 'file-infected', 'infected-file'],
  ['virus', 'file-infected', 'infected-file'],
  ['retry', 'duplicate', 'order-timeout-after-commit'],
  ['timeout', 'cancelled-call', 'gateway-timeout'],
  ['duplicate', 'duplicate', 'duplicates-collide'],
])(
  'by the word %s of a tester, the recipe %s and the scenario %s come first, also in words that say the same',
  async (word, recipe, scenario) => {
    const { recipes, scenarios } = await find(word)

    expect([recipes[0]?.name, scenarios[0]?.name]).toEqual([recipe, scenario])
  },
)

test('recipes, recipients and scenarios stand above commands and documents, with what switches them on', async () => {
  const { recipients } = await find('bounced')
  const { out } = await run(['help', 'bounced'])

  expect(recipients[0]).toEqual({
    recipient: 'bounced@any.example',
    status: 'Email_Failed_Bounced',
    how: 'The delivery report contains this status.',
  })
  const parts = ['RECIPE: standin trigger <name>', 'RECIPIENT', 'SCENARIO: standin scenarios use <name>', 'DOCUMENT in ']
  expect(parts.map((part) => out.indexOf(part))).toEqual(parts.map((part) => out.indexOf(part)).toSorted((one, other) => one - other))
  expect(out.indexOf(parts[0] ?? '')).toBe(0)
})

test('a word within another word is not one that says the same', async () => {
  expect((await find('retry', '--limit', '1000')).recipients).toEqual([])
})

test('of several words, all are there, in any case', async () => {
  const { scenarios } = await find('EMAIL', 'bounced')

  expect(scenarios[0]?.name).toBe('email-bounced')
})

test('each kind is cut at the limit, and says how many more there are', async () => {
  const { scenarios, more } = await find('outage', '--limit', '2')
  const { out } = await run(['help', 'outage', '--limit', '2'])

  expect(scenarios).toHaveLength(2)
  expect(more.scenarios).toBeGreaterThan(0)
  expect(out).toContain(`… and ${more.scenarios} more`)
})

test('on a terminal no line is wider than it', async () => {
  const { out } = await run(['help', 'retry'], { columns: 80 })

  expect(Math.max(...out.split('\n').map(({ length }) => length))).toBeLessThanOrEqual(80)
})

test('a word that nothing has is a failure, and cannot control the terminal', async () => {
  expect(await run(['help', 'x\u001b[31myz'])).toEqual({
    code: 1,
    out: '',
    err: 'standin: Nothing matches "x\\u001b[31myz". Try a single, shorter word.\n',
  })
})

test('without a word it is the help itself', async () => {
  const whole = await run(['--help'])

  expect(await run(['help'])).toEqual(whole)
  expect(await run(['help', '--help'])).toEqual(whole)
})
