/** The token endpoint of Maskinporten. */

import { decodeJwt, decodeProtectedHeader, exportJWK, exportPKCS8, generateKeyPair, importPKCS8 } from 'jose'
import { nodePlatform } from '../../../../src/platform/node.ts'
import { mostGrants, usedGrants, useGrant } from '../../../../src/service/areas/authentication/records.ts'
import { createRecords } from '../../../../src/service/world/records.ts'
import {
  ask,
  at,
  certified,
  clientId,
  clientKey,
  type GrantParts,
  grantOf,
  grantType,
  orgNo,
  registeredKey,
  withClient,
} from '../../../support/grants.ts'
import { otherServer } from '../../../support/listen.ts'
import { expect, rule } from '../../../support/rule.ts'
import { base, standin } from '../../../support/standin.ts'

const reason = expect.any(String)

rule('authentication §1.2, authentication §1.3', 'a grant of a registered client gives a token of its organization', async () => {
  const { request, simulator } = await withClient()
  const { status, headers, body } = await request()

  expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([200, 'application/json; charset=utf-8', 'no-store'])
  expect(body).toEqual({ access_token: reason, token_type: 'Bearer', expires_in: 599, scope: 'altinn:broker.read altinn:broker.write' })
  const token = String(body.access_token)
  expect(decodeJwt(token)).toEqual({
    iss: `${base}/`,
    client_id: clientId,
    client_amr: 'private_key_jwt',
    consumer: { authority: 'iso6523-actorid-upis', ID: `0192:${orgNo}` },
    scope: 'altinn:broker.read altinn:broker.write',
    token_type: 'Bearer',
    iat: at,
    exp: at + 599,
    jti: reason,
  })
  const [key] = (await simulator.world.keys.jwks()).keys
  expect(decodeProtectedHeader(token)).toEqual({ alg: 'RS256', typ: 'JWT', kid: key?.kid })
})

rule('authentication §1.1', 'every algorithm of the three is good, and the lifetime is the client’s', async () => {
  const { request } = await withClient({ tokenLifetime: 3600 })
  const pem = await exportPKCS8((await clientKey()).privateKey)

  for (const alg of ['RS256', 'RS384', 'RS512']) {
    const { status, body } = await request({ header: { alg }, key: await importPKCS8(pem, alg) })
    expect([status, body.expires_in], alg).toEqual([200, 3600])
  }
})

for (const dialect of ['spec', 'live'] as const) {
  rule('authentication §1.1', `${dialect}: a member that is null is absent, and nbf, sub and a resource as text are taken`, async () => {
    const { request } = await withClient({}, { dialect })
    const nulls = { nbf: null, sub: null, resource: null, pid: null, consumer_org: null, iss_onbehalfof: null, authorization_details: null }
    const audienceOf = async (claims: object) => {
      const { status, body } = await request({ claims })
      return status === 200 ? decodeJwt(String(body.access_token)).aud : body
    }

    expect(await audienceOf(nulls)).toBeUndefined()
    expect(await audienceOf({ jti: null, unknown: null })).toBeUndefined()
    expect(await audienceOf({ nbf: at - 5, sub: 'anyone', pid: '12838590150', resource: 'https://api.example/' })).toBe(
      'https://api.example/',
    )
    expect((await request({ header: { x5c: null } })).status).toBe(200)
  })

  rule('authentication §1.1, authentication §1.4', `${dialect}: a grant too old, too new or too long is refused in its words`, async () => {
    const { request } = await withClient({}, { dialect })
    const failed = 'Invalid assertion. Client authentication failed.'
    const said = async (claims: object) => {
      const { status, body } = await request({ claims })
      return status === 200 ? 200 : String(body.error_description)
    }
    const long = (life: number) => `MP-130: ${failed} JWT is expired: its lifetime is ${life} seconds, but at most 120 are allowed`
    const live = dialect === 'live'

    expect(await said({ exp: at + 121 })).toBe(live ? 200 : long(121))
    expect(await said({ exp: at + 180 })).toBe(live ? 200 : long(180))
    expect(await said({ exp: at + 181 })).toBe(live ? `MP-130: ${failed} JWT has too long lifetime.` : long(181))
    expect(await said({ iat: at + 11, exp: at + 60 })).toBe(
      live ? `${failed} Issue time is in the future.` : `${failed} Issue time is after now`,
    )
    expect(await said({ iat: at - 130, exp: at - 10 })).toMatch(
      live ? `MP-130: ${failed} JWT has expired.` : `MP-130: ${failed} JWT is expired: exp is `,
    )
  })
}

