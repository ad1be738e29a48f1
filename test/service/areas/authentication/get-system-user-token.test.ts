import { decodeJwt } from 'jose'
import type { Identity } from '../../../../src/service/areas/client.ts'
import { operationsById } from '../../../../src/service/areas/index.ts'
import { derivedClientId } from '../../../../src/service/tokens/issue.ts'
import { scopes } from '../../../../src/service/wire/vocabulary.ts'
import { orderTo, toEmail } from '../../../support/orders.ts'
import { expect, rule } from '../../../support/rule.ts'
import { type Standin, standin } from '../../../support/standin.ts'

type Query = Readonly<Record<string, string>>

const start = Date.parse('2026-06-01T10:00:00Z') / 1000
const systemUserId = 'a1c7b9a0-6a0e-4d0a-9a55-2a9d0f6c4b21'
/** The organization of the file transfer examples, and a vendor that acts for it. */
const customer = '347147753'
const vendor = '314567895'

const ask = ({ client }: Pick<Standin, 'client'>, query: Query) =>
  client.call('authentication.getSystemUserToken', { query: { env: 'tt02', ...query } })
const bearer = async (here: Standin, query: Query) => ({
  authorization: `Bearer ${(await ask(here, { systemUserId, orgNo: vendor, systemUserOrg: customer, ...query })).text}`,
})

rule('authentication §4', 'authentication.getSystemUserToken: the body is a token of system user, vendor and customer', async () => {
  const reply = await ask(standin(), {
    env: 'at22',
    systemUserId: systemUserId.toUpperCase(),
    scopes: 'altinn:broker.read altinn:broker.write',
    orgNo: vendor,
    systemUserOrg: customer,
    supplierOrgNo: '974760673',
    clientId: 'my-system',
    ttl: '120',
  })
  const claims = decodeJwt(reply.text)

  expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8'])
  expect(claims).toMatchObject({
    scope: 'altinn:broker.read altinn:broker.write',
    exp: start + 120,
    client_id: 'my-system',
    consumer: { ID: `0192:${vendor}` },
    supplier: { ID: '0192:974760673' },
    authorization_details: [{ type: 'urn:altinn:systemuser', systemuser_id: [systemUserId], systemuser_org: { ID: `0192:${customer}` } }],
  })
  expect(claims).not.toHaveProperty('urn:altinn:orgNumber')
  expect(claims).not.toHaveProperty('urn:altinn:org')
})

rule('authentication §4', 'only the environment and the system user are required', async () => {
  expect(decodeJwt((await ask(standin(), { systemUserId })).text)).toMatchObject({
    scope: 'altinn:enduser',
    exp: start + 1800,
    client_id: derivedClientId('991825827'),
    consumer: { ID: '0192:991825827' },
    authorization_details: [{ systemuser_org: { ID: '0192:991825827' } }],
  })
})

rule('authentication §5.1', 'a system user sends files for its customer, and its vendor has no part in them', async ({ here }) => {
  const headers = await bearer(here, { scopes: scopes.brokerWrite })
  const body = operationsById.get('fileTransfer.initialize')?.example.input({}).body
  const sent = await here.client.call('fileTransfer.initialize', { as: null, headers, body })
  const overview = async (as: Identity | null, more: Record<string, string> = {}) =>
    (await here.client.call('fileTransfer.overview', { as, headers: more, params: { fileTransferId: sent.body.fileTransferId } })).status

  expect(sent.status).toBe(200)
  expect(await overview({ orgNo: customer, scope: scopes.brokerRead })).toBe(200)
  expect(await overview(null, headers)).toBe(200)
  expect(await overview({ orgNo: vendor, scope: scopes.brokerRead })).not.toBe(200)
})

rule('authentication §5.1, decisions §1 #12', 'an order of a system user belongs to its customer, whichever vendor acts', async () => {
  const here = standin()
  const headers = await bearer(here, { scopes: scopes.createNotifications })
  const other = await bearer(here, { scopes: scopes.createNotifications, orgNo: '974760673' })
  const { status, body } = await here.client.call('notifications.createOrder', { as: null, headers, body: orderTo(toEmail()) })
  const params = { id: body.notification.shipmentId }
  const seen = async (as: Identity | null, more: Record<string, string> = {}) =>
    (await here.client.call('notifications.getShipment', { as, headers: more, params })).status

  expect(status).toBe(201)
  expect(await seen(null, other)).toBe(200)
  expect(await seen({ orgNo: customer, scope: scopes.createNotifications })).toBe(200)
  expect(await seen({ orgNo: vendor, scope: scopes.createNotifications })).toBe(404)
})

rule('authentication §6.2', 'the token has the scopes and the lifetime of the parameters', async ({ here }) => {
  const read = async (query: Query) => {
    const headers = await bearer(here, query)
    return async () => (await here.client.call('notifications.getShipment', { as: null, headers, params: { id: 'x' } })).status
  }
  const brief = await read({ scopes: scopes.createNotifications, ttl: '1' })
  const scopeless = await read({})

  expect([await brief(), await scopeless()]).toEqual([404, 403])
  await here.simulator.advance({ by: 1_000 })
  expect(await brief()).toBe(401)
})
