/** The exchange of a token of Maskinporten for one of the platform. */
import { decodeJwt, decodeProtectedHeader } from 'jose'
import { expect } from 'vitest'
import { withClient } from '../../support/grants.ts'
import { rule } from '../../support/rule.ts'
import { base, standin, start } from '../../support/standin.ts'
import { readFile } from '../../support/token-cases.ts'

const now = Date.parse(start) / 1000
const path = '/authentication/api/v1/exchange/maskinporten'
const party = (orgNo: string) => ({ authority: 'iso6523-actorid-upis', ID: `0192:${orgNo}` })
const issuer = 'https://test.maskinporten.no/'

/** A simulator, and a function that exchanges a token with these claims. */
function setup(options: Parameters<typeof standin>[0] = {}) {
  const here = standin(options)
  const call = (authorization: string | undefined, headers: Record<string, string> = {}, at = path) =>
    here.send(new Request(base + at, { headers: { ...(authorization === undefined ? {} : { authorization }), ...headers } }))
  const raw = (claims: object = {}) =>
    here.simulator.world.keys.sign({
      iss: issuer,
      consumer: party('312345676'),
      scope: 'altinn:broker.read',
      iat: now,
      exp: now + 599,
      jti: 'j',
      ...claims,
    })
  const exchange = async (claims: object = {}, headers: Record<string, string> = {}, at = path) =>
    call(`Bearer ${await raw(claims)}`, headers, at)
  return { ...here, call, raw, exchange }
}

rule('authentication §2.1', 'the token of the platform has the claims of the other, and its own', async () => {
  const { exchange, simulator } = setup()
  const reply = await exchange({
    aud: ['https://x/'],
    client_amr: 'private_key_jwt',
    sid: 'old',
    client_id: 'c',
    token_type: 'Bearer',
    supplier: party('314567895'),
    delegation_source: 'https://d/',
  })
  const token = await reply.text()

  expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8'])
  expect(decodeJwt(token)).toEqual({
    scope: 'altinn:broker.read',
    token_type: 'Bearer',
    client_id: 'c',
    jti: 'j',
    consumer: party('312345676'),
    supplier: party('314567895'),
    delegation_source: 'https://d/',
    'urn:altinn:orgNumber': '312345676',
    'urn:altinn:authenticatemethod': 'maskinporten',
    'urn:altinn:authlevel': 3,
    iss: `${base}/authentication/api/v1/openid/`,
    sid: expect.stringMatching(/^[0-9a-f-]{36}$/),
    iat: now,
    nbf: now - 5,
    exp: now + 1800,
  })
  const [key] = (await simulator.world.keys.jwks()).keys
  expect(decodeProtectedHeader(token)).toEqual({
    alg: 'RS256',
    typ: 'JWT',
    kid: key?.kid,
    x5t: Buffer.from(key?.kid ?? '', 'hex').toString('base64url'),
  })
})

rule('authentication §2', 'the body is the raw token, or a JSON string for a client that asks for JSON', async () => {
  const { exchange } = setup()
  const kinds: Record<string, boolean> = {
    '*/*': false,
    'text/plain': false,
    'application/json, text/plain, */*': false,
    'image/png': false,
    'application/json': true,
    'application/json; charset=utf-8': true,
    'text/plain;q=0.5, application/json': true,
    'application/json;q=0.5, text/plain': false,
  }
  for (const [accept, quoted] of Object.entries(kinds)) {
    const reply = await exchange({}, { accept })
    const text = await reply.text()
    expect(reply.headers.get('content-type'), accept).toBe(quoted ? 'application/json; charset=utf-8' : 'text/plain; charset=utf-8')
    expect(decodeJwt(quoted ? JSON.parse(text) : text).iss, accept).toBe(`${base}/authentication/api/v1/openid/`)
  }
})

rule('authentication §2.1', 'only a scope of service owners gives the code, and only of a service owner', async () => {
  const { exchange } = setup()
  const codeOf = async (orgNo: string, scope: string) =>
    decodeJwt(await (await exchange({ consumer: party(orgNo), scope })).text())['urn:altinn:org']

  expect(await codeOf('991825827', 'altinn:serviceowner/notifications.create')).toBe('ttd')
  expect(await codeOf('974760673', 'altinn:broker.read altinn:serviceowner')).toBe('brg')
  expect(await codeOf('991825827', 'altinn:broker.read')).toBeUndefined()
  expect(await codeOf('312345676', 'altinn:serviceowner')).toBeUndefined()
})

rule('authentication §2', 'test=true turns the code of the agency into that of the test ministry', async () => {
  const { exchange, simulator } = setup()
  simulator.contacts.put({ number: '991825827', emails: [], mobiles: [], serviceOwner: 'digdir' })
  const codeOf = async (at: string) =>
    decodeJwt(await (await exchange({ consumer: party('991825827'), scope: 'altinn:serviceowner' }, {}, at)).text())['urn:altinn:org']

  expect(await codeOf(path)).toBe('digdir')
  expect(await codeOf(`${path}?test=true`)).toBe('ttd')
})

