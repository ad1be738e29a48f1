/** Everything that lists or shows: names that clients and files chose do nothing to a terminal, and forge no line. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { report } from '../../../src/apps/contracts/report.ts'
import { anyDocument, anyName } from '../../../src/service/wire/misuse.ts'
import { changed, recordSmall, writeLines } from '../../support/capsule-lines.ts'
import { run, serverForFile } from '../../support/command-line.ts'
import { published, sender } from '../../support/file-transfers.ts'
import { folderWith } from '../../support/folder.ts'
import { otherServer } from '../../support/listen.ts'
import { orderTo, ttd } from '../../support/orders.ts'
import { expect, test } from '../../support/rule.ts'
import { subscribed } from '../../support/subscribers.ts'

/** Everything but the end of a line. */
const controls = /(?!\n)[\p{Cc}\p{Cs}\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/u
const odd = 'odd\u001b]0;title\u0007\u001b[31mred\u009b31m\r\nforged row\u202egpj\u2028forged\u0085forged'
const shown = /odd\\x1b\]0;title\\x07\\x1b\[31mred\\u009b31m(?:\\r)?/

const { simulator, url, inNewWorld } = await serverForFile({ outbound: 'loopback', rateLimits: 'current' })
const here = inNewWorld()
const { knobs, client } = here
const json = { 'content-type': 'application/json' }
const at = (path: string, init?: RequestInit) => fetch(`${url}/worlds/${here.world}${path}`, init).then((reply) => reply.text())

knobs.contacts.put({ number: '12838590150', name: odd, email: 'ola@example.org' })
const document = {
  summary: odd,
  description: `${odd}\nforged (built-in, on)`,
  guidance: odd,
  rules: [{ on: 'fileTransfer.overview', latency: 'PT0S' }],
}
knobs.scenarios.define(anyName('odd'), anyDocument(document))
await knobs.scenarios.use(anyName('odd'))
knobs.callers.put(odd, { 'fileTransfer.search': 7 })
await client.call('notifications.createOrder', {
  as: ttd,
  body: orderTo(
    { recipientEmail: { emailAddress: 'a@example.org', emailSettings: { subject: odd, body: odd } } },
    { idempotencyId: odd, sendersReference: odd },
  ),
})
const transfer = await published(client, { fileName: odd })
const { token } = await simulator.token({ ...sender, clientId: odd })
await subscribed(client, { endPoint: `http://127.0.0.1:9/${encodeURIComponent(odd)}`, typeFilter: odd })
await client.call('fileTransfer.overview', { as: sender, params: { fileTransferId: transfer } })
await knobs.advance({ until: 'settled' })
await at(`/broker/api/v1/filetransfer?resourceId=${encodeURIComponent(odd)}&status=%1b%5b31m`, {
  headers: { authorization: `Bearer ${token}` },
})
await at('/broker/api/v1/filetransfer?resourceId=standin-plain', { headers: { authorization: `Bearer ${token}` } })
await at('/future/orders', { method: 'POST', headers: { ...json, authorization: `Bearer ${token}` }, body: JSON.stringify({ [odd]: odd }) })
await at(`/future/shipment/${encodeURIComponent(odd)}`, { headers: { authorization: `Bearer ${token}` } })

test.each<[args: string[], whether: 'shows it' | 'shows none']>([
  [['files', 'list'], 'shows it'],
  [['files', 'show', transfer], 'shows it'],
  [['outbox'], 'shows it'],
  [['events'], 'shows it'],
  [['deliveries'], 'shows none'],
  [['subscriptions'], 'shows it'],
  [['scenario', 'list'], 'shows it'],
  [['scenario', 'show', 'odd'], 'shows it'],
  [['contacts', 'list'], 'shows it'],
  [['contacts', 'show', '12838590150'], 'shows it'],
  [['callers'], 'shows it'],
  [['limits'], 'shows it'],
  [['resources'], 'shows none'],
  [['gates'], 'shows none'],
  [['clock'], 'shows none'],
  [['state'], 'shows none'],
  [['journal'], 'shows none'],
  [['journal', '--jobs'], 'shows none'],
  [['journal', 'story', odd], 'shows none'],
  [['journal', 'verify', '--operation', 'notifications', '--count', '99'], 'shows none'],
  [['verdict'], 'shows it'],
  [['scenario', 'off', 'odd'], 'shows none'],
])('%j', async (args, whether) => {
  const text = await here.runIn({ columns: 4_000, env: { NO_COLOR: '1' } }, ...args)
  expect(text.out).not.toMatch(controls)
  expect(text.out).not.toMatch(/^forged/m)
  expect(shown.test(text.out)).toBe(whether === 'shows it')
  const { out } = await here.run(...args, '--json')
  expect(out).not.toMatch(controls)
  JSON.parse(out)
})

test('each call is shown with its bodies, and no line of one looks like a line of ours', async () => {
  for (const { id } of knobs.journal.list({}).journal) {
    const { out } = await here.run('journal', 'show', id)
    expect(out).not.toMatch(controls)
    expect(out).not.toMatch(/^forged/m)
  }
})

test('a report of verdicts for machines is changed for a terminal alone', async () => {
  for (const format of ['junit', 'html']) {
    expect((await here.run('verdict', '--format', format)).out).toContain('red\u009b31m')
    expect((await here.runIn({ columns: 100 }, 'verdict', '--format', format)).out).not.toMatch(controls)
  }
})

test.each([
  ['a name that does not exist', (word: string) => ['scenario', 'use', word]],
  ['an id that does not exist', (word: string) => ['files', 'show', word]],
  ['a caller that has not called', (word: string) => ['verdict', '--caller', `${word}!`]],
  ['an option that does not exist', (word: string) => ['journal', `--${word}`]],
  ['a file that does not exist', (word: string) => ['snapshot', 'load', word]],
  ['a number that is none', (word: string) => ['journal', '--limit', word]],
])('%s is said on one line', async (_, args) => {
  const { code, err } = await here.run(...args(odd))

  expect(code).toBe(2)
  expect(err).not.toMatch(controls)
  expect(err).not.toMatch(/^forged/m)
  expect(err).toContain('title')
})

test('a capsule from others is shown and replayed on lines of ours', async ({ folder }) => {
  const file = await recordSmall(folder)
  const bad = changed(file, 'call', (line) => ({ ...line, url: `/future/shipment/${encodeURI(odd)}?${encodeURI(odd)}`, method: 'PATCH' }))
  writeLines(join(folder, `${odd.replaceAll('/', '')}.capsule`), bad)
  writeFileSync(join(folder, 'none.capsule'), odd)
  for (const command of ['show', 'replay'])
    for (const name of [`${odd}.capsule`, 'none.capsule', '.']) {
      const { out, err } = await run(['capsule', command, name], { folder })
      expect(out + err).not.toMatch(controls)
      expect(out + err).not.toMatch(/^forged/m)
    }
  expect((await run(['capsule', 'show', `${odd}.capsule`], { folder })).out).toMatch(shown)
  expect(await run(['capsule', 'show', odd], { folder })).toMatchObject({ code: 2, err: expect.stringMatching(shown) })
})

test('a contract from others is reported on lines of ours', () => {
  const one = { file: odd, consumer: odd, description: odd, given: [odd], pending: false }
  const text = report({ ok: false, dialect: 'spec', interactions: [{ ...one, why: [odd] }], leftOut: [{ ...one, why: odd }] })
  expect(text).not.toMatch(controls)
  expect(text).not.toMatch(/^[ -]*forged/m)
})

test('a contract and a scenario from others are refused or published on lines of ours', async () => {
  const pact = { consumer: { name: odd }, provider: { name: odd }, interactions: [], metadata: { pactSpecification: { version: '3.0.0' } } }
  const folder = folderWith({
    'p.json': JSON.stringify(pact),
    'bad.json': odd,
    'odd.yaml': `"${JSON.stringify(odd).slice(1, -1)}": 5\nrules: []\n`,
  })
  for (const args of [
    ['publish', 'p.json', '--app-version', '1.0.0', '--branch', 'main', '--dry-run'],
    ['publish', 'bad.json', '--app-version', '1.0.0', '--branch', 'main', '--dry-run'],
    ['scenario', 'check', 'odd.yaml'],
  ]) {
    const { out, err } = await run(args, { folder })
    expect(out + err).not.toMatch(controls)
    expect(out + err).not.toMatch(/^forged/m)
  }
})

test('a failure of other servers is said on one line', async () => {
  const other = await otherServer((_, response) => {
    response.writeHead(400, { 'content-type': 'application/problem+json', 'x-standin-misuse': 'x' })
    response.end(JSON.stringify({ title: odd, status: 400, detail: odd, choices: [odd] }))
  })
  const { code, err } = await run(['state', '--url', other])
  expect(code).toBe(2)
  expect(err).not.toMatch(controls)
  expect(err).not.toMatch(/^forged/m)
})