rule('authentication §1.1', 'resource becomes the audience, and a form field client_id is tolerated', async () => {
  const { send } = await withClient()
  const assertion = await grantOf({ claims: { resource: ['https://api.example/'], nbf: at } })
  const { body } = await ask(send, { grant_type: grantType, assertion, client_id: clientId })

  expect(decodeJwt(String(body.access_token)).aud).toEqual(['https://api.example/'])
})

rule('authentication §1.1', 'the audience is the issuer, live or own, with or without a slash, also as a list of one', async () => {
  const { request, send } = await withClient({}, { publicUrl: base })

  for (const place of ['https://test.maskinporten.no', base])
    for (const aud of [place, `${place}/`, [place]]) expect((await request({ claims: { aud } })).status, String(aud)).toBe(200)
  const local = async (aud: string) => ask(send, { grant_type: grantType, assertion: await grantOf({ claims: { aud } }) })
  expect((await local('https://maskinporten.no/')).status).toBe(400)
})

rule('decisions §3', 'the names of this machine are one audience', async ({ send }) => {
  const assertion = await grantOf({ claims: { aud: 'http://127.0.0.1:4300/worlds/mine' } })

  expect((await ask(send, { grant_type: grantType, assertion }, 'http://localhost:4300/worlds/mine')).status).toBe(200)
})

const grant = 'invalid_grant'
const elliptic = generateKeyPair('ES256')

/** What is wrong, and the error and code that it gives. */
const wrong: Record<
  string,
  [parts: () => Promise<Parameters<typeof grantOf>[0]> | Parameters<typeof grantOf>[0], error: string, code: string]
