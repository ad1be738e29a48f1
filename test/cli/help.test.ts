/** `standin help`: what it finds by a word. */
import { expect, test } from 'vitest'
import type { Findings } from '../../src/cli/find.ts'
import { run } from '../support/command-line.ts'

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
    err: 'standin: Nothing has "x\\u001b[31myz". Try one shorter word.\n',
  })
})

test('without a word it is the help itself', async () => {
  const whole = await run(['--help'])

  expect(await run(['help'])).toEqual(whole)
  expect(await run(['help', '--help'])).toEqual(whole)
})
