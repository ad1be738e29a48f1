/** The journal over HTTP: calls, and what the service did by itself. */
import { arrange } from '../../../src/service/failures/givens.ts'
import { control, refusal } from '../../support/control.ts'
import { expect, rule, test } from '../../support/rule.ts'

const reader = { orgNo: '347147753', clientId: 'client-a' }
const search = { as: reader, query: { resourceId: 'standin-plain' } }
const unknown = { as: reader, params: { fileTransferId: '00000000-0000-4000-8000-000000000000' } }

interface Line {
  readonly id: string
  readonly operation: string
}
const idsOf = ({ body }: { body: { journal: Line[] } }) => body.journal.map(({ id }) => id)

rule('decisions §12', 'a line says who called what, and how the call ended', async ({ ask, client }) => {
  await client.call('fileTransfer.overview', unknown)
  expect((await ask('control.listJournal')).body).toEqual({
    journal: [
      {
        id: '1',
        at: '2026-06-01T10:00:00Z',
        environment: 'test',
        operation: 'fileTransfer.overview',
        method: 'GET',
        path: '/broker/api/v1/filetransfer/00000000-0000-4000-8000-000000000000',
        status: 404,
        code: 'BRO-00001',
        caller: { org: null, orgNo: '347147753', clientId: 'client-a' },
        ms: expect.any(Number),
        stage: 'handle',
        committed: false,
        cut: false,
        recordStatus: null,
        scenario: null,
        why: expect.stringContaining('BRO-00001: there is no file transfer '),
      },
    ],
    total: 1,
    next: null,
    dropped: 0,
  })
})

rule('decisions §12', 'lines are filtered by operation, area, status, code and scenario', async ({ ask, client }) => {
  await client.call('fileTransfer.search', search)
  await client.call('fileTransfer.overview', unknown)
  await client.call('fileTransfer.search', { ...search, headers: { 'x-standin-scenario': 'outage-authorization' } })
  await client.call('authentication.getEnterpriseToken', { query: { env: 'tt02', scopes: 'a' } })

  expect(idsOf(await ask('control.listJournal', { query: { operation: 'fileTransfer.search' } }))).toEqual(['1', '3'])
  expect(idsOf(await ask('control.listJournal', { query: { operation: 'fileTransfer' } }))).toEqual(['1', '2', '3'])
  expect(idsOf(await ask('control.listJournal', { query: { status: '404' } }))).toEqual(['2'])
  expect(idsOf(await ask('control.listJournal', { query: { status: '5XX' } }))).toEqual(['3'])
  expect(idsOf(await ask('control.listJournal', { query: { code: 'BRO-00001' } }))).toEqual(['2'])
  expect(idsOf(await ask('control.listJournal', { query: { scenario: 'outage-authorization' } }))).toEqual(['3'])
  expect(idsOf(await ask('control.listJournal', { query: { operation: 'fileTransfer.search', status: '404' } }))).toEqual([])
})

rule('decisions §12', 'reading on from a line or a time misses nothing', async ({ ask, client, simulator }) => {
  await client.call('fileTransfer.search', search)
  await client.call('fileTransfer.search', search)
  await simulator.advance({ by: 60_000 })
  await client.call('fileTransfer.search', search)
  await client.call('fileTransfer.search', search)

  expect(idsOf(await ask('control.listJournal', { query: { since: '1' } }))).toEqual(['2', '3', '4'])
  expect(idsOf(await ask('control.listJournal', { query: { since: '1', limit: '2' } }))).toEqual(['2', '3'])
  expect(idsOf(await ask('control.listJournal', { query: { since: '4' } }))).toEqual([])
  expect(idsOf(await ask('control.listJournal', { query: { since: '2026-06-01T10:01:00Z' } }))).toEqual(['3', '4'])
  expect(idsOf(await ask('control.listJournal', { query: { since: '2026-06-01T12:00:30+02:00' } }))).toEqual(['3', '4'])
})

test('dropped lines are counted, and reading on from one of them gives all lines that are left', async () => {
  const { ask, client } = control({ journal: 2 })
  for (let call = 0; call < 5; call++) await client.call('fileTransfer.search', search)

  const { body } = await ask('control.listJournal', { query: { since: '1' } })

  expect(body.journal.map(({ id }: Line) => id)).toEqual(['4', '5'])
  expect(body).toMatchObject({ total: 2, dropped: 2 })
})