rule('authentication §2.1', 'an array of one system user becomes an object', async () => {
  const { exchange } = setup()
  const detail = { type: 'urn:altinn:systemuser', systemuser_id: ['a'], systemuser_org: party('313456781') }
  const detailsOf = async (details: unknown) =>
    decodeJwt(await (await exchange({ authorization_details: details })).text()).authorization_details

  expect(await detailsOf([detail])).toEqual(detail)
  expect(await detailsOf(detail)).toEqual(detail)
})

for (const dialect of ['spec', 'live'] as const) {
  rule('authentication §2', `${dialect}: what is not a token of Maskinporten is refused`, async () => {
    const { call, raw, simulator } = setup({ dialect })
    const good = await raw()
    const [header, payload] = good.split('.')
    const platform = (await simulator.token({ orgNo: '312345676' })).token
    const cases: Record<string, string | undefined> = {
      'no header': undefined,
      'an empty one': '',
      'another scheme': `Basic ${good}`,
      'no token': 'Bearer ',
      unreadable: 'Bearer abc',
      'a bad signature': `Bearer ${header}.${payload}.${'A'.repeat(342)}`,
      'a token of the platform': `Bearer ${platform}`,
      'an unknown issuer': `Bearer ${await raw({ iss: 'ttd' })}`,
      expired: `Bearer ${await raw({ exp: now - 10 })}`,
      'not yet valid': `Bearer ${await raw({ nbf: now + 11 })}`,
      'no exp': `Bearer ${await raw({ exp: undefined })}`,
      'no consumer': `Bearer ${await raw({ consumer: undefined })}`,
      'another authority': `Bearer ${await raw({ consumer: { authority: 'x', ID: '0192:312345676' } })}`,
      'an organization without a colon': `Bearer ${await raw({ consumer: { authority: 'iso6523-actorid-upis', ID: '312345676' } })}`,
    }
    for (const [what, authorization] of Object.entries(cases)) {
      const reply = await call(authorization)
      expect([reply.status, reply.headers.get('content-type')], what).toEqual([401, 'application/problem+json; charset=utf-8'])
      expect(await reply.json(), what).toEqual({
        type: 'https://tools.ietf.org/html/rfc9110#section-15.5.2',
        title: 'Unauthorized',
        status: 401,
        traceId: expect.stringMatching(/^00-[0-9a-f]{32}-[0-9a-f]{16}-0[01]$/),
      })
    }
    expect((await call(`bearer ${await raw({ exp: now - 9, nbf: now + 10 })}`)).status).toBe(200)
  })

  rule('authentication §2, authentication §12', `${dialect}: an unknown provider is named, after the token is readable`, async () => {
    const { exchange, call } = setup({ dialect })
    const unknown = await exchange({}, {}, '/authentication/api/v1/exchange/other')

    expect([unknown.status, unknown.headers.get('content-type')]).toEqual([400, 'text/plain; charset=utf-8'])
    expect(await unknown.text()).toBe(
      "Invalid token provider: other. Trusted token providers are 'Maskinporten', 'Id-porten' and 'AltinnStudio'.",
    )
    expect((await call('Bearer abc', {}, '/authentication/api/v1/exchange/other')).status).toBe(401)
    expect((await exchange({}, {}, '/authentication/api/v1/exchange/MaskinPorten')).status).toBe(200)
    for (const provider of ['id-porten', 'Id-Porten', 'altinnstudio']) {
      expect((await exchange({}, {}, `/authentication/api/v1/exchange/${provider}`)).status, provider).toBe(401)
    }
  })

  rule('authentication §2', `${dialect}: an enterprise user is gone`, async () => {
    const { exchange, call } = setup({ dialect })
    const header = { 'x-altinn-enterpriseuser-authentication': 'YTpi' }
    const gone = await exchange({}, header)

    expect([gone.status, await gone.json()]).toEqual([
      410,
      expect.objectContaining({ status: 410, title: 'Virksomhetsbruker is no longer available' }),
    ])
    expect((await call('Bearer abc', header)).status).toBe(401)
  })
}

rule('authentication §0', 'a client gets from its grant to both areas', async () => {
  const { request, exchange, client, simulator, send } = await withClient({
    scopes: ['altinn:broker.read', 'altinn:serviceowner/notifications.create'],
  })
  const { body } = await request({ claims: { scope: 'altinn:broker.read altinn:serviceowner/notifications.create' } })
  const exchanged = await (await exchange(body.access_token)).text()
  const overview = async (token: unknown) => readFile(client, `Bearer ${String(token)}`)
  const shipment = async (token: unknown) =>
    (
      await send(
        new Request(`${base}/future/shipment/00000000-0000-4000-8000-000000000000`, {
          headers: { authorization: `Bearer ${String(token)}` },
        }),
      )
    ).status

  expect([await overview(body.access_token), await overview(exchanged)]).toEqual([404, 404])
  expect([await shipment(body.access_token), await shipment(exchanged)]).toEqual([401, 404])
  await simulator.advance({ by: 599_000 })
  expect([await overview(body.access_token), await overview(exchanged)]).toEqual([401, 404])
})