> = {
  'no such client': [() => ({ claims: { iss: 'another' } }), grant, 'MP-100'],
  'an empty client id': [() => ({ claims: { iss: '' } }), grant, 'MP-100'],
  'no client id': [() => ({ claims: { iss: undefined } }), grant, 'MP-100'],
  'another audience': [() => ({ claims: { aud: 'https://example.org/' } }), grant, 'MP-110'],
  'no audience': [() => ({ claims: { aud: undefined } }), grant, 'MP-110'],
  'two audiences': [() => ({ claims: { aud: ['https://test.maskinporten.no/', 'https://example.org/'] } }), grant, 'MP-110'],
  'the audience of production': [() => ({ claims: { aud: 'https://maskinporten.no/' } }), grant, 'MP-110'],
  'the key of another': [async () => ({ key: (await clientKey('other')).privateKey }), grant, 'MP-124'],
  'an unknown key': [() => ({ header: { kid: 'other' } }), grant, 'MP-124'],
  'expired by more than the tolerance': [() => ({ claims: { iat: at - 130, exp: at - 10 } }), grant, 'MP-130'],
  'a life of over three minutes': [() => ({ claims: { exp: at + 181 } }), grant, 'MP-130'],
  'issued later than the tolerance allows': [
    () => ({ claims: { iat: at + 11, exp: at + 100 } }),
    grant,
    'Invalid assertion. Client authentication failed. Issue time is ',
  ],
  'not valid before later': [
    () => ({ claims: { nbf: at + 11 } }),
    grant,
    'Invalid assertion. Client authentication failed. Issue time is ',
  ],
  'the token address as audience': [() => ({ claims: { aud: 'https://test.maskinporten.no/token' } }), grant, 'MP-110'],
  'the own token address as audience': [() => ({ claims: { aud: `${base}/token` } }), grant, 'MP-110'],
  'an empty list of audiences': [() => ({ claims: { aud: [] } }), grant, 'MP-110'],
  'no audience but null': [() => ({ claims: { aud: null } }), grant, 'MP-110'],
  'an unknown claim': [() => ({ claims: { client_amr: 'x' } }), 'invalid_request', 'MP-011'],
  'no key id and no certificate': [() => ({ header: { kid: undefined } }), 'invalid_request', 'MP-011'],
  'an elliptic signature': [async () => ({ header: { alg: 'ES256' }, key: (await elliptic).privateKey }), 'invalid_request', 'MP-011'],
  'a critical header': [() => ({ header: { crit: ['b64'], b64: true } }), 'invalid_request', 'MP-011'],
  'no exp': [() => ({ claims: { exp: undefined } }), 'invalid_request', 'MP-011'],
  'iat as text': [() => ({ claims: { iat: String(at) } }), 'invalid_request', 'MP-011'],
  'two spaces between scopes': [() => ({ claims: { scope: 'altinn:broker.read  altinn:broker.write' } }), 'invalid_request', 'MP-011'],
  'no scope': [() => ({ claims: { scope: undefined } }), 'invalid_request', 'MP-011'],
  'an empty resource': [() => ({ claims: { resource: '' } }), 'invalid_request', 'MP-011'],
  'a resource that is no text': [() => ({ claims: { resource: [1] } }), 'invalid_request', 'MP-011'],
  'consumer_org with a prefix': [() => ({ claims: { consumer_org: '0192:313456781' } }), 'invalid_request', 'MP-011'],
  'consumer_org and iss_onbehalfof': [() => ({ claims: { consumer_org: '313456781', iss_onbehalfof: 'x' } }), 'invalid_request', 'MP-011'],
  'its own organization as consumer_org': [
    () => ({ claims: { consumer_org: orgNo } }),
    'invalid_request',
    "consumer_org is the client's own organization",
  ],
  'a scope that the client does not have': [() => ({ claims: { scope: 'altinn:serviceowner' } }), 'invalid_scope', 'MP-200'],
  'a scope of ID-porten': [() => ({ claims: { scope: 'altinn:broker.read openid' } }), 'invalid_scope', 'MP-201'],
  'a scope that is not granted': [() => ({ claims: { scope: 'altinn:events.subscribe' } }), 'invalid_scope', 'MP-250'],
  'a scope that is not delegated': [
    () => ({ claims: { consumer_org: '313456781', scope: 'altinn:broker.write' } }),
    'invalid_scope',
    'MP-251',
  ],
  'a consumer that delegates nothing': [() => ({ claims: { consumer_org: '314567895' } }), 'invalid_scope', 'MP-251'],
  'unknown authorization details': [() => ({ claims: { authorization_details: [{ type: 'urn:other' }] } }), grant, 'MP-301'],
  'strange fields in the authorization details': [() => ({ claims: { authorization_details: [{ ...system, more: 1 }] } }), grant, 'MP-302'],
  'no customer in the authorization details': [() => ({ claims: { authorization_details: [{ type: system.type }] } }), grant, 'MP-303'],
  'two authorization details': [() => ({ claims: { authorization_details: [system, system] } }), grant, 'MP-303'],
  'a system user that does not exist': [
    () => ({ claims: { authorization_details: [{ ...system, externalRef: 'other' }] } }),
    grant,
    'MP-303',
  ],
  'a certificate that is not in a list': [() => ({ header: { x5c: 'MII' } }), grant, 'MP-123'],
  'a certificate that cannot be read': [() => ({ header: { x5c: ['AAAA'] } }), grant, 'MP-120'],
}

const system = { type: 'urn:altinn:systemuser', systemuser_org: { authority: 'iso6523-actorid-upis', ID: '0192:313456781' } }
const rights = {
  scopes: ['altinn:broker.read', 'altinn:broker.write', 'altinn:events.subscribe'],
  notGranted: ['altinn:events.subscribe'],
  delegations: [{ consumer: '313456781', scopes: ['altinn:broker.read'] }],
  systemUsers: [{ orgNo: '313456781', systemId: `${orgNo}_acme`, id: 'a1c7b9a0-6a0e-4d0a-9a55-2a9d0f6c4b21' }],
}

for (const dialect of ['spec', 'live'] as const) {
  for (const [what, [parts, error, code]] of Object.entries(wrong)) {
    rule('authentication §1.4', `${dialect}: a grant with ${what} is refused`, async () => {
      const { errorOf } = await withClient(rights, { openClients: false, dialect })

      const [status, given, description] = await errorOf((await parts()) ?? {})
      expect([status, given, String(description).slice(0, code.length)]).toEqual([400, error, code])
    })
  }
}

rule('authentication §1.4', 'a request without its parts is refused', async ({ send }) => {
  const cases: [fields: Record<string, string>, error: string][] = [
    [{}, 'invalid_request'],
    [{ grant_type: grantType }, 'invalid_request'],
    [{ grant_type: grantType, assertion: 'x' }, 'invalid_request'],
    [{ grant_type: grantType, assertion: 'a.b.c' }, 'invalid_request'],
    [{ grant_type: 'client_credentials' }, 'unsupported_grant_type'],
  ]
  for (const [fields, error] of cases)
    expect([(await ask(send, fields)).status, (await ask(send, fields)).body.error]).toEqual([400, error])
})

