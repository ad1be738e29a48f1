/** Runs Vitest as a user does, with the fixture of `standin/vitest`. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { folderWith } from './support/folder.ts'
import { linkPackages } from './support/linked-packages.ts'

/** The tests of a user, as a module. */
async function vitest(source: string, ...args: readonly string[]) {
  const folder = folderWith({ 'package.json': '{"type":"module"}', 'user.test.ts': source })
  linkPackages(folder)
  const { VITEST: _, ...env } = process.env
  const child = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', '--reporter=default', ...args], {
    cwd: folder,
    env: { ...env, NO_COLOR: '1', CI: '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [said, complained, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  return { code, said, complained }
}

/** Milliseconds. Vitest starts processes. */
const timeout = 90_000

const user = `
import { test } from 'standin/vitest'
import { expect } from 'vitest'

const order = (idempotencyId: string) => JSON.stringify({
  idempotencyId,
  recipient: { recipientEmail: { emailAddress: 'someone@example.org', emailSettings: { subject: 'Hello', body: 'Hello' } } },
})
async function place({ token }: { token: string }, base = 'https://platform.tt02.altinn.no/notifications/api/v1') {
  const headers = { authorization: 'Bearer ' + token, 'content-type': 'application/json' }
  return fetch(base + '/future/orders', { method: 'POST', headers, body: order('one') })
}
`

test('a test of a user has a world of its own, and the journal of a failed one is printed', { timeout }, async () => {
  const { code, said, complained } = await vitest(`${user}
test('passes', async ({ standin }) => {
  const token = await standin.token({ org: 'ttd' })
  expect((await place(token)).status).toBe(201)
  expect((await place(token)).status).toBe(200)
  expect(standin.journal.list().journal.length).toBe(2)
})
test('fails', async ({ standin }) => {
  await standin.scenarios.use('unavailable')
  expect((await place(await standin.token({ org: 'ttd' }), standin.url)).status).toBe(201)
})
test('leaves', async ({ standin }) => {
  expect(standin.simulator.worlds().map(({ name }) => name)).toEqual(['default', 'leaves'])
  expect(standin.journal.list().journal).toEqual([])
  const { headers, body } = await standin.client().call('notifications.createOrder', { body: JSON.parse(order('two')) })
  expect([headers.get('location')?.startsWith(standin.url), body.notification.shipmentId.length]).toEqual([true, 36])
  expect((await standin.advance({ until: 'settled' })).counts['notifications.sendMessage']).toBe(1)
})
`)
  expect(code).toBe(1)
  expect(`${said}${complained}`).toMatch(/Tests +1 failed \| 2 passed/)
  expect(complained).toContain('The journal for the world of "fails"')
  expect(complained).toMatch(/POST \/.*future\/orders 503 \(NOT-00004; scenario unavailable/)
  expect(complained).not.toContain('The journal for the world of "passes"')
})

test('a call that names no world is refused while several tests run at once', { timeout }, async () => {
  const { code, said } = await vitest(`${user}
import { describe } from 'vitest'
const both = Promise.withResolvers<void>()
let running = 0
describe.concurrent('at once', () => {
  test.for(['one', 'two'])('%s', async (_, { standin }) => {
    if (++running === 2) both.resolve()
    await both.promise
    const token = await standin.token({ org: 'ttd' })
    const refused = await place(token)
    expect([refused.status, (await refused.json()).detail]).toEqual([400, expect.stringContaining('2 tests are running in this process')])
    expect((await place(token, standin.url)).status).toBe(201)
    expect(standin.journal.list().journal.map(({ status }) => status)).toEqual([201])
  })
})
`)
  expect(said).toMatch(/Tests +2 passed/)
  expect(code).toBe(0)
})

test('a fixture takes options, and lives beside fixtures and handlers of the user', { timeout }, async () => {
  const { said } = await vitest(`
import { http, HttpResponse } from 'msw'
import { standinFixture } from 'standin/vitest'
import { expect, test as base } from 'vitest'

const handlers = [http.get('https://mine.example/', () => HttpResponse.text('mine'))]
const standin = standinFixture({ origin: 'https://service.example', environment: 'production', dialect: 'live', handlers })
const test = base.extend('greeting', 'Hello').extend({ standin })

test('uses both', async ({ greeting, standin }) => {
  expect([greeting, standin.url]).toEqual(['Hello', 'https://service.example/worlds/uses-both'])
  expect((await fetch('https://service.example/broker/api/v1/filetransfer')).status).toBe(401)
  expect(await (await fetch('https://mine.example/')).text()).toBe('mine')
  expect(standin.journal.list().journal.map(({ environment }) => environment)).toEqual(['production'])
  expect(standin.dialect.show().dialect).toBe('live')
})
`)
  expect(said).toMatch(/Tests +1 passed/)
})

test('a fixture can demand that the client behaves', { timeout }, async () => {
  const { code, said, complained } = await vitest(`${user}
import { standinFixture } from 'standin/vitest'
import { test as base } from 'vitest'

const judged = base.extend({ standin: standinFixture({ failOn: 'bad' }) })
const twice = async (standin: any) => {
  const { token } = await standin.token({ org: 'ttd', clientId: 'mine' })
  const read = () => fetch(standin.url + '/future/shipment/none', { headers: { authorization: 'Bearer ' + token } })
  await read()
  await read()
}
judged('good', async ({ standin }) => {
  expect((await place(await standin.token({ org: 'ttd' }), standin.url)).status).toBe(201)
})
judged('stubborn', async ({ standin }) => twice(standin))
judged('pointless', async ({ standin }) => void (await standin.scenarios.use('storage-not-ready')))
judged('wrong', async ({ standin }) => {
  await twice(standin)
  expect(1).toBe(2)
})
test('not judged', async ({ standin }) => twice(standin))
`)
  expect(said).toMatch(/Tests +3 failed \| 2 passed/)
  expect(complained).toContain(
    'bad: refused-unchanged of mine: A client does not retry a refused call unchanged. Calls 1, 2 contradict this. Retry only',
  )
  expect(complained).toContain('Scenario storage-not-ready was switched on, but affected no calls.')
  expect(complained.split("This test's client did not behave well.").length).toBe(3)
  expect(code).toBe(1)
})

test('200 tests in parallel, each with a world of its own, end within 20 seconds and leave no memory behind', {
  timeout: 90_000,
}, async () => {
  const { code, said, complained } = await vitest(
    `${user}
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, describe } from 'vitest'

setFlagsFromString('--expose-gc')
// A client with eight connections: MSW 3 keeps some memory of each one that it intercepted.
await fetch('data:,')
const dispatcher = Symbol.for('undici.globalDispatcher.1')
const connections = globalThis as any
connections[dispatcher] = new connections[dispatcher].constructor({ connections: 8 })
const collect = runInNewContext('gc')
/** Streams that nobody reads any more go in a later turn. */
async function used() {
  for (let last = Infinity; ; ) {
    collect()
    await new Promise((resolve) => setTimeout(resolve, 20))
    collect()
    const { heapUsed } = process.memoryUsage()
    if (heapUsed > last * 0.99) return heapUsed
    last = heapUsed
  }
}
const numbers = Array.from({ length: 200 }, (_, at) => at)
let most = 0
const story = async (_: number, { standin }: { standin: import('standin/vitest').StandinWorld }) => {
  const token = await standin.token({ org: 'ttd' })
  const made = await place(token, standin.url)
  expect([made.status, Object.keys(await made.json())]).toEqual([201, ['notificationOrderId', 'notification']])
  await standin.givens.arrange('a published file transfer exists')
  await standin.advance({ until: 'settled' })
  expect(standin.outbox.list().messages.length).toBe(1)
  most = Math.max(most, standin.simulator.worlds().length)
}
describe('first', () => void test.concurrent.for(numbers)('test %i', story))
describe('then', () => {
  let before = 0
  beforeAll(async () => void (before = await used()))
  test.concurrent.for(numbers)('test %i', story)
  afterAll(async () => {
    const after = await used()
    console.log('used before and after:', before, after)
    expect(most).toBe(201)
    expect(after / before).toBeLessThan(1.1)
  })
})
`,
    '--maxConcurrency=200',
    '--testTimeout=20000',
    '--hookTimeout=20000',
  )
  expect(said).toMatch(/Tests +400 passed/)
  expect(code, complained).toBe(0)
})
