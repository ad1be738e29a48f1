/** The tables of commands: on a terminal and in a pipe. */
import { stripVTControlCharacters, styleText } from 'node:util'
import { expect, test } from 'vitest'
import { inColumns } from '../../../src/apps/cli/frame/print.ts'
import { serverForFile } from '../../support/command-line.ts'
import { orderTo, toEmail, ttd } from '../../support/orders.ts'

const { inNewWorld } = await serverForFile()

async function sent() {
  const here = inNewWorld()
  await here.client.call('notifications.createOrder', { as: ttd, body: orderTo(toEmail()) })
  await here.knobs.advance({ until: 'settled' })
  return here
}

test.each([100, 80, 60])('no line is wider than a terminal of %i characters, and prose gives way first', async (columns) => {
  const { runIn } = await sent()
  const { out } = await runIn({ columns }, 'scenario', 'list')
  const lines = stripVTControlCharacters(out).trimEnd().split('\n')

  expect(Math.max(...lines.map(({ length }) => length))).toBe(columns)
  expect(lines.some((line) => line.endsWith('…'))).toBe(true)
  expect(lines.some((line) => line.startsWith('outage-register '))).toBe(true)
})

test.each(['limits', 'outbox', 'deliveries', 'events', 'journal', 'resources', 'contacts', 'callers', 'gates', 'subscriptions', 'state'])(
  'the table of "standin %s" fits into 40 characters',
  async (name) => {
    const { runIn } = await sent()
    const { code, out } = await runIn({ columns: 40 }, name)
    const [head = '', ...rows] = stripVTControlCharacters(out).split('\n')

    expect(code).toBe(0)
    expect(head.length).toBeLessThanOrEqual(40)
    // Sentences below a table wrap.
    expect(rows.filter((row) => row.length > 40 && !row.endsWith('.'))).toEqual([])
  },
)

test('letters that are twice as wide count twice, and none is cut in two', async () => {
  const { knobs, runIn } = await sent()
  knobs.scenarios.define('aaa', { summary: '通知サービスが止まる 🚀🚀🚀 '.repeat(5), rules: [{ on: 'all', latency: 'PT1S' }] })
  const { out } = await runIn({ columns: 60 }, 'scenarios', 'list')
  const line = out.split('\n').find((each) => each.startsWith('aaa ')) ?? ''
  const width = Array.from(line, (letter) => (letter > '\u2e80' ? 2 : 1)).reduce((sum, each) => sum + each, 0)

  expect(line.isWellFormed()).toBe(true)
  expect(line.endsWith('…')).toBe(true)
  expect(width).toBeGreaterThan(57)
  expect(width).toBeLessThanOrEqual(60)
})

test('in a pipe nothing is cut, and there are no colours', async () => {
  const { run } = await sent()
  const { out } = await run('scenario', 'list')

  expect(out).not.toContain('…')
  expect(out).not.toContain('\u001b')
})

const coloured: [where: string, env: Record<string, string>, columns: number | undefined, isColoured: boolean][] = [
  ['a terminal', {}, 200, true],
  ['a terminal with NO_COLOR', { NO_COLOR: '1' }, 200, false],
  ['a terminal that knows no colours', { TERM: 'dumb' }, 200, false],
  ['a pipe with FORCE_COLOR', { FORCE_COLOR: '1', NO_COLOR: '1' }, undefined, true],
  ['a terminal with FORCE_COLOR=0', { FORCE_COLOR: '0' }, 200, false],
]

test.each(coloured)('%s with %j: headings and statuses have their colours, or not', async (_, env, columns, isColoured) => {
  const { runIn } = await sent()
  const { out } = await runIn({ env, ...(columns && { columns }) }, 'outbox')
  const paint = (format: 'bold' | 'green', text: string) => (isColoured ? styleText(format, text, { validateStream: false }) : text)

  expect(out.startsWith(paint('bold', 'AT'))).toBe(true)
  expect(out).toContain(`${paint('green', 'Email_Delivered')}  `)
})

test('JSON has no colours', async () => {
  const { runIn } = await sent()

  expect((await runIn({ columns: 60 }, 'outbox', '--json')).out).not.toContain('\u001b')
})

test('one long text makes no other line of a pipe as long', async () => {
  const { run, knobs } = inNewWorld()
  knobs.contacts.put({ number: '12838590150', name: 'x'.repeat(1_000_000), email: 'ola@example.org' })
  const { out } = await run('contacts')
  expect(out.length).toBeLessThan(1_010_000)
  expect(out.split('\n').filter((line) => line.length > 1_000)).toHaveLength(1)
})

test('a list of any length has columns', () => {
  expect(inColumns(Array.from({ length: 300_000 }, (_, nth) => [String(nth), 'a'])).at(-1)).toBe('299999  a')
})