for (const dialect of ['spec', 'live'] as const) {
  rule('authentication §1.4', `${dialect}: a body of another type or size is refused (unsupported-media-type, too-large)`, async () => {
    const { send } = standin({ dialect })
    const post = async (body: BodyInit, type?: string) => {
      const headers = type === undefined ? {} : { 'content-type': type }
      const response = await send(new Request(`${base}/token`, { method: 'POST', body, headers }))
      return [response.status, response.headers.get('cache-control'), await response.json()]
    }
    const refused = (reason: string) => [
      400,
      'no-store',
      { error: 'invalid_request', error_description: `MP-011: Invalid assertion. Invalid parameter value: ${reason}` },
    ]
    const form = 'application/x-www-form-urlencoded'

    for (const type of ['application/json', 'text/plain', 'multipart/form-data; boundary=x', undefined])
      expect(await post(new Uint8Array(2), type), type).toEqual(refused(`use the content type ${form}`))
    expect(await post(`assertion=${'a'.repeat(70_000)}`, form)).toEqual(refused('the body exceeds 65536 bytes'))
  })
}

rule('authentication §1.4', 'a field that occurs twice is refused in the form of OAuth', async ({ send }) => {
  const body = new URLSearchParams([...Array<[string, string]>(2).fill(['assertion', 'a']), ['grant_type', grantType]])
  const response = await send(new Request(`${base}/token`, { method: 'POST', body }))

  expect([response.status, await response.json()]).toEqual([
    400,
    { error: 'invalid_request', error_description: 'MP-011: Invalid assertion. Invalid parameter value: assertion occurs twice' },
  ])
})

rule('authentication §1.4', 'an error has the form of OAuth, with the code in its description', async () => {
  const { request } = await withClient({}, { openClients: false })

  expect((await request({ claims: { aud: 'https://example.org/' } })).body).toEqual({
    error: 'invalid_grant',
    error_description: 'MP-110: Invalid assertion. Client authentication failed. Invalid JWT claim aud',
  })
  expect((await request({ claims: { scope: 'altinn:serviceowner' } })).body.error_description).toBe(
    'MP-200: Token request contains invalid scopes for client: altinn:serviceowner',
  )
})

rule('authentication §1.1', 'a grant is used once, by its jti and without one by its text', async () => {
  const { send, errorOf, request } = await withClient()
  const assertion = await grantOf({ claims: { jti: undefined } })
  const twice = [await ask(send, { grant_type: grantType, assertion }), await ask(send, { grant_type: grantType, assertion })]

  expect(twice.map(({ status }) => status)).toEqual([200, 400])
  expect(String(twice[1]?.body.error_description)).toMatch(/^MP-012: .*Grant is used before$/)
  expect((await request({ claims: { jti: 'one' } })).status).toBe(200)
  expect(await errorOf({ claims: { jti: 'one', exp: at + 60 } })).toEqual([400, 'invalid_grant', 'MP-012'])
})

rule('authentication §1.4', 'a grant without a jti is known again when its signature is written in another way', async () => {
  const { send } = await withClient()
  const assertion = await grantOf({ claims: { jti: undefined } })
  // The last letter has four bits that are not part of the signature.
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  const twin = letters[letters.indexOf(assertion.at(-1) ?? '') ^ 1]

  expect((await ask(send, { grant_type: grantType, assertion })).status).toBe(200)
  for (const again of [`${assertion}==`, `${assertion.slice(0, -1)}${twin}`])
    expect((await ask(send, { grant_type: grantType, assertion: again })).body.error_description).toMatch(/^MP-012/)
})

rule('authentication §1.4', 'a grant that is good by the tolerance alone is also used once', async () => {
  const { send, request } = await withClient({}, { platform: { ...nodePlatform(), now: () => Date.parse('2040-01-01T00:00:00Z') } })
  const assertion = await grantOf({ claims: { iat: at - 60, exp: at - 5 } })

  expect((await ask(send, { grant_type: grantType, assertion })).status).toBe(200)
  expect((await request()).status).toBe(200)
  expect((await ask(send, { grant_type: grantType, assertion })).body.error_description).toMatch(/^MP-012/)
})

