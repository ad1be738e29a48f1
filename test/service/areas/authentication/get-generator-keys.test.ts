import { createLocalJWKSet, decodeProtectedHeader, type JSONWebKeySet, jwtVerify } from 'jose'
import { expect, rule } from '../../../support/rule.ts'
import { base, standin, start } from '../../../support/standin.ts'
import { readFile } from '../../../support/token-cases.ts'

const own = `${base}/api/.well-known/oauth-authorization-server`
const unnamed = 'https://tokengenerator'

/** The issuer of the tokens of each row. */
const rows = {
  'authentication.getEnterpriseToken': own,
  'authentication.getPersonalToken': own,
  'authentication.getEnterpriseUserToken': unnamed,
  'authentication.getSystemUserToken': unnamed,
  'authentication.getSelfIdentifiedUserToken': unnamed,
  'authentication.getSelfRegisteredEmailUserToken': unnamed,
  'authentication.getPlatformToken': unnamed,
} as const

const query = {
  env: 'none',
  scopes: 'altinn:broker.read',
  app: 'ab',
  systemUserId: 'a1c7b9a0-6a0e-4d0a-9a55-2a9d0f6c4b21',
  orgNo: '991825827',
  partyId: '1',
  userId: '1',
  userName: 'u',
  email: 'a@b',
}

rule('authentication §4', 'authentication.getGeneratorKeys: a token of no environment has an ES256 signature no area trusts', async () => {
  const { client } = standin()
  const { body, headers } = await client.call('authentication.getGeneratorKeys')

  expect(headers.get('content-type')).toBe('application/json')
  for (const [row, issuer] of Object.entries(rows) as [keyof typeof rows, string][]) {
    const { text } = await client.call(row, { query })
    const { payload } = await jwtVerify(text, createLocalJWKSet(body as JSONWebKeySet), { currentDate: new Date(start) })
    expect(payload.iss, row).toBe(issuer)
    expect(decodeProtectedHeader(text).alg, row).toBe('ES256')
    expect(await readFile(client, `Bearer ${text}`), row).toBe(401)
    expect(decodeProtectedHeader((await client.call(row, { query: { ...query, env: 'at22' } })).text).alg, row).toBe('RS256')
  }
})
