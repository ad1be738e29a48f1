/** How callers of the rows are identified: by token, by cookie, or as an application of the platform. */

import { orders } from '../../../../src/service/areas/notifications/records.ts'
import { maskinportenIssuer, platformIssuer } from '../../../../src/service/tokens/caller.ts'
import { enterpriseToken, maskinportenToken } from '../../../../src/service/tokens/issue.ts'
import { scopes } from '../../../../src/service/wire/vocabulary.ts'
import { foreignIssuer } from '../../../support/foreign-issuer.ts'
import { brg, orderTo, toEmail, ttd } from '../../../support/orders.ts'
import { expect, rule } from '../../../support/rule.ts'
import { base, type Standin, standin, start } from '../../../support/standin.ts'

type Headers = Record<string, string>

const now = Date.parse(start)
const soon = now / 1000 + 60
const [header] = Buffer.from('{"alg":"ES256"}').toString('base64url').split('.')
const forged = (claims: object) => `${header}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.AAAA`

/** The status of an order, and its owner. */
async function ordered({ client, simulator }: Standin, headers: Headers): Promise<[number, string | undefined]> {
  const body = orderTo(toEmail(), { idempotencyId: `order-${simulator.world.data.calls}` })
  const { status } = await client.call('notifications.createOrder', { as: null, headers, body })
  return [status, status === 201 ? simulator.world.environments.test.of(orders).findMany().at(-1)?.creator : undefined]
}
const signed = ({ simulator }: Standin, claims: object) => simulator.world.keys.sign({ ...claims })
const bearer = async ({ client }: Standin, as = ttd) => ({ authorization: `Bearer ${await client.token(as)}` })

for (const dialect of ['spec', 'live'] as const) {
  rule('notifications §2', `${dialect}: a cookie also names the caller, and goes before the header`, async () => {
    const here = standin({ dialect })
    const cookie = (token: string) => ({ cookie: `theme=dark; AltinnStudioRuntime=${token}; AltinnStudioRuntimeX=1` })
    const token = await here.client.token(brg)

    expect(await ordered(here, cookie(token))).toEqual([201, 'brg'])
    expect(await ordered(here, { ...cookie(token), ...(await bearer(here)) })).toEqual([201, 'brg'])
    expect(await ordered(here, { ...cookie('nonsense'), ...(await bearer(here)) })).toEqual([401, undefined])
    expect(await ordered(here, { cookie: 'altinnstudioruntime=x', ...(await bearer(here)) })).toEqual([201, 'ttd'])
  })

  rule('notifications §2', `${dialect}: a token that is not exchanged is ignored`, async () => {
    const here = standin({ dialect })
    const basis = { orgNo: '991825827', scopes: [scopes.createNotifications], now, ttl: 60, guid: () => 'g' } as const
    const raw = await signed(here, maskinportenToken({ ...basis, issuer: maskinportenIssuer(base) }))
    const exchanged = await signed(here, enterpriseToken({ ...basis, org: 'ttd', issuer: platformIssuer(base) }))

    expect(await ordered(here, { authorization: `Bearer ${raw}` })).toEqual([401, undefined])
    expect(await ordered(here, { authorization: `Bearer ${exchanged}` })).toEqual([201, 'ttd'])
  })

  rule('notifications §2', `${dialect}: an application of the platform needs no scope and orders for the issuer of its token`, async () => {
    const here = standin({ dialect })
    const platformaccesstoken = await signed(here, { iss: 'skd', exp: soon })
    const weak = await bearer(here, { ...ttd, scope: scopes.brokerRead })

    expect(await ordered(here, { platformaccesstoken })).toEqual([201, 'skd'])
    expect(await ordered(here, { platformaccesstoken, ...weak })).toEqual([201, 'skd'])
    expect(await ordered(here, { platformaccesstoken, ...(await bearer(here)) })).toEqual([201, 'skd'])
    expect(await ordered(here, { platformaccesstoken: '', ...(await bearer(here)) })).toEqual([201, 'ttd'])
    await here.simulator.advance({ by: 59_999 })
    expect((await ordered(here, { platformaccesstoken }))[0]).toBe(201)
    await here.simulator.advance({ by: 1 })
    expect((await ordered(here, { platformaccesstoken }))[0]).toBe(401)
  })

  rule('notifications §2', `${dialect}: the token of an application must be signed here, expire, and name an issuer`, async () => {
    const here = standin({ dialect })
    const status = async (platformaccesstoken: string) => (await ordered(here, { platformaccesstoken }))[0]

    expect(await status(forged({ iss: 'ttd', exp: soon }))).toBe(401)
    expect(await status(await signed(here, { iss: 'ttd' }))).toBe(401)
    expect(await status(await signed(here, { iss: 'ttd', exp: soon, nbf: soon }))).toBe(401)
    expect(await status('no token')).toBe(401)
    expect(await status(await signed(here, { exp: soon }))).toBe(403)
    expect(await status(await signed(here, { iss: '', exp: soon }))).toBe(403)
  })

  rule('notifications §2, decisions §1 #11', `${dialect}: unreadable-platform-token: beside a good one it must be readable`, async () => {
    const here = standin({ dialect })
    const good = await bearer(here)
    const status = async (platformaccesstoken: string, more = good) => ordered(here, { platformaccesstoken, ...more })
    const unreadable = dialect === 'live' ? 500 : 401

    expect(await status(forged({ iss: 'skd' }))).toEqual([201, 'skd'])
    expect(await status(forged({}))).toEqual([403, undefined])
    for (const nonsense of ['x', 'a.b.c', `${header}.AAAA.AAAA`, 'x.e30.x', `${forged({ iss: 'skd' })}, ${forged({ iss: 'skd' })}`])
      expect(await status(nonsense), nonsense).toEqual([unreadable, undefined])
    expect(await status('x', await bearer(here, { ...ttd, scope: scopes.brokerRead }))).toEqual([403, undefined])
  })
}

