/** The exchange of a token of Maskinporten for one of the platform. */
import { decodeJwt, decodeProtectedHeader } from 'jose'
import { withClient } from '../../../support/grants.ts'
import { expect, rule } from '../../../support/rule.ts'
import { base, standin, start } from '../../../support/standin.ts'
import { readFile } from '../../../support/token-cases.ts'

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
  const kinds: Record<string, string> = {
    '*/*': 'text/plain',
    'text/plain': 'text/plain',
    'text/*': 'text/plain',
    'application/json, text/plain, */*': 'text/plain',
    'application/json, */*;q=0.1': 'text/plain',
    'image/png': 'text/plain',
    'application/*+json': 'text/plain',
    'application/vnd.x+json': 'text/plain',
    'application/json; charset=utf-8': 'text/plain',
    'application/json;q=x': 'text/plain',
    json: 'text/plain',
    ',': 'text/plain',
    'application/json': 'application/json',
    'APPLICATION/JSON,': 'application/json',
    'application/*': 'application/json',
    '*/json': 'application/json',
    'application/json;q=0': 'application/json',
    'application/json;q=0.5;charset=utf-8': 'application/json',
    'application/json, text/plain': 'application/json',
    'text/plain;q=0.5, application/json': 'application/json',
    'application/json;q=0.5, text/plain': 'text/plain',
    'text/json': 'text/json',
    'application/json;q=0.1, text/json;q=0.9': 'text/json',
  }
  for (const [accept, type] of Object.entries(kinds)) {
    const reply = await exchange({}, { accept })
    const text = await reply.text()
    expect(reply.headers.get('content-type'), accept).toBe(`${type}; charset=utf-8`)
    expect(decodeJwt(type === 'text/plain' ? text : JSON.parse(text)).iss, accept).toBe(`${base}/authentication/api/v1/openid/`)
    const unknown = await exchange({}, { accept }, '/authentication/api/v1/exchange/other')
    expect(unknown.headers.get('content-type'), accept).toBe(`${type}; charset=utf-8`)
  }
  const { headers, body } = await asJson(exchange)
  expect([headers.get('content-type'), body]).toEqual([
    'application/json; charset=utf-8',
    '"Invalid token provider: \\u0022\\u00E6. Trusted token providers are \\u0027Maskinporten\\u0027, \\u0027Id-porten\\u0027 and \\u0027AltinnStudio\\u0027."',
  ])
})

/** An unknown provider whose name .NET escapes in JSON. */
async function asJson(exchange: ReturnType<typeof setup>['exchange']) {
  const reply = await exchange({}, { accept: 'application/json' }, '/authentication/api/v1/exchange/%22%C3%A6')
  return { headers: reply.headers, body: await reply.text() }
}

/** Claims of the Maskinporten token, and what becomes of them. */
const carried: readonly [given: object, becomes: object][] = [
  [{ a: 'x' }, { a: 'x' }],
  [{ a: '' }, { a: '' }],
  [{ a: 1.5 }, { a: 1.5 }],
  [{ a: false }, { a: false }],
  [{ a: { b: [null] } }, { a: { b: [null] } }],
  [{ a: {} }, { a: {} }],
  [{ a: null }, { a: '' }],
  [{ a: [] }, { a: undefined }],
  [{ a: ['one'] }, { a: 'one' }],
  [{ a: [null] }, { a: '' }],
  [{ a: [1, null, 'b'] }, { a: [1, '', 'b'] }],
  [{ a: [[1]] }, { a: [1] }],
  [{ a: [[]] }, { a: [] }],
  [{ a: [{ b: 1 }, { b: 2 }] }, { a: [{ b: 1 }, { b: 2 }] }],
  [{ ['__proto__']: 'x' }, { ['__proto__']: 'x' }],
  [{ sub: 's' }, { sub: undefined, nameid: 's' }],
  [
    { nameid: 'n', sub: 's' },
    { sub: undefined, nameid: ['n', 's'] },
  ],
  [{ roles: ['x', 'y'] }, { roles: undefined, role: ['x', 'y'] }],
  [
    { role: 'r', roles: ['x'] },
    { roles: undefined, role: ['r', 'x'] },
  ],
  [{ aud: 'a' }, { aud: undefined }],
  [{ aud: ['a', 'b', 'c'] }, { aud: ['b', 'c'] }],
  [{ aud: ['a', 'b'] }, { aud: 'b' }],
  [{ client_amr: ['a', 'b'] }, { client_amr: 'b' }],
  [{ sid: 'S' }, { sid: expect.stringMatching(/^[0-9a-f-]{36}$/) }],
  [{ sid: ['S', 'T'] }, { sid: ['T', expect.stringMatching(/^[0-9a-f-]{36}$/)] }],
  [{ 'urn:altinn:authlevel': 4 }, { 'urn:altinn:authlevel': [4, 3] }],
  [{ 'urn:altinn:orgNumber': '991825827' }, { 'urn:altinn:orgNumber': ['991825827', '312345676'] }],
  [{ 'urn:altinn:org': 'brg' }, { 'urn:altinn:org': 'brg' }],
  [{ 'urn:altinn:org': 'brg', scope: 'altinn:serviceowner', consumer: party('991825827') }, { 'urn:altinn:org': ['brg', 'ttd'] }],
  [{ scope: ['altinn:serviceowner', 'b'], consumer: party('991825827') }, { 'urn:altinn:org': 'ttd' }],
  [
    { nbf: now - 100, exp: now + 5 },
    { nbf: now - 5, exp: now + 1800 },
  ],
]

