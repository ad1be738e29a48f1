import { decodeJwt } from 'jose'
import { expect } from 'vitest'
import { derivedClientId } from '../../../src/tokens/derived-guid.ts'
import { rule } from '../../support/rule.ts'
import { base, standin, start } from '../../support/standin.ts'

const now = Date.parse(start) / 1000
type Query = Record<string, string>
const ask = (query: Query, options = {}) =>
  standin(options).client.call('authentication.getPersonalToken', { query: { env: 'tt02', ...query } })

rule('authentication §4', 'authentication.getPersonalToken: a token of a person has the claims of the parameters', async () => {
  const { status, text } = await ask({
    env: 'tt02',
    userId: '20000001',
    partyId: '50000001',
    pid: '12838590150',
    authLvl: '4',
    userName: 'oda',
    scopes: 'a,b',
  })

  expect(status).toBe(200)
  expect(decodeJwt(text)).toEqual({
    'urn:altinn:authenticatemethod': 'NotDefined',
    'urn:altinn:authlevel': '4',
    client_amr: 'virksomhetssertifikat',
    token_type: 'Bearer',
    client_id: derivedClientId('991825827'),
    acr: 'idporten-loa-high',
    scope: 'a b',
    client_orgno: '991825827',
    consumer: { authority: 'iso6523-actorid-upis', ID: '0192:991825827' },
    pid: '12838590150',
    nameid: 20000001,
    'urn:altinn:userid': 20000001,
    'urn:altinn:partyid': 50000001,
    'urn:altinn:username': 'oda',
    nbf: now - 5,
    iat: now,
    exp: now + 1800,
    iss: `${base}/authentication/api/v1/openid/`,
    actual_iss: 'altinn-test-tools',
  })
})

rule('authentication §4', 'a token claims only what the query gives, and a mistake names its parameter', async () => {
  const claims = decodeJwt((await ask({})).text)

  expect(claims).toMatchObject({ 'urn:altinn:authlevel': '3', acr: 'idporten-loa-substantial', scope: 'altinn:enduser' })
  for (const name of ['pid', 'nameid', 'urn:altinn:userid', 'urn:altinn:partyid']) expect(claims).not.toHaveProperty(name)
  const bad = 'Parameter was supplied with an invalid value'
  expect(JSON.parse((await ask({ userId: 'x', pid: '1', authLvl: '9', partyuuid: 'x' })).text)).toEqual({
    userId: bad,
    pid: bad,
    authLvl: bad,
    partyuuid: bad,
  })
})

rule('authentication §5.3', 'a person subscribes under the number of its user', async () => {
  const { client } = standin()
  const { text } = await client.call('authentication.getPersonalToken', { query: { env: 'tt02', userId: '20000001' } })

  expect((await client.call('events.listSubscriptions', { as: null, headers: { authorization: `Bearer ${text}` } })).status).toBe(200)
})
