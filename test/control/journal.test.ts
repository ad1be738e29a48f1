/** The journal over HTTP: what was asked, and what the service did by itself. */
import { expect, test } from 'vitest'
import { arrange } from '../../src/givens/index.ts'
import { control } from '../support/control.ts'
import { rule } from '../support/rule.ts'

const reader = { orgNo: '347147753', clientId: 'client-a' }
const search = { as: reader, query: { resourceId: 'standin-plain' } }
const unknown = { as: reader, params: { fileTransferId: '00000000-0000-4000-8000-000000000000' } }

interface Line {
  readonly id: string
  readonly operation: string
}
const idsOf = ({ body }: { body: { journal: Line[] } }) => body.journal.map(({ id }) => id)

rule('decisions §12', 'a line says who called what, and what came of it', async () => {
  const { ask, client } = control()
  await client.call('fileTransfer.overview', unknown)
  const { body } = await ask('control.listJournal')

  expect(body).toEqual({
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
        scenario: null,
        why: 'BRO-00001',
      },
    ],
    total: 1,
    dropped: 0,
  })
})

rule('decisions §12', 'lines are filtered by operation, area, status, code and scenario', async () => {
  const { ask, client } = control()
  await client.call('fileTransfer.search', search)
  await client.call('fileTransfer.overview', unknown)
  await client.call('fileTransfer.search', { ...search, headers: { 'x-standin-scenario': 'outage-authorization' } })
  await client.call('authentication.getEnterpriseToken', { query: { scopes: 'a' } })

  expect(idsOf(await ask('control.listJournal', { query: { operation: 'fileTransfer.search' } }))).toEqual(['1', '3'])
  expect(idsOf(await ask('control.listJournal', { query: { operation: 'fileTransfer' } }))).toEqual(['1', '2', '3'])
  expect(idsOf(await ask('control.listJournal', { query: { status: '404' } }))).toEqual(['2'])
  expect(idsOf(await ask('control.listJournal', { query: { status: '5XX' } }))).toEqual(['3'])
  expect(idsOf(await ask('control.listJournal', { query: { code: 'BRO-00001' } }))).toEqual(['2'])
  expect(idsOf(await ask('control.listJournal', { query: { scenario: 'outage-authorization' } }))).toEqual(['3'])
  expect(idsOf(await ask('control.listJournal', { query: { operation: 'fileTransfer.search', status: '404' } }))).toEqual([])
})

rule('decisions §12', 'reading on from a line or a time misses nothing', async () => {
  const { ask, client, simulator } = control()
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

test('of a list that is too long the newest lines are shown, and all are counted', async () => {
  const { ask, client } = control()
  for (let call = 0; call < 3; call++) await client.call('fileTransfer.search', search)

  const { body } = await ask('control.listJournal', { query: { limit: '2' } })

  expect(body.journal.map(({ id }: Line) => id)).toEqual(['2', '3'])
  expect(body.total).toBe(3)
})

test('lines that had to make room are counted, and reading on from one of them gives all that are left', async () => {
  const { ask, client } = control({ journal: 2 })
  for (let call = 0; call < 5; call++) await client.call('fileTransfer.search', search)

  const { body } = await ask('control.listJournal', { query: { since: '1' } })

  expect(body.journal.map(({ id }: Line) => id)).toEqual(['4', '5'])
  expect(body).toMatchObject({ total: 2, dropped: 3 })
})

rule('decisions §12', 'the jobs have a list of their own', async () => {
  const { ask, client } = control()
  await arrange(client, 'a published file transfer exists', { content: 'x' })
  const { body } = await ask('control.listJournal', { query: { jobs: 'true' } })
  const [scan] = body.journal

  expect(scan).toMatchObject({ operation: 'fileTransfer.scan', method: null, path: null, status: null, caller: null, committed: true })
  expect((await ask('control.showJournalLine', { params: { id: scan.id } })).body).toMatchObject({ id: scan.id, stages: {}, reply: null })
  expect(idsOf(await ask('control.listJournal', { query: { jobs: 'true', operation: 'fileTransfer.purge' } }))).toEqual([])
})

rule('decisions §12', 'one line in full has request, reply, stages and rules', async () => {
  const { ask, client } = control()
  await ask('control.activateScenario', { params: { name: 'outage-authorization' } })
  await client.call('fileTransfer.initialize', { as: reader, body: { fileName: 'secret.txt' } })
  const { body } = await ask('control.showJournalLine', { params: { id: '1' } })

  expect(body).toMatchObject({
    status: 400,
    stage: 'validate',
    commits: 0,
    request: { body: '{"fileName":"secret.txt"}', bytes: 25, headers: { 'content-type': 'application/json', authorization: 'Bearer …' } },
    reply: { cut: false, headers: { 'content-type': 'application/problem+json; charset=utf-8' } },
  })
  expect(JSON.parse(body.reply.body)).toMatchObject({ status: 400 })
  expect(body.reply.bytes).toBe(new TextEncoder().encode(body.reply.body).byteLength)
  expect(Object.keys(body.stages)).toEqual(['identify', 'rules', 'access', 'limit', 'validate'])
  expect(Object.values<number>(body.stages).every((time) => time >= 0 && time < 60_000)).toBe(true)
  expect(body.rules).toEqual([expect.stringContaining('outage-authorization[0] call 1')])
})

test('a token without a scheme is hidden altogether', async () => {
  const { ask, client } = control()
  await client.call('fileTransfer.search', { ...search, as: null, headers: { authorization: 'eyJhbGciOiJub25lIn0.e30.' } })

  expect((await ask('control.showJournalLine', { params: { id: '1' } })).body.request.headers.authorization).toBe('…')
})

test('a line that is not there is answered 404', async () => {
  const { ask } = control()

  expect((await ask('control.showJournalLine', { params: { id: '17' } })).status).toBe(404)
  expect((await ask('control.showJournalLine', { params: { id: '../clock' } })).status).toBe(404)
})

rule('decisions §12', 'a journal that is cleared is empty, of calls and of jobs', async () => {
  const { ask, client } = control()
  await arrange(client, 'a published file transfer exists', { content: 'x' })

  expect((await ask('control.clearJournal')).status).toBe(204)
  expect((await ask('control.listJournal')).body).toEqual({ journal: [], total: 0, dropped: 0 })
  expect((await ask('control.listJournal', { query: { jobs: 'true' } })).body.total).toBe(0)
})

test.each([
  [{ operation: 'fileTransfer.oview' }, 'query.operation: "fileTransfer.oview" is not known. Valid: notifications.createOrder'],
  [{ operation: 'fileTransfer.overview', jobs: 'true' }, 'Valid: notifications.takeOrder'],
  [{ status: '4' }, 'query.status: "4": A status such as 404 or 4xx is expected.'],
  [{ status: '604' }, 'A status such as 404 or 4xx is expected.'],
  [{ since: 'yesterday' }, `query.since: "yesterday" is neither a line's id nor a time`],
  [{ limit: '-1' }, 'query.limit: "-1"'],
  [{ limit: 'all' }, 'query.limit: "all"'],
  [{ jobs: 'yes' }, 'query.jobs: "yes" is not known. Valid: true, false.'],
] as [Record<string, string>, string][])('asked for %j, the journal says what is wrong', async (query, detail) => {
  const { ask } = control()
  const { status, body } = await ask('control.listJournal', { query })

  expect(status).toBe(400)
  expect(body.detail).toContain(detail)
})