rule('authentication §1.1', 'of 20 requests with one grant at the same moment, one gets a token', async () => {
  const { send } = await withClient()
  const assertion = await grantOf()
  const all = await Promise.all(Array.from({ length: 20 }, () => ask(send, { grant_type: grantType, assertion })))

  expect(all.filter(({ status }) => status === 200)).toHaveLength(1)
})

rule('authentication §1.1', 'the memory of used grants has an end, and grants that have expired leave first', () => {
  const used = createRecords().of(usedGrants)
  for (let nth = 0; nth < mostGrants + 500; nth++) expect(useGrant(used, String(nth), 2000, 1000)).toBe(true)

  expect(used.size).toBe(mostGrants)
  expect(useGrant(used, String(mostGrants), 2000, 1000)).toBe(false)
  expect(useGrant(used, 'later', 4000, 3000)).toBe(true)
  expect(used.size).toBe(1)
})

rule('decisions §3', 'a grant is good by the clock of the world or by that of the machine', async () => {
  const { request, errorOf, simulator } = await withClient()
  const machine = Math.floor(Date.now() / 1000)

  expect((await request({ claims: { iat: machine, exp: machine + 120 } })).status).toBe(200)
  expect((await request({ claims: { iat: at - 5, exp: at - 5 } })).status).toBe(200)
  expect((await request({ claims: { iat: at + 10, exp: at + 130 } })).status).toBe(200)
  expect((await errorOf({ claims: { iat: machine - 1000, exp: machine - 900 } }))[2]).toBe('MP-130')
  await simulator.advance({ by: 3_600_000 })
  expect((await errorOf({}))[2]).toBe('MP-130')
})

rule('authentication §1.4', 'a key of a client expires', async () => {
  const { errorOf } = await withClient({ jwks: { keys: [{ ...(await registeredKey()), exp: at - 1 }] } })

  expect(await errorOf({})).toEqual([400, 'invalid_grant', 'MP-121'])
})

rule('authentication §1.4', 'a revoked client gets no token, and the token that it has stays good', async () => {
  const { request, errorOf, exchange, simulator } = await withClient()
  const { body } = await request()
  simulator.clients.put({ ...simulator.clients.find(clientId), revoked: true })

  expect(await errorOf({})).toEqual([400, 'invalid_grant', 'MP-100'])
  expect((await exchange(body.access_token)).status).toBe(200)
})

rule('authentication §1.1, authentication §1.3', 'a consumer that delegated is the consumer, and the client is its supplier', async () => {
  const { request } = await withClient(rights)
  const { body } = await request({ claims: { consumer_org: '313456781', scope: 'altinn:broker.read' } })

  expect(decodeJwt(String(body.access_token))).toMatchObject({
    consumer: { ID: '0192:313456781' },
    supplier: { ID: `0192:${orgNo}` },
    delegation_source: expect.stringMatching(/^https:/),
  })
})

rule('authentication §1.3', 'a system user has its id and its system in an array', async () => {
  const { request } = await withClient(rights)
  for (const systemuser_org of [system.systemuser_org, '313456781', '0192:313456781']) {
    const { body } = await request({ claims: { authorization_details: [{ ...system, systemuser_org }] } })

    expect(decodeJwt(String(body.access_token))).toMatchObject({
      consumer: { ID: `0192:${orgNo}` },
      authorization_details: [
        {
          type: 'urn:altinn:systemuser',
          systemuser_id: ['a1c7b9a0-6a0e-4d0a-9a55-2a9d0f6c4b21'],
          systemuser_org: { authority: 'iso6523-actorid-upis', ID: '0192:313456781' },
          system_id: `${orgNo}_acme`,
        },
      ],
    })
  }
})

rule('decisions §3', 'an unregistered client gets a token of the test ministry, without a check of its signature', async ({ send }) => {
  const [head, payload] = (await grantOf({ claims: { iss: 'my-app', authorization_details: [system] } })).split('.')
  const { status, body } = await ask(send, { grant_type: grantType, assertion: `${head}==.${payload}=.AAAA` })
  const claims = decodeJwt(String(body.access_token))

  expect(status).toBe(200)
  expect(claims).toMatchObject({ client_id: 'my-app', consumer: { ID: '0192:991825827' } })
  const again = await ask(send, {
    grant_type: grantType,
    assertion: await grantOf({ claims: { iss: 'my-app', authorization_details: [system] } }),
  })
  expect(decodeJwt(String(again.body.access_token)).authorization_details).toEqual(claims.authorization_details)
})

