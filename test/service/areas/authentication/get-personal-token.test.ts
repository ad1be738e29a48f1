import { decodeJwt } from 'jose'
import { derivedClientId } from '../../../../src/service/tokens/issue.ts'
import { scopes } from '../../../../src/service/wire/vocabulary.ts'
import { published } from '../../../support/file-transfers.ts'
import { orderTo, toEmail } from '../../../support/orders.ts'
import { expect, rule } from '../../../support/rule.ts'
import { base, standin, start } from '../../../support/standin.ts'
import { both, urn } from '../../../support/subscribers.ts'
import { readFile } from '../../../support/token-cases.ts'

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
    consumerOrgNo: '991825827',
  })
  const consumer = { authority: 'iso6523-actorid-upis', ID: '0192:991825827' }

  expect(status).toBe(200)
  expect(decodeJwt(text)).toEqual({
    'urn:altinn:authenticatemethod': 'NotDefined',
    'urn:altinn:authlevel': '4',
    client_amr: 'virksomhetssertifikat',
    token_type: 'Bearer',
    client_id: derivedClientId('12838590150'),
    acr: 'idporten-loa-high',
    scope: 'a b',
    client_orgno: consumer,
    consumer,
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

rule('authentication §4', 'without a number, a token is for a random person of the fixtures, and it names no organization', async () => {
  const { client, simulator } = standin()
  const people = simulator.contacts.list().contacts.map(({ number }) => number)
  const drawn = []
  for (let nth = 0; nth < 8; nth++)
    drawn.push(decodeJwt((await client.call('authentication.getPersonalToken', { query: { env: 'tt02' } })).text))

  for (const { pid } of drawn) expect(people).toContain(pid)
  expect(new Set(drawn.map(({ pid }) => pid)).size).toBeGreaterThan(1)
  expect(drawn[0]).toMatchObject({ 'urn:altinn:authlevel': '3', acr: 'idporten-loa-substantial', scope: 'altinn:enduser' })
  for (const name of ['client_orgno', 'consumer', 'nameid', 'urn:altinn:userid', 'urn:altinn:partyid', 'jti'])
    expect(drawn[0]).not.toHaveProperty(name)
})

rule('authentication §4', 'in bulk the body is an object of tokens by person, first those of the fixtures', async () => {
  const tokens = Object.entries(JSON.parse((await ask({ bulkCount: '30', pid: '12838590150' })).text) as Record<string, string>)

  expect(tokens).toHaveLength(30)
  for (const [pid, token] of tokens) expect(decodeJwt(token).pid).toBe(pid)
  expect(Object.keys(JSON.parse((await ask({ bulkCount: '1' })).text) as object)).toHaveLength(1)
})

rule('authentication §5.3', 'a person subscribes under the number of its user', async ({ client }) => {
  const { text } = await client.call('authentication.getPersonalToken', { query: { env: 'tt02', userId: '20000001' } })

  expect((await client.call('events.listSubscriptions', { as: null, headers: { authorization: `Bearer ${text}` } })).status).toBe(200)
})

for (const dialect of ['spec', 'live'] as const)
  rule('authentication §5.3, events §4.5', `${dialect}: a person has no part in the events of the organization of its client`, async () => {
    const here = standin({ dialect })
    await published(here.client, both)
    await here.simulator.advance({ until: 'settled' })
    const query = { env: 'tt02', scopes: 'altinn:events.subscribe altinn:broker.read', orgNo: '370916446', consumerOrgNo: '370916446' }
    const person = await here.client.call('authentication.getPersonalToken', { query: { ...query, userId: '20000', pid: '12838590150' } })
    const organization = await here.client.call('authentication.getEnterpriseToken', { query })
    const events = async ({ text }: typeof person) => {
      const headers = { authorization: `Bearer ${text}` }
      return (await here.client.call('events.readEvents', { as: null, headers, query: { resource: urn, after: '0' } })).body.length
    }
    const subscribed = async ({ text }: typeof person) => {
      const headers = { authorization: `Bearer ${text}` }
      const subjectFilter = 'urn:altinn:organization:identifier-no:370916446'
      const body = { endPoint: 'http://localhost:4300/hook', resourceFilter: urn, subjectFilter }
      return (await here.client.call('events.createSubscription', { as: null, headers, body })).status
    }

    expect(await events(organization)).toBeGreaterThan(0)
    expect(await events(person)).toBe(0)
    expect([await subscribed(organization), await subscribed(person)]).toEqual([201, 403])
    expect(await readFile(here.client, `Bearer ${person.text}`)).toBe(404)
  })

for (const dialect of ['spec', 'live'] as const)
  rule('authentication §5.2', `${dialect}: a person does not order for the organization of its client`, async () => {
    const { client } = standin({ dialect })
    const query = { env: 'tt02', scopes: scopes.createNotifications, userId: '20000', consumerOrgNo: '991825827' }
    const { text } = await client.call('authentication.getPersonalToken', { query })
    const headers = { authorization: `Bearer ${text}` }

    expect((await client.call('notifications.createOrder', { as: null, headers, body: orderTo(toEmail()) })).status).toBe(403)
  })