rule('authentication §2.1', 'a claim has as many values as its list, and those of the platform join it', async () => {
  const { exchange } = setup()
  for (const [given, becomes] of carried) {
    const reply = await exchange(given)
    const claims = decodeJwt(await reply.text())
    for (const [name, value] of Object.entries(becomes))
      expect(Object.hasOwn(claims, name) ? claims[name] : undefined, `${JSON.stringify(given)} ${name}`).toEqual(value)
  }
})

/** Consumers, and the organization number that the token of the platform has; undefined: refused. */
const consumers: readonly [consumer: unknown, orgNo: string | undefined][] = [
  [party('312345676'), '312345676'],
  [[party('312345676'), party('991825827')], '312345676'],
  [JSON.stringify(party('312345676')), '312345676'],
  [{ ...party(''), ID: '0192:99182582' }, '99182582'],
  [{ ...party(''), ID: 'x:312345676:y' }, '312345676'],
  [{ ...party(''), ID: '0192:' }, undefined],
  [{ ...party(''), ID: '312345676' }, undefined],
  [{ ...party(''), ID: 312345676 }, undefined],
  [{ ...party(''), ID: null }, undefined],
  [{ authority: 'iso6523-actorid-upis', id: '0192:312345676' }, undefined],
  [{ authority: null, ID: '0192:312345676' }, undefined],
  ['0192:312345676', undefined],
  [5, undefined],
  [[], undefined],
  [null, undefined],
]

rule('authentication §2', 'the organization is the part of the id between its colons', async () => {
  const { exchange } = setup()
  for (const [consumer, orgNo] of consumers) {
    const reply = await exchange({ consumer })
    const claims = reply.status === 200 ? decodeJwt(await reply.text()) : {}
    expect([reply.status, claims['urn:altinn:orgNumber']], JSON.stringify(consumer)).toEqual([orgNo === undefined ? 401 : 200, orgNo])
  }
})

for (const dialect of ['spec', 'live'] as const)
  rule('authentication §2', `${dialect}: test is a boolean, and is read before the token`, async () => {
    const { call, exchange } = setup({ dialect })
    for (const value of ['true', 'TRUE', '%20False%20']) expect((await exchange({}, {}, `${path}?Test=${value}`)).status, value).toBe(200)
    for (const [value, message] of Object.entries({
      '': "The value '' is invalid.",
      '%20': "The value ' ' is invalid.",
      1: "The value '1' is not valid.",
    })) {
      const refused = await call(undefined, {}, `${path}?test=${value}`)
      expect([refused.status, refused.headers.get('content-type')]).toEqual([400, 'application/problem+json; charset=utf-8'])
      expect(await refused.json()).toEqual({
        type: 'https://tools.ietf.org/html/rfc9110#section-15.5.1',
        title: 'One or more validation errors occurred.',
        status: 400,
        errors: { test: [message] },
        traceId: expect.stringMatching(/^00-/),
      })
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
    for (const near of [{ exp: now - 9 }, { nbf: now + 10 }, { exp: now + 86_400 }])
      expect((await call(`bearer ${await raw(near)}`)).status).toBe(200)
    expect((await call(`Bearer ${await raw({ exp: now - 9, nbf: now - 8 })}`)).status).toBe(401)
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

  rule('authentication §2', `${dialect}: other routes of the service have their methods`, async () => {
    const { send } = setup({ dialect })
    const at = async (method: string, route: string) =>
      (await send(new Request(`${base}/authentication/api/v1/${route}`, { method }))).headers
    expect((await at('GET', 'introspection')).get('allow')).toBe('POST')
    expect((await at('POST', 'introspection')).get('x-standin-not-simulated')).toContain('other authentication routes')
    expect((await at('OPTIONS', 'exchange/maskinporten')).get('allow')).toBe('GET')
  })

  rule('authentication §2', `${dialect}: an enterprise user is gone`, async () => {
    const { exchange, call } = setup({ dialect })
    const header = { 'x-altinn-enterpriseuser-authentication': 'YTpi' }
    const gone = await exchange({}, header)

    expect([gone.status, gone.headers.get('content-type'), await gone.json()]).toEqual([
      410,
      'application/problem+json; charset=utf-8',
      {
        type: 'https://docs.altinn.studio',
        title: 'Virksomhetsbruker is no longer available',
        status: 410,
        detail: expect.stringContaining('It has been replaced by Systembruker (system user) or ID-porten'),
      },
    ])
    expect((await exchange({}, { 'x-altinn-enterpriseuser-authentication': '' })).status).toBe(200)
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
