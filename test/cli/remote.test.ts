/** What the commands ask of a running server, and what they print of its reply. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { playServer, run } from '../support/command-line.ts'

const line = {
  id: '7',
  at: '2026-06-01T10:00:00.000Z',
  environment: 'test',
  operation: 'notifications.createOrder',
  method: 'POST',
  path: '/future/orders',
  status: 503,
  code: 'NOT-00004',
  caller: null,
  ms: 3.4,
  stage: 'handle',
  committed: false,
  scenario: 'outage-register',
  why: 'register is out',
}
const rain = { name: 'rain', summary: 'It rains', source: 'built-in', active: true, until: null }
const sun = { name: 'sunshine', summary: 'It does not', source: 'defined', active: true, until: '2026-06-01T10:05:00.000Z' }
const fog = { ...rain, name: 'fog', summary: 'Nothing to see', active: false }
const delivery = {
  id: 'abc',
  made: '2026-06-01T10:00:01Z',
  status: 'waiting',
  endPoint: 'http://a.test/b',
  event: { type: 'x.y' },
  next: '2026-06-01T10:00:11Z',
  attempts: [{ why: 'it answered 500' }],
}
const account = {
  now: '2026-06-08T10:00:00.000Z',
  happened: [
    { at: '2026-06-01T10:00:01.000Z', what: 'notifications.processOrder', id: '1', orders: 2 },
    { at: '2026-06-01T10:00:02.000Z', what: 'fileTransfer.scan', id: 'a-longer-one', result: 'clean', again: null },
  ],
  total: 3,
  counts: { 'notifications.processOrder': 2, 'fileTransfer.scan': 1 },
}

const face = { now: '2026-06-01T10:00:00Z', mode: 'real', speed: 1, pace: 'fast', next: null, pending: [], total: 0 }

/** What is typed, the row that is asked, its body, its reply, and what is printed. */
const commands: [args: string[], row: string, body: unknown, reply: unknown, out: string][] = [
  [['token'], 'POST /_standin/tokens', {}, { token: 'abc', expiresAt: '', claims: {} }, 'abc\n'],
  [
    [
      'token',
      '--org',
      'ttd',
      '--org-no',
      '991825827',
      '--scope',
      'a b',
      '--client-id',
      'c',
      '--system-user-org',
      '313131313',
      '--ttl',
      '2m',
    ],
    'POST /_standin/tokens',
    { org: 'ttd', orgNo: '991825827', scope: 'a b', clientId: 'c', systemUserOrg: '313131313', ttl: 120 },
    { token: 'abc' },
    'abc\n',
  ],
  [
    ['outbox', '--recipient', '+47 99', '--channel', 'SMS', '--order-id', 'a', '--shipment-id', 'b'],
    'GET /_standin/outbox?recipient=%2B47+99&channel=SMS&orderId=a&shipmentId=b',
    '',
    {
      messages: [
        {
          at: '2026-06-01T10:00:03Z',
          to: 'a@example.org',
          from: 'b@example.org',
          status: 'Email_Delivered',
          subject: 'A\nsubject',
          body: '',
        },
        { at: '2026-06-01T10:00:04Z', to: '+4799999999', from: 'Altinn', status: 'SMS_New', subject: null, body: 'x'.repeat(61) },
      ],
      total: 2,
    },
    'AT                    TO             FROM           STATUS           TEXT\n' +
      '2026-06-01T10:00:03Z  a@example.org  b@example.org  Email_Delivered  A subject\n' +
      `2026-06-01T10:00:04Z  +4799999999    Altinn         SMS_New          ${'x'.repeat(59)}…\n`,
  ],
  [
    ['outbox', '--clear', '--world', 'mine'],
    'DELETE /worlds/mine/_standin/outbox',
    '',
    undefined,
    'The outbox of the world mine is empty.\n',
  ],
  [
    ['events', '--transfer', 'a', '--type', 'published', '--subject', '313456780'],
    'GET /_standin/events?transfer=a&type=published&subject=313456780',
    '',
    {
      events: [
        {
          event: { time: '2026-06-01T10:00:01Z', type: 'no.altinn.broker.published', resourceinstance: 'a', subject: 'urn:x:313456780' },
          subscriptions: [
            { id: 1, why: null, deliveries: [{ status: 'delivered' }] },
            { id: 2, why: 'was not validated', deliveries: [] },
          ],
        },
      ],
      total: 1,
    },
    'TIME                  TYPE       SUBJECT    TRANSFER  SUBSCRIPTIONS\n' +
      '2026-06-01T10:00:01Z  published  313456780  a         1 delivered, 2 was not validated\n',
  ],
  [
    ['deliveries', 'list', '--status', 'held'],
    'GET /_standin/deliveries?status=held',
    '',
    { deliveries: [delivery], total: 1 },
    'ID   MADE                  STATUS   ATTEMPTS  NEXT                  TYPE  ENDPOINT         WHY\n' +
      'abc  2026-06-01T10:00:01Z  waiting  1         2026-06-01T10:00:11Z  x.y   http://a.test/b  it answered 500\n',
  ],
  [
    ['deliveries', 'resend', 'abc', '--to', 'http://127.0.0.1:9/x'],
    'POST /_standin/deliveries/abc/resend',
    { endPoint: 'http://127.0.0.1:9/x' },
    { ...delivery, status: 'delivered', next: null, event: null, attempts: [] },
    'ID   MADE                  STATUS     ATTEMPTS  NEXT  TYPE  ENDPOINT         WHY\n' +
      'abc  2026-06-01T10:00:01Z  delivered  0                     http://a.test/b\n',
  ],
  [['reset'], 'POST /_standin/reset', '', undefined, 'The world default is as at its start.\n'],
  [
    ['reset', '--keep', 'clock, journal', '--world', 'mine'],
    'POST /worlds/mine/_standin/reset',
    { keep: ['clock', 'journal'] },
    undefined,
    'The world mine is as at its start, but for clock, journal.\n',
  ],
  [
    ['scenario', 'list'],
    'GET /_standin/scenarios',
    '',
    { scenarios: [rain, sun, fog], total: 3 },
    'NAME      ON                              SOURCE    SUMMARY\n' +
      'rain      on                              built-in  It rains\n' +
      'sunshine  until 2026-06-01T10:05:00.000Z  defined   It does not\n' +
      'fog                                       built-in  Nothing to see\n',
  ],
  [
    ['scenario', 'show', 'rain'],
    'GET /_standin/scenarios/rain',
    '',
    {
      ...rain,
      description: null,
      guidance: 'Wait.\n',
      rules: [{ on: 'all', calls: { every: 3 }, latency: 'PT1S' }, { outage: ['sms'] }],
      explained: [['Every call waits PT1S.'], ['sms cannot be reached.']],
    },
    'rain (built-in, on)\n\nIt rains\n\nGuidance: Wait.\n\n' +
      '1. on: all, calls: {"every":3}, latency: PT1S\n   Every call waits PT1S.\n\n' +
      '2. outage: ["sms"]\n   sms cannot be reached.\n',
  ],
  [['scenario', 'use', 'rain'], 'PUT /_standin/scenarios/rain/active', '', rain, 'rain is on.\n'],
  [
    ['scenario', 'use', '../a b', '--ttl', '5m'],
    'PUT /_standin/scenarios/..%2Fa%20b/active',
    { ttl: 'PT300S' },
    sun,
    '../a b is on until 2026-06-01T10:05:00.000Z.\n',
  ],
  [['scenario', 'off', 'rain'], 'DELETE /_standin/scenarios/rain/active', '', undefined, 'rain is off.\n'],
  [['scenario', 'off'], 'DELETE /_standin/scenarios/active', '', undefined, 'Every scenario is off.\n'],
  [
    ['clock', 'advance', '7d', '--limit', '2'],
    'POST /_standin/clock/advance',
    { by: 'P7D', limit: 2 },
    account,
    'AT                        WHAT                        ID\n' +
      '2026-06-01T10:00:01.000Z  notifications.processOrder  1             orders=2\n' +
      '2026-06-01T10:00:02.000Z  fileTransfer.scan           a-longer-one  result=clean\n' +
      'It is 2026-06-08T10:00:00.000Z; 3 happened (2 listed): 2 notifications.processOrder, 1 fileTransfer.scan.\n',
  ],
  [
    ['clock', 'advance', '--to', '2026-12-01T09:00:00+01:00'],
    'POST /_standin/clock/advance',
    { to: '2026-12-01T08:00:00.000Z' },
    { now: '2026-12-01T08:00:00.000Z', happened: [], total: 0, counts: {} },
    'It is 2026-12-01T08:00:00.000Z; 0 happened.\n',
  ],
  [
    ['clock', 'advance', '--until', 'settled', '--at-most', 'P1D', '--json'],
    'POST /_standin/clock/advance',
    { until: 'settled', atMost: 'P1D' },
    account,
    `${JSON.stringify(account)}\n`,
  ],
  [['clock', 'advance', '999999d'], 'POST /_standin/clock/advance', { by: 'P999999D' }, { ...account, happened: [] }, expect.anything()],
  [['clock', 'advance', '36h'], 'POST /_standin/clock/advance', { by: 'P1DT43200S' }, { ...account, happened: [] }, expect.anything()],
  [
    ['clock', 'show'],
    'GET /_standin/clock',
    '',
    { ...face, mode: 'frozen', pending: [{ at: '2026-06-01T10:00:01Z', what: 'fileTransfer.scan', environment: 'test' }], total: 2 },
    'AT                    WHAT               ENVIRONMENT\n' +
      '2026-06-01T10:00:01Z  fileTransfer.scan  test\n' +
      'It is 2026-06-01T10:00:00Z, and the clock stands; 2 to come (1 listed).\n',
  ],
  [['clock', 'freeze'], 'POST /_standin/clock/freeze', '', face, 'It is 2026-06-01T10:00:00Z, and the clock runs; 0 to come.\n'],
  [['clock', 'resume'], 'POST /_standin/clock/resume', '', face, 'It is 2026-06-01T10:00:00Z, and the clock runs; 0 to come.\n'],
  [
    ['clock', 'resume', '--speed', '0.5'],
    'POST /_standin/clock/resume',
    { speed: 0.5 },
    { ...face, speed: 0.5 },
    'It is 2026-06-01T10:00:00Z, and the clock runs at 0.5 times the speed; 0 to come.\n',
  ],
  [
    ['state', '--world', 'mine'],
    'GET /worlds/mine/_standin/state',
    '',
    {
      world: 'mine',
      created: '2026-06-01T10:00:00Z',
      calls: 3,
      content: { files: 1, bytes: 5 },
      environments: {
        test: {
          orders: { total: 2 },
          shipments: { total: 3, byStatus: { Order_Completed: 2, Order_Scheduled: 1 }, latest: [] },
          fileTransfers: { total: 0, byStatus: {}, latest: [] },
          resources: { total: 0 },
        },
      },
    },
    'ENVIRONMENT  RECORDS         TOTAL  BY STATUS\n' +
      'test         orders          2\n' +
      'test         shipments       3      2 Order_Completed, 1 Order_Scheduled\n' +
      'test         file transfers  0\n' +
      'test         resources       0\n' +
      'The world mine, since 2026-06-01T10:00:00Z: calls 3, stored files 1, bytes 5.\n',
  ],
  [
    [
      'journal',
      '--since',
      '3',
      '--limit',
      '9',
      '--operation',
      'notifications',
      '--status',
      '5xx',
      '--code',
      'NOT-00004',
      '--scenario',
      'rain',
    ],
    'GET /_standin/journal?since=3&limit=9&operation=notifications&status=5xx&code=NOT-00004&scenario=rain',
    '',
    { journal: [line, { ...line, id: '12', status: null, code: null, ms: null, scenario: null, why: null }], total: 2 },
    '7   2026-06-01T10:00:00.000Z  POST /future/orders  503  NOT-00004  3 ms  scenario outage-register; register is out\n' +
      '12  2026-06-01T10:00:00.000Z  POST /future/orders  -\n',
  ],
  [
    ['journal', '--jobs', '--environment', 'production', '--world', 'mine'],
    'GET /worlds/mine/production/_standin/journal?jobs=true',
    '',
    { journal: [{ ...line, method: null, path: null, status: null, code: null, scenario: null, why: null }], total: 1 },
    '7  2026-06-01T10:00:00.000Z  notifications.createOrder  -    3 ms\n',
  ],
  [['journal'], 'GET /_standin/journal', '', { journal: [], total: 0 }, ''],
  [['reset', '--json'], 'POST /_standin/reset', '', undefined, 'null\n'],
  [['wait'], 'GET /_standin/ready', '', { ready: true }, expect.stringMatching(/^Standin is ready at http:\S+\n$/)],
]

