import { decodeJwt } from 'jose'
import { expect, rule } from '../../../support/rule.ts'
import { base, standin, start } from '../../../support/standin.ts'

const now = Date.parse(start) / 1000

rule('authentication §4', 'authentication.getPlatformToken: a token of an application has the platform as issuer', async ({ client }) => {
  const { text } = await client.call('authentication.getPlatformToken', { query: { env: 'tt02', app: 'my.app', ttl: '60' } })

  expect(decodeJwt(text)).toEqual({
    'urn:altinn:app': 'my.app',
    iss: `${base}/authentication/api/v1/openid/`,
    actual_iss: 'altinn-test-tools',
    nbf: now - 5,
    iat: now,
    exp: now + 60,
  })
  const refused = await client.call('authentication.getPlatformToken', { query: { env: 'tt02' } })
  expect([refused.status, JSON.parse(refused.text)]).toEqual([400, { app: 'Parameter must be supplied' }])
})

const rows = {
  'authentication.getEnterpriseToken': 'enterprise',
  'authentication.getEnterpriseUserToken': 'enterpriseuser',
  'authentication.getSystemUserToken': 'enterpriseuser',
  'authentication.getPersonalToken': 'personal',
  'authentication.getSelfIdentifiedUserToken': 'personal',
  'authentication.getSelfRegisteredEmailUserToken': 'personal',
  'authentication.getPlatformToken': 'platform',
  'authentication.getPlatformAccessToken': 'platform',
} as const

/** All that a row demands, but for the environment. */
const others = {
  scopes: 'a',
  app: 'ab',
  systemUserId: 'a1c7b9a0-6a0e-4d0a-9a55-2a9d0f6c4b21',
  orgNo: '991825827',
  partyId: '1',
  userId: '1',
  userName: 'u',
  email: 'a@b',
}

rule('authentication §4', 'the environment is required, and one that the generator knows', async ({ client }) => {
  for (const row of Object.keys(rows) as (keyof typeof rows)[]) {
    const answer = async (env?: string) => {
      const { status, text } = await client.call(row, { query: { ...others, ...(env !== undefined && { env }) } })
      return status === 200 ? 200 : [status, JSON.parse(text)]
    }
    for (const env of ['at22', 'at23', 'at24', 'tt02', 'yt01', 'none']) expect(await answer(env), `${row}, ${env}`).toBe(200)
    for (const env of [undefined, '']) expect(await answer(env), row).toEqual([400, { env: 'Parameter must be supplied' }])
    for (const env of ['prod', 'tt03', 'TT02', 'tt02 ', '../tt02'])
      expect(await answer(env), `${row}, ${env}`).toEqual([400, { env: 'Parameter was supplied with an invalid value' }])
  }
})

for (const dialect of ['spec', 'live'] as const) {
  rule('authentication §4', `${dialect}: a generator with a user is for that user, and for tokens with its scope`, async () => {
    const { client, simulator } = standin({ generatorUser: 'oda:blåbær', dialect })
    const query = { env: 'tt02', ...others }
    const basic = (user: string) => `Basic ${Buffer.from(user).toString('base64')}`
    const bearer = async (scope: string) => `Bearer ${(await simulator.token({ scope, issuer: 'maskinporten' })).token}`
    const scope = 'altinn:testtools/tokengenerator'

    for (const [row, kind] of Object.entries(rows)) {
      const call = async (authorization: string) => {
        const reply = await client.call(row as keyof typeof rows, { query, as: null, headers: authorization ? { authorization } : {} })
        return [reply.status, reply.status === 200 ? '' : reply.text, reply.headers.get('www-authenticate')]
      }
      const demanded = [401, '', 'Basic realm="AltinnTestTools - TokenGenerator"']
      expect(await call('')).toEqual(demanded)
      expect(await call(basic('oda:jordbær'))).toEqual(demanded)
      expect(await call('Bearer x')).toEqual([403, 'Invalid bearer token', null])
      expect(await call(await bearer('altinn:broker.read'))).toEqual([403, `Missing required scope: ${scope}/${kind}`, null])
      for (const good of [basic('oda:blåbær'), await bearer(scope), await bearer(`a ${scope}/${kind}`)])
        expect((await call(good))[0]).toBe(200)
    }
  })
}

rule('authentication §4', 'without a user the generator is open, and takes any credentials', async ({ client }) => {
  for (const authorization of ['Basic YTpi', 'Bearer x']) {
    expect(
      (await client.call('authentication.getPlatformToken', { query: { env: 'tt02', app: 'ab' }, as: null, headers: { authorization } }))
        .status,
    ).toBe(200)
  }
})