rule('decisions §3', 'without open clients only registered ones get a token', async () => {
  const { send } = standin({ openClients: false })

  expect((await ask(send, { grant_type: grantType, assertion: await grantOf() })).body.error_description).toMatch(/^MP-100/)
})

rule('authentication §1.1, authentication §1.4', 'a business certificate signs for its organization', async () => {
  const { x5c, key, registered } = certified(`/CN=ACME/organizationIdentifier=NTRNO-${orgNo}`, '-days', '36500')
  const other = certified('/CN=Other/serialNumber=313456781', '-days', '36500')
  const nameless = certified('/CN=Nobody', '-days', '36500')
  const header = { kid: undefined, x5c }
  const { request, errorOf } = await withClient({ jwks: { keys: [await registeredKey(), registered] } })

  const { body } = await request({ header, key: await key })
  expect(decodeJwt(String(body.access_token))).toMatchObject({ client_amr: 'virksomhetssertifikat', consumer: { ID: `0192:${orgNo}` } })
  expect(await errorOf({ header })).toEqual([400, 'invalid_grant', 'MP-124'])
  expect(await errorOf({ header: { x5c: other.x5c }, key: await other.key })).toEqual([400, 'invalid_grant', 'MP-122'])
  expect(await errorOf({ header: { x5c: nameless.x5c }, key: await nameless.key })).toEqual([400, 'invalid_grant', 'MP-122'])
})

rule('authentication §1.1, authentication §1.4', 'the certificate of a registered client must have a key it registered', async () => {
  const { x5c, key, registered } = certified(`/CN=ACME/organizationIdentifier=NTRNO-${orgNo}`, '-days', '36500')
  const errorWith = async (more: Parameters<typeof withClient>[0]) =>
    (await withClient(more)).errorOf({ header: { kid: 'my-key', x5c }, key: await key })
  const wrong = [400, 'invalid_grant', 'MP-120']

  expect(await errorWith({})).toEqual(wrong)
  expect(await errorWith({ jwks: undefined })).toEqual(wrong)
  expect(await errorWith({ jwks: undefined, jwksUri: 'http://127.0.0.1:9/jwk' })).toEqual(wrong)
  expect(await errorWith({ jwks: { keys: [{ ...registered, exp: 1 }] } })).toEqual([400, 'invalid_grant', 'MP-121'])
  expect(await errorWith({ jwks: { keys: [registered] } })).toEqual([200, undefined, 'undefined'])
})

rule('authentication §1.1', 'a client that is not registered has the organization of its certificate', async () => {
  const { x5c, key } = certified('/CN=Other/serialNumber=313456781', '-days', '36500')
  const { send } = standin()
  const askWith = async (parts: GrantParts) =>
    (await ask(send, { grant_type: grantType, assertion: await grantOf({ claims: { iss: 'my-app' }, header: { x5c }, ...parts }) })).body

  const { access_token: token } = await askWith({ key: await key })
  expect(decodeJwt(String(token))).toMatchObject({ consumer: { ID: '0192:313456781' } })
  expect((await askWith({})).error_description).toMatch(/^MP-124/)
})

rule('authentication §1.4', 'a certificate that is not valid now is refused', async () => {
  const { x5c, key } = certified('/CN=Old', '-days', '1')
  // Neither the clock of the world nor that of the machine is within its day.
  const { errorOf } = await withClient({}, { platform: { ...nodePlatform(), now: () => Date.parse('2040-01-01T00:00:00Z') } })

  expect(await errorOf({ header: { x5c }, key: await key })).toEqual([400, 'invalid_grant', 'MP-120'])
})

rule('decisions §3', 'the key set of a client is fetched, kept, and fetched again for an unknown key once a minute', async () => {
  let fetched = 0
  const keys = [await registeredKey()]
  const url = await otherServer((_, res) => {
    fetched++
    res.setHeader('content-type', 'application/json').end(JSON.stringify({ keys }))
  })
  const { request, errorOf } = await withClient({ jwks: undefined, jwksUri: `${url}/jwks` })

  expect((await request()).status).toBe(200)
  expect((await request()).status).toBe(200)
  expect(fetched).toBe(1)
  const next = await exportJWK((await clientKey('next')).publicKey)
  keys.push({ kty: 'RSA', n: next.n ?? '', e: next.e ?? '', kid: 'next' })
  expect(await errorOf({ header: { kid: 'next' }, key: (await clientKey('next')).privateKey })).toEqual([400, 'invalid_grant', 'MP-124'])
  expect(fetched).toBe(1)
})