test.each(commands)('%j asks %s', async (args, row, body, reply, out) => {
  const { url, received } = await playServer({ status: reply === undefined ? 204 : 200, body: reply })
  const ran = await run([...args, '--url', `${url}/`])

  expect(received).toEqual([{ row, body, authorization: undefined }])
  expect(ran).toEqual({ code: 0, out, err: '' })
})

test('the admin token goes along', async () => {
  const { url, received } = await playServer({ body: { token: 'abc' } })
  await run(['token'], { env: { STANDIN_URL: url, STANDIN_ADMIN_TOKEN: 'secret' } })

  expect(received).toMatchObject([{ authorization: 'Bearer secret' }])
})

/** Of a server: its answer, the exit code, and what is said. */
const refusals: [sentence: string, reply: Parameters<typeof playServer>[0], code: number, err: RegExp][] = [
  [
    'what was asked wrongly is misuse',
    { status: 400, body: { detail: 'body.keep[0]: "x" is not known. Valid: clock.', choices: ['clock'] } },
    2,
    /^standin: body\.keep\[0\]: "x" is not known\. Valid: clock\.\n$/,
  ],
  [
    'what does not exist is misuse',
    { status: 404, headers: { 'x-standin-misuse': 'true' }, body: { detail: 'There is no scenario "x".' } },
    2,
    /^standin: There is no scenario "x"\.\n$/,
  ],
  [
    'a missing admin token is misuse',
    { status: 401, headers: { 'x-standin-misuse': 'true' }, body: { detail: 'The admin token is demanded.' } },
    2,
    /^standin: The admin token is demanded\. Give it with --admin-token or STANDIN_ADMIN_TOKEN\.\n$/,
  ],
  [
    'an advance that is under way is a failure',
    { status: 409, headers: { 'x-standin-misuse': 'true' }, body: { detail: 'The clock is advancing already.' } },
    1,
    /^standin: The clock is advancing already\. \(409 at http:/,
  ],
  ['a defect of the server is a failure', { status: 500, body: { detail: 'A defect.' } }, 1, /^standin: A defect\. \(500 at http:/],
  ['a server of another kind is a failure', { status: 404, body: '<h1>Not Found</h1>' }, 1, /It answered 404\. Is it Standin that runs at/],
]

test.each(refusals)('%s', async (_sentence, reply, code, said) => {
  const { url } = await playServer(reply)
  const ran = await run(['reset', '--url', url])

  expect(ran).toEqual({ code, out: '', err: expect.stringMatching(said) })
})

test('a reply that is not Standin\u2019s is a failure, not a defect', async () => {
  const { url } = await playServer({ body: 'Hello!' })
  const ran = await run(['token', '--url', url])

  expect(ran).toEqual({
    code: 1,
    out: '',
    err: `standin: It answered 200, but not as Standin does. Is it Standin that runs at ${url}/_standin/tokens?\n`,
  })
})

test('where nothing runs, the message says what was tried and how to start', async () => {
  const port = await freePort()
  const { code, err } = await run(['reset', '--url', `http://127.0.0.1:${port}`])

  expect(code).toBe(1)
  expect(err).toBe(
    `standin: Nothing answers at http://127.0.0.1:${port} (tried POST http://127.0.0.1:${port}/_standin/reset: ECONNREFUSED). ` +
      'Start Standin with "standin start", or say where it runs with --url or STANDIN_URL.\n',
  )
})

test('waiting ends when the server is ready', async () => {
  const port = await freePort()
  const waiting = run(['wait', '--url', `http://127.0.0.1:${port}`])
  let calls = 0
  const server = createServer((_req, res) => {
    calls += 1
    res.writeHead(calls < 3 ? 503 : 200).end(JSON.stringify(calls < 3 ? { detail: 'Ask again.' } : { ready: true }))
  }).listen(port, '127.0.0.1')
  onTestFinished(() => void server.close())

  expect((await waiting).code).toBe(0)
  expect(calls).toBe(3)
})

test('waiting ends with the timeout', async () => {
  const { url } = await playServer({ status: 503, body: { detail: 'Scenarios are being loaded.' } })
  const { code, err } = await run(['wait', '--url', url, '--timeout', '1s'])

  expect(code).toBe(1)
  expect(err).toMatch(/^standin: Not ready in 1000 ms\. Scenarios are being loaded\./)
})

test('what a server said last is told also where it does not answer again', async () => {
  let calls = 0
  const server = createServer((_req, res) => {
    if (++calls === 1) res.writeHead(503).end(JSON.stringify({ detail: 'Scenarios are being loaded.' }))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => server.closeAllConnections())
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const { code, err } = await run(['wait', '--url', `http://127.0.0.1:${port}`, '--timeout', '1s'])

  expect([code, calls]).toEqual([1, 2])
  expect(err).toMatch(/^standin: Not ready in 1000 ms\. Scenarios are being loaded\./)
})

test('waiting does not outlast its timeout where a server never answers', async () => {
  const server = createServer(() => {}).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => server.closeAllConnections())
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const { code, err } = await run(['wait', '--url', `http://127.0.0.1:${port}`, '--timeout', '200ms'])

  expect(code).toBe(1)
  expect(err).toContain('Not ready in 200 ms.')
})

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
