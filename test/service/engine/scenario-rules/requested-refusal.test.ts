import { refusals } from '../../../../src/service/areas/areas.ts'
import type { ClientInput } from '../../../../src/service/areas/client.ts'
import { orders } from '../../../../src/service/areas/notifications/records.ts'
import { anyName } from '../../../../src/service/wire/misuse.ts'
import { unknownId } from '../../../support/file-transfers.ts'
import { manifestOf, orderTo, placed, toEmail, ttd } from '../../../support/orders.ts'
import { expect, rule, test } from '../../../support/rule.ts'
import { type Standin, standin } from '../../../support/standin.ts'

const order = ({ client }: Standin, prefer: string, more: ClientInput = {}) =>
  client.call('notifications.createOrder', { as: ttd, body: orderTo(toEmail()), ...more, headers: { prefer, ...more.headers } })

for (const [dialect, code] of [
  ['spec', 'NOT-00004'],
  ['live', 'BRO-00021'],
] as const) {
  rule('decisions §14', `Prefer: code=503 at the broker is a service that cannot be reached, in ${dialect}`, async () => {
    const { client } = standin({ dialect })
    const params = { fileTransferId: unknownId }

    for (const id of ['fileTransfer.upload', 'fileTransfer.overview'] as const)
      expect(await client.call(id, { params, headers: { prefer: 'code=503' } }), id).toMatchObject({ status: 503, problem: { code } })
  })
}

for (const [prefer, status, code] of [
  ['code=NOT-00001', 422, 'NOT-00001'],
  ['code=not-00001', 422, 'NOT-00001'],
  ['code="NOT-00004"', 503, 'NOT-00004'],
  ['code=unreachable', 503, 'NOT-00004'],
  ['respond-async, code=NOT-00004', 503, 'NOT-00004'],
  ['wait=10; code=NOT-00004', 503, 'NOT-00004'],
  ['CODE = NOT-00004', 503, 'NOT-00004'],
  ['code=422', 422, 'NOT-00001'],
  ['code=503', 503, 'NOT-00004'],
  ['code=499', 499, 'NOT-00002'],
  ['code=401', 401, undefined],
  ['code=403', 403, undefined],
  ['code=429', 429, undefined],
  ['code=400', 400, undefined],
  ['code=418', 418, undefined],
  ['code=599', 599, undefined],
] as const) {
  rule('decisions §14', `Prefer: ${prefer} is answered ${status} ${code ?? 'without code'}`, async ({ here }) => {
    const reply = await order(here, prefer)

    expect([reply.status, reply.problem.status, reply.problem.code]).toEqual([status, status, code])
    expect(reply.headers.get('preference-applied')?.toLowerCase()).toBe(`code=${/code\s*=\s*"?([\w-]+)/i.exec(prefer)?.[1]}`.toLowerCase())
    expect(here.simulator.world.environments.test.of(orders).size).toBe(0)
  })
}

rule('decisions §14', 'a number stands for the first declared refusal of that status', async ({ client }) => {
  const { problem } = await client.call('fileTransfer.confirmDownload', {
    params: { fileTransferId: 'x' },
    headers: { prefer: 'code=400' },
  })

  expect(problem.code).toBe('BRO-00003')
})

rule('decisions §14', 'a status of no refusal is answered with a bare problem', async () => {
  const { problem } = await order(standin(), 'code=418')

  expect(problem).toEqual({
    type: 'about:blank',
    title: 'Refused',
    status: 418,
    detail: 'Preferred by the caller: 418.',
    traceId: expect.any(String),
  })
})

for (const prefer of [
  'code=NOT-99999',
  'code=NOT 00001',
  'code=NOT-00001x',
  'code=5O3',
  'code=-503',
  'code=constructor',
  'code=200',
  'code=399',
  'code=600',
  'code=99999999999999999999',
]) {
  rule('decisions §14', `Prefer: ${prefer} is misuse, with the valid choices`, async () => {
    const { status, headers, problem } = await order(standin(), prefer)

    expect([status, headers.get('x-standin-misuse'), headers.get('preference-applied')]).toEqual([400, 'true', null])
    expect(problem.choices).toEqual(expect.arrayContaining(Object.keys(refusals)))
  })
}

test.each([
  'respond-async',
  'return=minimal, wait=5',
  'statuscode=404',
  'code',
  'code=',
  'code=""',
  'note="a, code=503"',
  'note="a; code=503',
  '',
])('other preferences are ignored: %j', async (prefer) => {
  const { status, headers } = await order(standin(), prefer)

  expect([status, headers.get('preference-applied')]).toEqual([201, null])
})

/** A cubic pattern would take half an hour for each. */
test.each([
  ['blanks before an open quotation mark', `code=${' '.repeat(15_000)}"x`],
  ['blanks within', `code=a${' '.repeat(15_000)}b"c`],
  ['quotation marks', `${'"'.repeat(15_000)};code=`],
])('a preference that is all %s is read to its end', async (_, prefer) => {
  expect((await order(standin(), prefer)).status).toBe(201)
})

rule('decisions §14', 'a preferred 429 looks as if the calls were used up', async () => {
  const { client } = standin({ rateLimits: 'current' })
  const details = (headers: Record<string, string> = {}) =>
    client.call('fileTransfer.details', { params: { fileTransferId: unknownId }, headers })

  const { status, headers } = await details({ prefer: 'code=429' })

  expect([status, headers.get('retry-after')]).toEqual([429, '60'])
  expect([headers.get('ratelimit-policy'), headers.get('ratelimit')]).toEqual([
    '"fileTransfer.details";q=30;w=60',
    '"fileTransfer.details";r=0;t=60',
  ])
  expect((await details()).headers.get('ratelimit')).toBe('"fileTransfer.details";r=29;t=60')
})

rule('decisions §14', 'a preference goes before all scenarios, and they do not count the call', async ({ here }) => {
  here.simulator.scenarios.define('once', { summary: 'Once', rules: [{ on: 'all', calls: 1, refuse: { code: 'NOT-00002' } }] })
  await here.simulator.scenarios.use(anyName('once'))

  const preferred = await order(here, 'code=NOT-00001', { headers: { 'x-standin-scenario': 'once' } })
  const next = await order(here, 'wait=1')

  expect([preferred.status, next.status]).toEqual([422, 499])
})

rule('decisions §14', 'a preference holds for one call, of any caller', async ({ here }) => {
  expect((await order(here, 'code=NOT-00004', { as: null })).status).toBe(503)
  expect(await manifestOf(here, (await placed(here, toEmail()))[0])).toMatchObject({ status: 'Order_Registered' })
})

rule('decisions §1', 'a preference is written in the dialect of the row', async ({ live }) => {
  const [unauthenticated, unreachable] = [await order(live, 'code=401'), await order(live, 'code=unreachable')]

  expect([unauthenticated.status, unauthenticated.text]).toEqual([401, ''])
  expect([unreachable.status, unreachable.problem]).toMatchObject([
    503,
    { title: 'A temporary network failure occurred', code: 'NOT-00004' },
  ])
})

test('the line says why nothing was done', async ({ here }) => {
  await order(here, 'code=NOT-00001')

  expect(here.simulator.world.journal.calls.list().at(-1)).toMatchObject({
    status: 422,
    code: 'NOT-00001',
    stage: 'rules',
    commits: 0,
    scenario: null,
  })
})
