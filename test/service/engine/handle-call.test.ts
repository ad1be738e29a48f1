import type { ClientInput, Identity } from '../../../src/service/areas/client.ts'
import type { OperationId } from '../../../src/service/areas/index.ts'
import { rateLimits, scopes } from '../../../src/service/wire/vocabulary.ts'
import { stageNames } from '../../../src/service/world/journal/line.ts'
import { request as initializeRequest, sender, unknownId } from '../../support/file-transfers.ts'
import { orderTo, toEmail, ttd } from '../../support/orders.ts'
import { expect, rule, test } from '../../support/rule.ts'
import { base, type Standin, standin } from '../../support/standin.ts'

const reader: Identity = { ...sender, scope: scopes.brokerRead }
const transfer: ClientInput = { as: reader, params: { fileTransferId: unknownId } }
const limited = () => standin({ rateLimits: 'current' })

/** The statuses of `count` calls, one after the other. */
async function statuses({ client }: Pick<Standin, 'client'>, count: number, id: OperationId, input: ClientInput): Promise<number[]> {
  const all: number[] = []
  for (let call = 0; call < count; call++) all.push((await client.call(id, input)).status)
  return all
}

/** The number of each status. */
function tally(all: readonly number[]): Record<number, number> {
  const counts: Record<number, number> = {}
  for (const one of all) counts[one] = (counts[one] ?? 0) + 1
  return counts
}

const lastLine = ({ simulator }: Standin) => simulator.world.journal.calls.list().at(-1)

test('the stages have their order', () => {
  expect(stageNames).toEqual(['identify', 'rules', 'access', 'limit', 'validate', 'handle'])
})

