/** Runs Playwright as a user does, with the fixture of `standin/playwright`. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { startSimulator } from '../../src/index.ts'
import { findChromium } from '../../tools/chromium.ts'
import { folderWith } from '../support/folder.ts'
import { linkBuilt, linkPackages } from '../support/linked-packages.ts'

interface Result {
  readonly status: string
  readonly workerIndex: number
  readonly attachments: readonly { readonly name: string; readonly body?: string }[]
}
interface Report {
  readonly suites: readonly {
    readonly specs: readonly { readonly title: string; readonly tests: readonly { readonly results: Result[] }[] }[]
  }[]
}

/** The title of each test of a user, and its result. */
async function playwright(source: string, env: Readonly<Record<string, string>> = {}) {
  const folder = folderWith({ 'package.json': '{"type":"module"}', 'user.spec.ts': source })
  linkPackages(folder)
  await linkBuilt(folder, 'playwright')
  const child = spawn(process.execPath, ['node_modules/@playwright/test/cli.js', 'test', '--reporter=json', '--workers=2'], {
    cwd: folder,
    env: { ...process.env, NO_COLOR: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [said, complained] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  if (!said.startsWith('{')) throw new Error(`${said}${complained}`)
  const { suites } = JSON.parse(said) as Report
  return new Map(suites.flatMap(({ specs }) => specs.map(({ title, tests }) => [title, tests[0]?.results[0] as Result])))
}

/** Milliseconds. Playwright starts a process for each worker. */
const timeout = 90_000

const user = `
import { expect } from '@playwright/test'
import { test } from 'standin/playwright'
`

test('a test of a user has a world of its own over HTTP, and the journal of a failed one is attached', { timeout }, async () => {
  const results = await playwright(`${user}
test('passes', async ({ standin, standinServer }) => {
  expect(standin.url).toBe(standinServer.url + '/worlds/passes')
  const { fileTransferId } = await standin.givens.arrange('a published file transfer exists', { content: 'a file' })
  const client = standin.client()
  const { headers, body } = await client.call('notifications.createOrder', { body: {
    idempotencyId: 'one',
    recipient: { recipientEmail: { emailAddress: 'someone@example.org', emailSettings: { subject: 'Hello', body: 'Hello' } } } } })
  expect(headers.get('location')?.startsWith(standin.url)).toBe(true)
  await client.until('notifications.getShipment', { params: { id: body.notification.shipmentId } }, ({ body }) => body.status === 'Order_Completed')
  expect((await standin.outbox.list({ channel: 'Email' })).messages.length).toBe(1)
  expect((await standin.journal.verify({ operation: 'notifications.createOrder', count: 1 })).ok).toBe(true)
  expect((await standin.advance({ by: 'PT1M' })).total).toBe(0)
  await standin.reset()
  expect((await standin.journal.list()).journal).toEqual([])
})
test('fails', async ({ standin, request }) => {
  await standin.scenarios.use('unavailable')
  const { token } = await standin.token({ org: 'ttd' })
  const headers = { authorization: 'Bearer ' + token }
  expect((await request.get(standin.url + '/future/shipment/feed', { headers })).status()).toBe(503)
  await standin.scenarios.off()
  expect((await request.get(standin.url + '/future/shipment/feed', { headers })).status()).toBe(503)
})
test('leaves', async ({ standin }) => {
  const { worlds } = await standin.control.call('control.listWorlds')
  expect(worlds.map(({ name }) => name)).toEqual(['default', 'leaves'])
})
`)
  expect([...results].map(([title, { status }]) => [title, status])).toEqual([
    ['passes', 'passed'],
    ['fails', 'failed'],
    ['leaves', 'passed'],
  ])
  const { attachments } = results.get('fails') as Result
  const journal = attachments.find(({ name }) => name === 'journal of the world')
  expect(Buffer.from(journal?.body ?? '', 'base64').toString()).toMatch(/feed 503 \(NOT-00004; scenario unavailable.*\n.*feed 200/)
  expect(results.get('passes')?.attachments).toEqual([])
})

test('a test uses the running server that STANDIN_URL names, and leaves no world on it', { timeout }, async () => {
  const { url, simulator, close } = await startSimulator({ port: 0 })
  onTestFinished(close)
  const results = await playwright(
    `${user}
test('one', async ({ standin }) => {
  expect(standin.url.startsWith('${url}/worlds/')).toBe(true)
  expect((await standin.control.call('control.showClock')).mode).toBe('real')
  await standin.client().call('notifications.createOrder')
})
`,
    { STANDIN_URL: `${url}/` },
  )
  expect(results.get('one')?.status).toBe('passed')
  expect(simulator.worlds().map(({ name }) => name)).toEqual(['default'])
})

const chromium = findChromium()
test.skipIf(!chromium && !process.env.CI)('a page calls the world of its test', { timeout }, async () => {
  const results = await playwright(
    `${user}
import { createServer } from 'node:http'
test.use({ launchOptions: { executablePath: process.env.CHROMIUM, args: ['--no-sandbox'] }, standinOptions: { dialect: 'live' } })
test('one', async ({ page, standin }) => {
  const server = createServer((_, response) => void response.setHeader('content-type', 'text/html').end('<p>An app</p>')).listen(0)
  await page.goto('http://localhost:' + server.address().port)
  const status = await page.evaluate(async (url) => (await fetch(url + '/future/shipment/feed', { headers: { authorization: 'none' } })).status, standin.url)
  expect(status).toBe(401)
  expect((await standin.journal.list()).journal.map(({ status }) => status)).toEqual([401])
  expect((await standin.control.call('control.showDialect')).dialect).toBe('live')
  server.close()
})
`,
    { CHROMIUM: chromium ?? '' },
  )
  expect(results.get('one')?.status).toBe('passed')
})

test('a fixture can demand that the client behaves', { timeout }, async () => {
  const results = await playwright(`${user}
test.use({ standinFailOn: 'bad' })
const read = async (standin: any, request: any, id: string) => {
  const { token } = await standin.token({ org: 'ttd', clientId: 'mine' })
  return request.get(standin.url + '/future/shipment/' + id, { headers: { authorization: 'Bearer ' + token } })
}
test('good', async ({ standin, request }) => {
  expect((await read(standin, request, 'a')).status()).toBe(404)
})
test('stubborn', async ({ standin, request }) => {
  const { token } = await standin.token({ org: 'ttd', clientId: 'mine' })
  const headers = { authorization: 'Bearer ' + token }
  for (const _ of [1, 2]) await request.get(standin.url + '/future/shipment/a', { headers })
})
`)

  expect([...results].map(([title, { status }]) => [title, status])).toEqual([
    ['good', 'passed'],
    ['stubborn', 'failed'],
  ])
})
