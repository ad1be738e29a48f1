import { decodeJwt, decodeProtectedHeader } from 'jose'
import { derivedClientId } from '../../../../src/service/tokens/issue.ts'
import { scopes } from '../../../../src/service/wire/vocabulary.ts'
import { orderTo, toEmail, ttd } from '../../../support/orders.ts'
import { expect, rule } from '../../../support/rule.ts'
import { base, type Standin, standin } from '../../../support/standin.ts'

type Query = Readonly<Record<string, string>>

const start = Date.parse('2026-06-01T10:00:00Z') / 1000
const wide = { scopes: scopes.createNotifications, org: 'ttd', orgNo: '991825827' }

const ask = ({ client }: Pick<Standin, 'client'>, query: Query) =>
  client.call('authentication.getEnterpriseToken', { query: { env: 'tt02', ...query } })
const claimsFor = async (here: Pick<Standin, 'client'>, query: Query) => decodeJwt((await ask(here, query)).text)

/** The status of a call with a token. */
async function statusWith({ send }: Standin, token: string, prefix = ''): Promise<number> {
  const request = new Request(`${base}${prefix}/future/orders`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(orderTo(toEmail())),
  })
  return (await send(request)).status
}

rule('authentication §4', 'authentication.getEnterpriseToken: the body is the token, with the claims of the parameters', async () => {
  const reply = await ask(standin(), {
    env: 'tt02',
    scopes: 'altinn:broker.read,altinn:broker.write altinn:events.subscribe',
    org: 'ttd',
    orgNo: '991825827',
    supplierOrgNo: '314567895',
    clientId: 'my-integration',
    delegationSource: 'https://delegation.example/',
    ttl: '90',
  })

  expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8'])
  expect(decodeJwt(reply.text)).toEqual({
    scope: 'altinn:broker.read altinn:broker.write altinn:events.subscribe',
    token_type: 'Bearer',
    exp: start + 90,
    iat: start,
    nbf: start - 5,
    client_id: 'my-integration',
    jti: expect.stringMatching(/^[A-Za-z0-9-]{43}$/),
    consumer: { authority: 'iso6523-actorid-upis', ID: '0192:991825827' },
    supplier: { authority: 'iso6523-actorid-upis', ID: '0192:314567895' },
    delegation_source: 'https://delegation.example/',
    'urn:altinn:org': 'ttd',
    'urn:altinn:orgNumber': '991825827',
    'urn:altinn:authenticatemethod': 'maskinporten',
    'urn:altinn:authlevel': 3,
    iss: `${base}/authentication/api/v1/openid/`,
    actual_iss: 'altinn-test-tools',
  })
})

rule('authentication §4', 'parameter names match in any case, and a parameter without a value is absent', async ({ here }) => {
  const claims = await claimsFor(here, { SCOPES: 'a', ORGNO: '991825827', org: '', clientId: '', ttl: '', supplierOrgNo: '' })

  expect(claims).toMatchObject({ scope: 'a', exp: start + 1800, client_id: derivedClientId('991825827') })
  expect(claims).not.toHaveProperty('supplier')
  expect(claims).not.toHaveProperty('urn:altinn:org')
  for (const bulkCount of ['', '0'])
    expect((await ask(here, { scopes: 'a', bulkCount })).headers.get('content-type')).toBe('text/plain; charset=utf-8')
})

rule('authentication §4', 'without a number each token has another random organization, and a seed gives the same ones', async () => {
  const drawn = async () => {
    const here = standin()
    return [await claimsFor(here, { scopes: 'a' }), await claimsFor(here, { scopes: 'a' })].map((claims) => claims['urn:altinn:orgNumber'])
  }
  const [first, second] = await drawn()

  expect([first, second]).toEqual([expect.stringMatching(/^3\d{8}$/), expect.stringMatching(/^3\d{8}$/)])
  expect(second).not.toBe(first)
  expect(await drawn()).toEqual([first, second])
})

rule('authentication §4', 'in bulk the body has a token for each organization, those of the fixtures first', async ({ here }) => {
  const bulk = async (query: Query) => {
    const reply = await ask(here, { ...wide, ...query })
    expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8'])
    return Object.entries(JSON.parse(reply.text) as Record<string, string>)
  }
  const tokens = await bulk({ bulkCount: '20', orgNo: '312345676' })
  const known = here.simulator.contacts.list().contacts.flatMap(({ number }) => (number.length === 9 ? [number] : []))

  expect(tokens).toHaveLength(20)
  expect(tokens.map(([orgNo]) => orgNo)).toEqual(expect.arrayContaining(known))
  for (const [orgNo, token] of tokens) expect(decodeJwt(token)).toMatchObject({ 'urn:altinn:orgNumber': orgNo, scope: wide.scopes })
  expect(await statusWith(here, tokens[7]?.[1] ?? '')).toBe(201)
  expect(await bulk({ bulkCount: '1' })).toHaveLength(1)
  expect(await bulk({ bulkCount: '1000' })).toHaveLength(1000)
})

rule('authentication §4', 'a parameter that is given twice is both values with a comma between, and an empty one is nothing', async () => {
  const here = standin()
  const { send } = here
  const asked = async (query: string) => {
    const reply = await send(new Request(`${base}/api/GetEnterpriseToken?env=tt02&${query}`))
    return reply.status === 200 ? decodeJwt(await reply.text()) : ((await reply.json()) as object)
  }

  expect(await asked('scopes=a&scopes=b&Scopes=c&clientId=x&clientId=y')).toMatchObject({ scope: 'a b c', client_id: 'x,y' })
  expect(await asked('scopes=a&orgNo=991825827&ORGNO=991825827&ttl=1&ttl=1')).toEqual({ orgNo: bad, ttl: bad })
  expect(await asked('scopes=a&orgNo=&orgNo=991825827&orgNo=')).toMatchObject({ 'urn:altinn:orgNumber': '991825827' })
})