/** Each call makes the mistakes of all lines below it, too. The reply is about the first. */
const mistakes: [expected: string, path: string, init: RequestInit][] = [
  ['404 route', '/future/nothing', { method: 'PATCH' }],
  ['405 route', '/broker/api/v1/filetransfer', { method: 'PATCH', headers: { accept: 'text/plain' } }],
  ['406 route', '/broker/api/v1/filetransfer', { method: 'POST', headers: { accept: 'text/plain' }, body: '{' }],
  ['415 route', '/future/orders', { method: 'POST', headers: { 'content-type': 'text/plain' }, body: '{' }],
  ['401 access', '/future/orders', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{' }],
]

for (const [expected, path, init] of mistakes) {
  rule('decisions §16', `the first of several mistakes is refused, in its stage: ${expected}`, async ({ here }) => {
    const { status } = await here.send(new Request(base + path, init))

    expect(`${status} ${lastLine(here)?.stage}`).toBe(expected)
  })
}

rule('decisions §16', 'the scope is judged before the body', async ({ here }) => {
  const { status } = await here.client.call('notifications.createOrder', { as: { ...ttd, scope: scopes.brokerRead }, body: '{' })

  expect([status, lastLine(here)?.stage]).toEqual([403, 'access'])
})

rule('decisions §16', 'the limit is judged before the body, and the body before the handler', async () => {
  const here = limited()
  const id = 'fileTransfer.initialize'

  const all = await statuses(here, 121, id, { as: sender, body: '{' })

  expect([tally(all), all.at(-1), lastLine(here)?.stage]).toEqual([{ 400: 120, 429: 1 }, 429, 'limit'])
})

for (const [name, as, expected] of [
  ['no token', null, 401],
  ['a token of another scope', { ...reader, scope: scopes.brokerWrite }, 403],
] as const) {
  rule('decisions §4', `a call with ${name} spends nothing`, async () => {
    const here = limited()
    const id = 'fileTransfer.confirmDownload'

    expect(tally(await statuses(here, 130, id, { ...transfer, as }))).toEqual({ [expected]: 130 })

    const { headers } = await here.client.call(id, transfer)
    expect(headers.get('ratelimit')).toBe('"fileTransfer.confirmDownload";r=119;t=60')
  })
}

for (const [id, { current }] of Object.entries(rateLimits) as [keyof typeof rateLimits, { current: number }][]) {
  rule('spec §8', `${id} lets ${current} calls a minute through`, async () => {
    const here = limited()
    const example =
      id.endsWith('nitialize') || id.endsWith('AndUpload') ? { body: new FormData() } : { params: { fileTransferId: unknownId } }
    const body = id === 'fileTransfer.initialize' ? { body: initializeRequest } : example
    const as = { ...sender, scope: `${scopes.brokerRead} ${scopes.brokerWrite}` }

    const all = await statuses(here, current + 2, id, { ...body, as })

    expect(tally(all)[429]).toBe(2)
    expect(all.slice(-2)).toEqual([429, 429])
  })
}

rule('decisions §4', 'the window slides: each call comes back a minute after it was spent', async () => {
  const here = limited()
  await statuses(here, 10, 'fileTransfer.search', { as: reader })
  await here.simulator.advance({ by: 30_000 })
  await statuses(here, 20, 'fileTransfer.search', { as: reader })
  const full = await here.client.call('fileTransfer.search', { as: reader })
  await here.simulator.advance({ by: 30_000 })

  expect([full.status, full.headers.get('retry-after')]).toEqual([429, '30'])
  expect(tally(await statuses(here, 12, 'fileTransfer.search', { as: reader }))).toEqual({ 400: 10, 429: 2 })
})

rule('decisions §4', 'the RateLimit fields stand on every reply of a limited row, and on no other', async () => {
  const here = limited()
  const fields = async (id: OperationId, input: ClientInput) => {
    const { headers } = await here.client.call(id, input)
    return [headers.get('ratelimit-policy'), headers.get('ratelimit')]
  }

  expect(await fields('fileTransfer.overview', transfer)).toEqual([
    '"fileTransfer.overview";q=120;w=60',
    '"fileTransfer.overview";r=119;t=60',
  ])
  await here.simulator.advance({ by: 15_500 })
  here.simulator.limits.set('test', sender.orgNo, 'fileTransfer.details', 0)
  expect(await fields('fileTransfer.details', transfer)).toEqual(['"fileTransfer.details";q=30;w=60', '"fileTransfer.details";r=0;t=60'])
  expect(await fields('notifications.getShipment', { as: ttd, params: { id: unknownId } })).toEqual([null, null])
})

rule('decisions §4', 'RateLimit fields stand also on replies without a caller, on a 406, and on those a tester asked for', async () => {
  const here = limited()
  here.simulator.scenarios.define('gone', {
    summary: 'Gone',
    rules: [{ on: 'fileTransfer.overview', disconnect: { when: 'before-work' } }],
  })
  const left = async (input: ClientInput, expected: number) => {
    const { status, headers } = await here.client.call('fileTransfer.overview', { ...transfer, ...input })
    expect(status).toBe(expected)
    return headers.get('ratelimit')?.split(';')[1]
  }

  expect(await left({ as: null }, 401)).toBe('r=120')
  expect(await left({ headers: { accept: 'text/plain' } }, 406)).toBe('r=119')
  expect(await left({ headers: { prefer: 'code=418' } }, 418)).toBe('r=118')
  expect(await left({ headers: { prefer: 'code=NOT-00004' } }, 503)).toBe('r=117')
  await expect(left({ headers: { 'x-standin-scenario': 'gone' } }, 0)).rejects.toThrow('fetch failed')
  expect(await left({}, 404)).toBe('r=115')
})

rule('decisions §4', 'a call of a path with another method does not count against its row', async () => {
  const here = limited()
  const authorization = `Bearer ${await here.client.token(sender)}`
  const { status, headers } = await here.send(
    new Request(`${base}/broker/api/v1/filetransfer`, { method: 'PATCH', headers: { authorization } }),
  )

  expect([status, headers.get('ratelimit')]).toEqual([405, null])
  expect(here.simulator.limits.list().limits).toEqual([])
})

rule('decisions §4', 'each integration has its own limits, also within one organization', async () => {
  const here = limited()
  const of = (clientId: string): ClientInput => ({ ...transfer, as: { ...reader, clientId } })
  await statuses(here, 30, 'fileTransfer.details', of('one'))

  expect(await statuses(here, 1, 'fileTransfer.details', of('one'))).toEqual([429])
  expect(await statuses(here, 1, 'fileTransfer.details', of('other'))).toEqual([404])
})

rule('decisions §4', 'each environment and each world has its own limits', async () => {
  const here = limited()
  await statuses(here, 30, 'fileTransfer.details', transfer)
  const elsewhere = ['/production', '/worlds/other', '/worlds/other/production']

  for (const prefix of elsewhere)
    expect(await statuses({ client: here.clientOf(prefix) }, 1, 'fileTransfer.details', transfer), prefix).toEqual([404])
  expect(await statuses(here, 1, 'fileTransfer.details', transfer)).toEqual([429])
})

rule('decisions §4', 'in the earlier definition calls are counted by subscription key, and without one by organization', async () => {
  const here = standin({ rateLimits: 'earlier' })
  const under = (key: string, clientId = 'one'): ClientInput => ({
    ...transfer,
    as: { ...reader, clientId },
    headers: { 'Ocp-Apim-Subscription-Key': key },
  })
  const bare = (clientId: string): ClientInput => ({ ...transfer, as: { ...reader, clientId } })
  await statuses(here, 5, 'fileTransfer.details', under('key'))

  expect(tally(await statuses(here, 6, 'fileTransfer.details', under('key', 'another')))).toEqual({ 404: 5, 429: 1 })
  expect(tally(await statuses(here, 5, 'fileTransfer.details', bare('one')))).toEqual({ 404: 5 })
  expect(tally(await statuses(here, 6, 'fileTransfer.details', bare('another')))).toEqual({ 404: 5, 429: 1 })
  expect(await statuses(here, 1, 'fileTransfer.details', under('other key'))).toEqual([404])
})

rule('decisions §4', 'a caller may have limits of its own: those of its integration go before those of its organization', async () => {
  const callers = [
    { orgNo: sender.orgNo, limits: { 'fileTransfer.details': 40, 'fileTransfer.search': 2 } },
    { clientId: 'large', limits: { 'fileTransfer.details': 50 } },
  ]
  const here = standin({ rateLimits: 'current', fixtures: { people: [], organizations: [], resources: [], callers } })
  const policy = async (id: OperationId, as: Identity) => {
    const { headers } = await here.client.call(id, { ...transfer, as })
    return headers.get('ratelimit-policy')?.replace(/^.*q=(\d+).*$/, '$1')
  }

  expect(await policy('fileTransfer.details', reader)).toBe('40')
  expect(await policy('fileTransfer.details', { ...reader, clientId: 'large' })).toBe('50')
  expect(await policy('fileTransfer.search', { ...reader, clientId: 'large' })).toBe('2')
  expect(await policy('fileTransfer.overview', reader)).toBe('120')
  expect(await policy('fileTransfer.details', { orgNo: '314567895', clientId: 'small' })).toBe('30')
  expect(tally(await statuses(here, 5, 'fileTransfer.search', { as: reader }))).toEqual({ 400: 2, 429: 3 })
})

rule('decisions §4', 'callers with different limits that share a subscription key share what they spend', async () => {
  const callers = [{ orgNo: sender.orgNo, limits: { 'fileTransfer.details': 20 } }]
  const here = standin({ rateLimits: 'earlier', fixtures: { people: [], organizations: [], resources: [], callers } })
  const headers = { 'Ocp-Apim-Subscription-Key': 'shared' }
  const large: ClientInput = { ...transfer, headers }
  const small: ClientInput = { ...large, as: { ...reader, orgNo: '314567895' } }

  expect(tally(await statuses(here, 8, 'fileTransfer.details', large))).toEqual({ 404: 8 })
  expect(tally(await statuses(here, 3, 'fileTransfer.details', small))).toEqual({ 404: 2, 429: 1 })
  expect(tally(await statuses(here, 11, 'fileTransfer.details', large))).toEqual({ 404: 10, 429: 1 })
})

rule('decisions §4', 'on a frozen clock nothing is limited by default', async ({ here }) => {
  const running = standin({ clock: 'real', now: undefined })

  expect(tally(await statuses(here, 40, 'fileTransfer.details', transfer))).toEqual({ 404: 40 })
  expect((await here.client.call('fileTransfer.details', transfer)).headers.get('ratelimit')).toBeNull()
  expect(running.simulator.settings.rateLimits).toBe('current')
  expect(tally(await statuses(running, 31, 'fileTransfer.details', transfer))).toEqual({ 404: 30, 429: 1 })
})

rule('decisions §4', 'Retry-After is in real seconds', async () => {
  const here = standin({ clock: 'real', now: undefined, rateLimits: 'current' })
  here.simulator.world.clock.resume(10)
  await statuses(here, 30, 'fileTransfer.details', transfer)

  const { headers, problem } = await here.client.call('fileTransfer.details', transfer)

  expect([headers.get('retry-after'), problem.detail]).toEqual(['6', 'Rate limit is exceeded. Try again in 6 seconds.'])
})

rule('decisions §3', 'a token is valid by the clock of the world that is called', async ({ here }) => {
  const { token } = await here.simulator.token({ ...ttd, ttl: 60 })
  const ask = async (prefix = '') => {
    const { status } = await here.send(new Request(`${base}${prefix}/future/shipment/x`, { headers: { authorization: `Bearer ${token}` } }))
    return status
  }
  const before = await ask()
  await here.simulator.advance({ by: 59_999 })
  const last = await ask()
  await here.simulator.advance({ by: 1 })

  expect([before, last, await ask(), await ask('/worlds/other')]).toEqual([404, 404, 401, 404])
  expect(here.simulator.world.journal.calls.list().at(-1)?.caller).toBeNull()
})

test('the line names the caller, also of calls that are refused', async ({ here }) => {
  await here.client.call('notifications.createOrder', { as: { ...ttd, scope: '', clientId: 'someone' }, body: orderTo(toEmail()) })

  expect(lastLine(here)).toMatchObject({ status: 403, caller: { org: 'ttd', orgNo: '991825827', clientId: 'someone' } })
})