rule('authentication §5.1', 'the broker ignores cookies and applications, and accepts tokens that are not exchanged', async ({ here }) => {
  const params = { fileTransferId: '00000000-0000-4000-8000-000000000000' }
  const status = async (headers: Headers) => (await here.client.call('fileTransfer.overview', { as: null, headers, params })).status
  const basis = {
    orgNo: '370916446',
    scopes: [scopes.brokerRead],
    now,
    ttl: 60,
    guid: () => 'g',
    issuer: maskinportenIssuer(base),
  } as const
  const raw = await signed(here, maskinportenToken(basis))

  expect(await status({ cookie: `AltinnStudioRuntime=${raw}` })).toBe(401)
  expect(await status({ platformaccesstoken: await signed(here, { iss: 'ttd', exp: soon }) })).toBe(401)
  expect(await status({ authorization: `Bearer ${raw}` })).toBe(404)
})

for (const dialect of ['spec', 'live'] as const) {
  rule('events §4, authentication §5.3', `${dialect}: events take the caller from a cookie too, and ignore raw tokens`, async () => {
    const here = standin({ dialect })
    const statuses = async (headers: Headers) =>
      Promise.all(
        (['events.listSubscriptions', 'events.readEvents'] as const).map(
          async (row) =>
            (await here.client.call(row, { as: null, headers, query: { resource: 'urn:altinn:resource:x', after: '0' } })).status,
        ),
      )
    const as = { ...brg, scope: scopes.eventsSubscribe }
    const raw = await here.client.token({ ...as, issuer: 'maskinporten' })
    const exchanged = await here.client.token(as)

    expect(await statuses({ authorization: `Bearer ${raw}` })).toEqual([401, 401])
    expect(await statuses({ cookie: `AltinnStudioRuntime=${raw}` })).toEqual([401, 401])
    expect(await statuses({ authorization: `Bearer ${exchanged}` })).toEqual([200, 200])
    expect(await statuses({ cookie: `AltinnStudioRuntime=${exchanged}`, authorization: `Bearer ${raw}` })).toEqual([200, 200])
  })
}