rule('authentication §4', 'the body is a JSON string for a client that asks for JSON', async ({ client }) => {
  for (const [accept, type] of Object.entries({
    'application/json': 'application/json',
    'text/json': 'text/json',
    'text/html': 'text/plain',
    '*/*': 'text/plain',
    'text/plain, application/json': 'text/plain',
  })) {
    const query = { env: 'tt02', scopes: 'a' }
    const { text, headers } = await client.call('authentication.getEnterpriseToken', { query, headers: { accept } })
    expect(headers.get('content-type'), accept).toBe(`${type}; charset=utf-8`)
    expect(decodeJwt(type === 'text/plain' ? text : (JSON.parse(text) as string)).scope, accept).toBe('a')
  }
})

rule('authentication §4', 'the header has the thumbprint of the certificate as the text x5c, but without an environment', async () => {
  const here = standin()
  const [key] = (await here.simulator.world.keys.jwks()).keys

  const header = decodeProtectedHeader((await ask(here, { scopes: 'a' })).text)
  expect(Object.entries(header)).toEqual(Object.entries({ alg: 'RS256', kid: key?.kid, typ: 'JWT', x5c: key?.kid }))
  expect(Object.keys(decodeProtectedHeader((await ask(here, { scopes: 'a', env: 'none' })).text))).toEqual(['alg', 'kid', 'typ'])
})

rule('authentication §4', 'with any value of dump, the body shows header and claims, indented', async ({ here }) => {
  const query = { env: 'tt02', scopes: 'a', orgNo: '312345676', clientId: 'æ', dump: 'no' }
  const { text, headers } = await ask(here, query)
  const [header = '', claims = ''] = text.split('\n.\n')
  const quoted = await here.client.call('authentication.getEnterpriseToken', { query, headers: { accept: 'application/json' } })

  expect(headers.get('content-type')).toBe('text/plain; charset=utf-8')
  expect(header.split('\n').slice(0, 2)).toEqual(['{', '  "alg": "RS256",'])
  expect(JSON.parse(claims)).toMatchObject({ scope: 'a', client_id: '??', consumer: { ID: '0192:312345676' } })
  expect(JSON.parse(quoted.text)).toContain('\n.\n{\n  "scope": "a",\n')
})

const bad = 'Parameter was supplied with an invalid value'
const absent = 'Parameter must be supplied'

const mistakes: readonly [query: Query, body: Record<string, string>][] = [
  [{}, { scopes: absent }],
  [{ scopes: 'a', bulkCount: '1001' }, { bulkCount: bad }],
  [
    { env: 'TT02', ttl: 'y', orgNo: 'x' },
    { env: bad, scopes: absent, orgNo: bad, ttl: bad },
  ],
]

for (const dialect of ['spec', 'live'] as const) {
  rule('authentication §4, decisions §1', `${dialect}: mistakes in parameters are told at once, in the order of the checks`, async () => {
    const here = standin({ dialect })

    for (const [query, body] of mistakes) {
      const reply = await ask(here, query)
      expect([reply.status, Object.entries(JSON.parse(reply.text))], JSON.stringify(query)).toEqual([400, Object.entries(body)])
      expect(reply.headers.get('content-type')).toBe('application/json; charset=utf-8')
    }
  })
}

rule('authentication §4', 'a token may live for no time, and for 136 years', async ({ here }) => {
  expect((await claimsFor(here, { scopes: 'a', ttl: '0' })).exp).toBe(start)
  expect((await claimsFor(here, { scopes: 'a', ttl: '4294967295' })).exp).toBe(start + 4_294_967_295)
})

rule('decisions §3', 'a token without a client id gets one derived from its organization and supplier', async ({ here }) => {
  const clientOf = async (query: Query) => (await claimsFor(here, { scopes: 'a', ...query })).client_id
  const first = await clientOf({ orgNo: '991825827' })

  expect(await clientOf({ orgNo: '991825827', scopes: 'b' })).toBe(first)
  expect(await clientOf({ orgNo: '974760673' })).not.toBe(first)
  expect(await clientOf({ orgNo: '991825827', supplierOrgNo: '974760673' })).not.toBe(first)
})

rule('decisions §3, authentication §6.2', 'the token is accepted by the rows of its scopes, in every world and environment', async () => {
  const here = standin()
  const { text: token } = await ask(here, wide)
  const { text: narrow } = await ask({ client: here.clientOf('/production') }, { ...wide, scopes: 'altinn:broker.read' })

  for (const prefix of ['', '/production', '/worlds/other']) expect(await statusWith(here, token, prefix)).toBe(201)
  expect(decodeJwt(narrow).iss).toBe(`${base}/production/authentication/api/v1/openid/`)
  expect(await statusWith(here, narrow)).toBe(403)
})

rule('authentication §5.2', 'the organization code of a token owns the order', async ({ here }) => {
  const { text: token } = await ask(here, wide)
  const created = await statusWith(here, token)
  const replayed = await here.client.call('notifications.createOrder', { as: ttd, body: orderTo(toEmail()) })

  expect([created, replayed.status]).toEqual([201, 200])
})

rule('authentication §4', 'anyone may call it, with GET only', async ({ send }) => {
  const path = '/API/getenterprisetoken/?ENV=tt02&scopes=a'

  expect((await send(new Request(base + path, { headers: { authorization: 'Basic eDp5' } }))).status).toBe(200)
  const refused = await send(new Request(base + path, { method: 'POST' }))
  expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET'])
})