rule('decisions §12', 'the jobs have a list of their own', async ({ ask, client }) => {
  await arrange(client, 'a published file transfer exists', { content: 'x' })
  const { body } = await ask('control.listJournal', { query: { jobs: 'true' } })
  const scan = body.journal.find((line: { operation: string }) => line.operation === 'fileTransfer.scan')

  expect(scan).toMatchObject({ operation: 'fileTransfer.scan', method: null, path: null, status: null, caller: null, committed: true })
  expect((await ask('control.showJournalLine', { params: { id: scan.id } })).body).toMatchObject({
    id: scan.id,
    stages: {},
    request: { headers: {}, body: expect.stringMatching(/^{"fileTransferId":"[\da-f-]{36}"/), bytes: null },
    reply: null,
  })
  expect(idsOf(await ask('control.listJournal', { query: { jobs: 'true', operation: 'fileTransfer.purge' } }))).toEqual([])
})

rule('decisions §12', 'one line in full has request, reply, stages and rules', async ({ ask, client }) => {
  await ask('control.activateScenario', { params: { name: 'outage-authorization' } })
  await client.call('fileTransfer.initialize', { as: reader, body: { fileName: 'secret.txt' } })
  const { body } = await ask('control.showJournalLine', { params: { id: '1' } })

  expect(body).toMatchObject({
    status: 400,
    stage: 'validate',
    commits: 0,
    request: {
      body: '{"fileName":"secret.txt"}',
      bytes: 25,
      headers: { 'content-type': 'application/json', authorization: expect.stringMatching(/^Bearer …[\da-f]{8}$/) },
    },
    reply: { cut: false, headers: { 'content-type': 'application/problem+json; charset=utf-8' } },
  })
  expect(JSON.parse(body.reply.body)).toMatchObject({ status: 400 })
  expect(body.reply.bytes).toBe(new TextEncoder().encode(body.reply.body).byteLength)
  expect(Object.keys(body.stages)).toEqual(['identify', 'rules', 'access', 'limit', 'validate'])
  expect(Object.values<number>(body.stages).every((time) => time >= 0 && time < 60_000)).toBe(true)
  expect(body.rules).toEqual([expect.stringContaining('outage-authorization[0]: ')])
})

test('a token without a scheme is hidden completely', async ({ ask, client }) => {
  await client.call('fileTransfer.search', { ...search, as: null, headers: { authorization: 'eyJhbGciOiJub25lIn0.e30.' } })

  expect((await ask('control.showJournalLine', { params: { id: '1' } })).body.request.headers.authorization).toMatch(/^…[\da-f]{8}$/)
})

test('a line that does not exist is answered 404', async ({ ask }) => {
  expect((await ask('control.showJournalLine', { params: { id: '17' } })).status).toBe(404)
  expect((await ask('control.showJournalLine', { params: { id: '../clock' } })).status).toBe(404)
})

rule('decisions §12', 'a cleared journal has no calls and no jobs', async ({ ask, client }) => {
  await arrange(client, 'a published file transfer exists', { content: 'x' })

  expect((await ask('control.clearJournal')).status).toBe(204)
  expect((await ask('control.listJournal')).body).toEqual({ journal: [], total: 0, next: null, dropped: 0 })
  expect((await ask('control.listJournal', { query: { jobs: 'true' } })).body.total).toBe(0)
})

test.for([
  [{ operation: 'fileTransfer.oview' }, 'query.operation: unknown value "fileTransfer.oview". Did you mean fileTransfer.overview? '],
  [{ operation: 'fileTransfer.overview', jobs: 'true' }, 'unknown value '],
  [{ status: '4' }, 'query.status: "4": Expected a status such as 404 or 4xx.'],
  [{ status: '604' }, 'Expected a status such as 404 or 4xx.'],
  [{ since: 'yesterday' }, `query.since: "yesterday" is neither a line id nor a time`],
  [{ limit: '-1' }, 'query.limit: "-1"'],
  [{ limit: 'all' }, 'query.limit: "all"'],
  [{ code: 'NOT-0004' }, 'query.code: unknown value "NOT-0004". Did you mean NOT-00004? Valid: NOT-00004, NOT-00001, '],
  [{ scenario: 'outage-regster' }, 'Unknown scenario: "outage-regster". Did you mean outage-register? '],
  [{ jobs: 'yes' }, 'query.jobs: unknown value "yes". Valid: true, false, also.'],
] as [Record<string, string>, string][])('the journal refuses the query %j, and says why', async ([query, detail], { ask }) => {
  expect(await ask('control.listJournal', { query })).toMatchObject(refusal(400, detail))
})

rule('decisions §12', 'one line in full has its query, and the effects that were applied', async ({ ask, client, simulator }) => {
  simulator.scenarios.define('slow', {
    summary: 'Slow',
    rules: [{ on: 'fileTransfer.search', latency: 'PT0.001S', refuse: { code: 'BRO-00006' } }],
  })
  await simulator.scenarios.use('slow')
  await client.call('fileTransfer.search', { ...search, headers: { platformaccesstoken: 'secret', cookie: 'secret' } })
  const { body } = await ask('control.showJournalLine', { params: { id: '1' } })

  expect(body.request.query).toBe('resourceId=standin-plain')
  expect(body.request.headers).toMatchObject({
    platformaccesstoken: expect.stringMatching(/^…[\da-f]{8}$/),
    cookie: expect.stringMatching(/^…[\da-f]{8}$/),
  })
  expect(body.effects).toEqual([
    { effect: 'latency', options: 'PT0.001S', explained: 'Every call is delayed by PT0.001S.' },
    { effect: 'refuse', options: { code: 'BRO-00006' }, explained: 'The call is refused with BRO-00006.' },
  ])
})

const order = (idempotencyId: string, emailAddress = 'someone@example.org') => ({
  body: {
    idempotencyId,
    sendersReference: 'case-7',
    recipient: { recipientEmail: { emailAddress, emailSettings: { subject: 'S', body: 'B' } } },
  },
})

/** Three orders, one of them twice, and a search under an outage. */
async function afterSomeCalls(options = {}) {
  const here = control(options)
  const { client } = here
  await client.call('notifications.createOrder', order('a'))
  await client.call('notifications.createOrder', order('b', 'other@example.org'))
  await client.call('notifications.createOrder', order('b', 'other@example.org'))
  await client.call('fileTransfer.search', { ...search, headers: { 'x-standin-scenario': 'outage-authorization', 'x-case': '7' } })
  const verify = (expectation: object) => here.ask('control.verifyJournal', { body: expectation })
  return { ...here, verify }
}

const createOrder = 'notifications.createOrder'

test.each([
  [{}, 4],
  [{ operation: createOrder }, 3],
  [{ operation: createOrder, count: 3 }, 3],
  [{ operation: createOrder, count: '2-3' }, 3],
  [{ operation: createOrder, count: '2-' }, 3],
  [{ operation: 'notifications', count: '3' }, 3],
  [{ operation: 'notifications.getShipment', count: 0 }, 0],
  [{ operation: createOrder, count: 2, where: { status: 201 } }, 2],
  [{ operation: createOrder, count: 1, where: { status: 200, committed: false } }, 1],
  [
    { operation: createOrder, count: 3, where: { status: '2xx', method: 'post', path: '/future/orders', org: 'ttd', environment: 'test' } },
    3,
  ],
  [{ operation: createOrder, count: 3, where: { org: '0192:991825827' } }, 3],
  [{ operation: createOrder, count: 1, where: { body: { recipient: { recipientEmail: { emailAddress: 'someone@example.org' } } } } }, 1],
  [{ operation: createOrder, count: 2, where: { recipient: 'other@example.org' } }, 2],
  [{ operation: createOrder, count: 1, where: { idempotencyId: 'a' } }, 1],
  [
    {
      where: { status: 503, code: 'NOT-00004', scenario: 'outage-authorization', client: 'client-a', header: { 'X-Case': '7' } },
      count: 1,
    },
    1,
  ],
  [{ where: { resource: 'standin-plain', query: { resourceId: 'standin-plain' } }, count: 1 }, 1],
  [{ where: { since: '3' }, count: 1 }, 1],
  [{ where: { since: '2026-06-01T10:00:01Z' }, count: 0 }, 0],
])('verifying %j succeeds', async (expectation, count) => {
  const { verify } = await afterSomeCalls()

  expect(await verify(expectation)).toMatchObject({ status: 200, body: { ok: true, count } })
})

test.each([
  [
    { operation: createOrder, where: { status: 202 } },
    '0 lines match notifications.createOrder as described; at least 1 expected.',
    '3',
    ['status is 200, not 202'],
  ],
  [{ operation: createOrder, count: 1 }, '3 lines match notifications.createOrder; 1 expected.', '3', []],
  [
    { operation: createOrder, count: '4-5' },
    '3 lines match notifications.createOrder; 4 to 5 expected.',
    '4',
    ['operation is "fileTransfer.search", not "notifications.createOrder"'],
  ],
  [{ where: { org: 'brg', status: 201 } }, '0 lines', '2', ['org is "ttd", not "brg"']],
  [
    { operation: createOrder, where: { body: { sendersReference: 'case-8' } } },
    '0 lines',
    '3',
    ['body.sendersReference is "case-7", not "case-8"'],
  ],
  [{ operation: createOrder, where: { body: { reminders: [{}] } } }, '0 lines', '3', ['body.reminders is nothing, not [{}]']],
  [
    { operation: createOrder, where: { recipient: 'nobody@example.org' } },
    '0 lines',
    '3',
    ['recipient is "other@example.org", not "nobody@example.org"'],
  ],
  [{ operation: 'fileTransfer.search', where: { resource: 'other' } }, '0 lines', '4', ['resource is "standin-plain", not "other"']],
  [
    { operation: 'fileTransfer.search', where: { query: { status: 'x' }, header: { authorization: 'y' } } },
    '0 lines',
    '4',
    [expect.stringMatching(/^header\.authorization is not "…[\da-f]{8}"$/), 'query.status is null, not "x"'],
  ],
  [{ operation: 'fileTransfer.search', where: { body: {} } }, '0 lines', '4', ['body has no stored text']],
])('verifying %j fails, and shows the nearest lines', async (expectation, message, id, differs) => {
  const { verify } = await afterSomeCalls()
  const { status, body } = await verify(expectation)

  expect([status, body.ok]).toEqual([422, false])
  expect(body.message).toContain(message)
  expect(body.nearest[0]).toMatchObject({ id, differs })
})

rule('decisions §12', 'jobs can be verified too', async ({ ask, client }) => {
  const { fileTransferId = '' } = await arrange(client, 'a published file transfer exists', { content: 'x' })
  const body = { operation: 'fileTransfer.scan', count: 1, where: { transfer: fileTransferId, committed: true } }

  expect((await ask('control.verifyJournal', { body })).body).toMatchObject({ ok: true, count: 1 })
})

test('a line without the wanted fact does not match, and says why', async ({ ask, client }) => {
  const { fileTransferId = '' } = await arrange(client, 'a published file transfer exists', { content: 'x' })
  await client.call('fileTransfer.overview', { params: { fileTransferId } })
  await client.call('notifications.createOrder', { body: { ...order('a').body, sendersReference: 'x'.repeat(20_000) } })
  await client.call('notifications.createOrder', { body: '{"idempotencyId":' })
  const of = async (operation: string, where: object) => (await ask('control.verifyJournal', { body: { operation, where } })).body

  expect(await of('fileTransfer.overview', { transfer: fileTransferId, resource: 'standin-plain' })).toMatchObject({ ok: true })
  expect((await of('notifications.createOrder', { idempotencyId: 'b' })).nearest).toMatchObject([
    { differs: ['idempotencyId is not "b": the call is not JSON'] },
    { differs: ['idempotencyId is not "b": the call has more than the 16384 stored characters'] },
    { operation: 'fileTransfer.overview' },
    { operation: 'fileTransfer.overview' },
    { operation: 'fileTransfer.overview' },
  ])
})

test('a verification mentions dropped lines', async () => {
  const { verify } = await afterSomeCalls({ journal: 2 })

  expect((await verify({ operation: createOrder, count: 3 })).body.message).toBe(
    'One line matches notifications.createOrder; 3 expected. ' +
      'This cannot be proven: 2 lines were dropped to make room (--journal, --journal-bytes).',
  )
})

test.each([
  [{ count: 0, operation: 'notifications.cancelOrder' }, 422, 3],
  [{ count: 1, operation: createOrder }, 422, 3],
  [{ count: '0-5' }, 422, 3],
  [{ count: 2, where: { since: '2026-06-01T10:00:00Z' } }, 422, 3],
  [{ count: 2, where: { since: '2' } }, 422, 1],
  [{ count: 0, operation: 'notifications.processOrder' }, 200, 0],
  [{ count: '1-', operation: 'fileTransfer.search' }, 200, 0],
  [{ count: 2, where: { since: '3' } }, 200, 0],
  [{ count: 1, where: { since: '4' } }, 200, 0],
  [{ count: 0, where: { since: '2026-06-01T10:00:01Z' } }, 200, 0],
])('after three of five lines were dropped, %j is answered %i', async (expectation, status, dropped) => {
  const { verify, client } = await afterSomeCalls({ journal: 2 })
  await client.call('fileTransfer.search', search)
  const answer = await verify(expectation)

  expect([answer.status, answer.body.ok, answer.body.dropped ?? 0]).toEqual([status, status === 200, dropped])
  if (status === 422) expect(answer.body.message).toContain('This cannot be proven: ')
})

test('too many lines are too many, whatever was dropped', async () => {
  const { verify } = await afterSomeCalls({ journal: 3 })
  const { status, body } = await verify({ operation: createOrder, count: 1 })

  expect([status, body.message]).toEqual([422, '2 lines match notifications.createOrder; 1 expected.'])
})

test('a line that may have been dropped is answered 404 with the number of dropped lines', async () => {
  const { ask, client } = control({ journal: 2 })
  for (let call = 0; call < 5; call++) await client.call('fileTransfer.search', search)
  const { status, body } = await ask('control.showJournalLine', { params: { id: '1' } })

  expect([status, body.detail]).toEqual([
    404,
    'Journal line not found: "1". 3 lines were dropped to make room (--journal, --journal-bytes), and this line may be one of them.',
  ])
})

test.for([
  [
    { count: 0, where: { code: 'NOT-0004' } },
    400,
    'where.code: unknown value "NOT-0004". Did you mean NOT-00004? Valid: NOT-00004, NOT-00001, ',
  ],
  [{ operation: 'fileTransfer.oview' }, 400, 'operation: unknown value "fileTransfer.oview". Did you mean fileTransfer.overview? '],
  [{ count: 0, where: { scenario: 'outage-regster' } }, 400, 'Did you mean outage-register? '],
  [{ count: 'many' }, 400, 'count: "many" is not a number of lines. Valid: 1, "2-3", "3-".'],
  [{ count: '3-2' }, 400, 'count: "3-2"'],
  [{ count: `32-${'9'.repeat(50)}` }, 400, 'count: '],
  [{ count: -1 }, 400, 'body.count: -1'],
  [{ where: { state: 201 } }, 400, 'body.where: unknown member "state". Did you mean status? Valid: status, '],
  [{ where: { status: 42 } }, 400, 'body.where.status: 42'],
  [{ where: { since: 'yesterday' } }, 400, `body.where.since: "yesterday" is neither a line id nor a time`],
] as const)('verifying %j is refused, with the reason', async ([expectation, status, detail], { ask }) => {
  expect(await ask('control.verifyJournal', { body: expectation })).toMatchObject(refusal(status, detail))
})

test('verifying bodies is refused when the journal keeps none', async () => {
  const { verify } = await afterSomeCalls({ journalBodies: false })
  const { status, body } = await verify({ where: { recipient: 'someone@example.org' } })

  expect([status, body.detail]).toEqual([409, 'where.recipient: the journal stores no bodies. Start Standin with --journal-bodies on.'])
  expect((await verify({ where: { resource: 'standin-plain' } })).status).toBe(200)
})

rule('decisions §12', 'calls and jobs can be listed together, in the order of time', async ({ ask, client }) => {
  await arrange(client, 'a published file transfer exists', { content: 'x' })
  await client.call('fileTransfer.search', search)
  const all = await ask('control.listJournal', { query: { jobs: 'also' } })
  const pages = [await ask('control.listJournal', { query: { jobs: 'also', since: '2', limit: '1' } })]
  pages.push(await ask('control.listJournal', { query: { jobs: 'also', since: '2', limit: '1', after: pages[0]?.body.next } }))
  const kinds = all.body.journal.map(({ method }: { method: string | null }) => (method === null ? 'job' : 'call'))

  expect(kinds.slice(0, 2)).toEqual(['call', 'call'])
  expect(kinds.slice(2, -1)).toEqual(expect.arrayContaining(['job']))
  expect([kinds.at(-1), all.body.total]).toEqual(['call', kinds.length])
  expect(pages.flatMap(idsOf)).toEqual(idsOf(all).slice(2, 4))
})

test.for([
  [{ caller: '347147753' }, 2],
  [{ caller: 'client-a' }, 2],
  [{ caller: 'client-b' }, 0],
  [{ text: 'STANDIN-plain' }, 1],
  [{ text: 'no file transfer' }, 1],
  [{ text: 'nowhere' }, 0],
  [{ environment: 'production' }, 0],
  [{ environment: 'test', text: '00000000-0000-4000' }, 1],
] as const)('the lines are filtered by %j', async ([query, count], { ask, client }) => {
  await client.call('fileTransfer.search', search)
  await client.call('fileTransfer.overview', unknown)

  expect((await ask('control.listJournal', { query })).body.total).toBe(count)
})

rule('decisions §12', 'a line in full has the claims of the token, also of one that is expired, and never the token', async () => {
  const { ask, client, simulator } = control()
  await client.call('fileTransfer.search', search)
  await client.call('fileTransfer.search', { as: null, query: search.query })
  const { token } = await simulator.token({ orgNo: '347147753', clientId: 'client-a', scope: 'altinn:broker.read', ttl: 60 })
  await simulator.advance({ by: 'PT1H' })
  const headers = { authorization: `Bearer ${token}` }
  await client.call('fileTransfer.search', { as: null, query: search.query, headers })
  const lines = await Promise.all(['1', '2', '3'].map((id) => ask('control.showJournalLine', { params: { id } })))

  expect(lines.map(({ body }) => body.token)).toEqual([
    expect.objectContaining({ orgNo: '347147753', clientId: 'client-a', iss: expect.stringContaining('http') }),
    null,
    expect.objectContaining({ orgNo: '347147753', clientId: 'client-a', scopes: ['altinn:broker.read'], exp: '2026-06-01T10:01:00Z' }),
  ])
  expect(lines[2]?.body).toMatchObject({ status: 401, caller: null })
  expect(JSON.stringify(lines)).not.toContain(token.slice(-20))
})

test('errors are grouped by code, status and operation, the newest group first', async ({ ask, client, simulator }) => {
  await client.call('fileTransfer.search', search)
  for (let time = 0; time < 7; time++) await client.call('fileTransfer.overview', unknown)
  await simulator.advance({ by: 1_000 })
  await client.call('fileTransfer.search', { ...search, as: null })
  await simulator.advance({ by: 1_000 })
  await client.call('fileTransfer.overview', unknown)
  const { body } = await ask('control.listErrors')

  const missing = { status: 404, code: 'BRO-00001', operation: 'fileTransfer.overview', count: 8 }
  const refused = { status: 401, code: null, operation: 'fileTransfer.search', count: 1 }
  expect(body).toMatchObject({ total: 2, next: null })
  expect(body.errors).toEqual([
    {
      ...missing,
      first: '2026-06-01T10:00:00Z',
      last: '2026-06-01T10:00:02Z',
      why: expect.stringContaining('BRO-00001'),
      calls: ['10', '8', '7', '6', '5'],
    },
    { ...refused, first: '2026-06-01T10:00:01Z', last: '2026-06-01T10:00:01Z', why: expect.any(String), calls: ['9'] },
  ])
  const errorsOf = async (query: Record<string, string>) => (await ask('control.listErrors', { query })).body.errors
  expect(await errorsOf({ since: '9' })).toMatchObject([{ ...missing, count: 1 }])
  expect(await errorsOf({ caller: '347147753' })).toMatchObject([missing])
  expect(await errorsOf({ environment: 'production' })).toEqual([])
  expect(await errorsOf({ operation: 'notifications' })).toEqual([])
  expect((await ask('control.listErrors', { query: { operation: 'fileTransfer.sarch' } })).body.choices).toContain('fileTransfer.search')
})