rule('authentication §7', 'broken-token: a bearer token of no JSON is 500 before the path, on live events and the exchange', async () => {
  const part = (text: string) => Buffer.from(text).toString('base64url')
  const [object, claims] = [part('{"alg":"RS256"}'), part('{"iss":"x"}')]
  const broken = ['a.b.c', 'a.b.', `${object}.b.c`, `a.${claims}.c`, `${part('[]')}.${claims}.c`, 'a.b.c.d.e', 'a..c.d.e']
  const others = ['a.b', '..', 'a.b.c.d', 'a.b.c.d.', 'a.b.c.d.e.f', 'a', '', `${object}.${claims}.c`, `${object}.b.c.d.e`, 'å.b.c']
  const [subscriptions, exchange] = ['/events/api/v1/subscriptions', '/authentication/api/v1/exchange/maskinporten']
  const paths = [
    subscriptions,
    '/events/api/v1/nothing',
    '/Events/api/v1/subscriptions/x',
    exchange,
    '/authentication/api/v1/nothing',
    `${exchange}/x`,
  ]

  for (const dialect of ['spec', 'live'] as const) {
    const { send, simulator } = standin({ dialect })
    const status = async (path: string, headers: Headers, method = 'GET') => {
      const reply = await send(new Request(base + path, { method, headers }))
      return reply.status === 500 ? [500, await reply.text()] : reply.status
    }
    const bearing = (token: string) => ({ authorization: `BEARER ${token}` })
    for (const path of paths) {
      for (const token of broken)
        expect(await status(path, bearing(token)), `${path} ${token}`).toEqual(dialect === 'live' ? [500, ''] : expect.any(Number))
      for (const token of others) expect(await status(path, bearing(token)), `${path} ${token}`).toBe(await status(path, {}))
    }
    expect(await status(subscriptions, bearing('a.b.c'), 'PATCH')).toEqual(dialect === 'live' ? [500, ''] : 405)
    expect(await status(subscriptions, { cookie: 'AltinnStudioRuntime=a.b.c' })).toEqual(dialect === 'live' ? [500, ''] : 401)
    expect(await status(`/broker/api/v1/filetransfer/${crypto.randomUUID()}`, bearing('a.b.c'))).toBe(401)
    expect(await status('/notifications/api/v1/future/shipment/x', bearing('a.b.c'))).not.toEqual([500, ''])
    const why = simulator.journal.list({ limit: 1000 }).journal.find((line) => line.status === 500)?.why
    if (dialect === 'live') expect(why).toContain('broken-token')
  }
})

for (const dialect of ['spec', 'live'] as const)
  rule('decisions §3', `${dialect}: an application's token is good with a trusted issuer, and any where every one is`, async () => {
    const app = await foreignIssuer()
    const token = (more = {}) => app.token({ iss: 'ttd', ...more })
    const keys = (await app.keySet()).keys
    const trusting = standin({ dialect, trustIssuers: [{ issuer: 'ttd', keys }] })
    const any = standin({ dialect, trustAnyToken: true })
    const strict = standin({ dialect })
    const status = async (here: Standin, platformaccesstoken: string) => (await ordered(here, { platformaccesstoken }))[0]
    const why = ({ simulator }: Standin) => simulator.journal.list({ limit: 1000 }).journal.at(-1)?.why

    expect(await ordered(trusting, { platformaccesstoken: await token() })).toEqual([201, 'ttd'])
    expect(await status(trusting, await token({ iss: 'skd' }))).toBe(401)
    expect(await status(trusting, await (await foreignIssuer()).token({ iss: 'ttd' }))).toBe(401)
    expect(await status(trusting, await token({ exp: now / 1000 }))).toBe(401)
    expect(why(trusting)).toContain('PlatformAccessToken: the token expired at 2026-06-01T10:00:00')
    expect(await ordered(any, { platformaccesstoken: await token({ iss: 'skd' }) })).toEqual([201, 'skd'])
    expect(await status(any, `${Buffer.from('{"alg":"none"}').toString('base64url')}.e30.`)).toBe(401)
    expect(await status(strict, await token())).toBe(401)
    expect(why(strict)).toContain('PlatformAccessToken: the token is signed with an unknown key')
  })
