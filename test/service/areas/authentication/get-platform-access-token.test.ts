import { decodeJwt } from 'jose'
import { orderTo, toEmail, ttd } from '../../../support/orders.ts'
import { expect, rule } from '../../../support/rule.ts'
import { type Standin, standin } from '../../../support/standin.ts'

type Query = Readonly<Record<string, string>>

const start = Date.parse('2026-06-01T10:00:00Z') / 1000
const ask = ({ client }: Pick<Standin, 'client'>, query: Query) =>
  client.call('authentication.getPlatformAccessToken', { query: { env: 'tt02', ...query } })

rule('authentication §4', 'authentication.getPlatformAccessToken: its issuer is the given organization, or the platform', async () => {
  const reply = await ask(standin(), { env: 'at22', app: 'a-form', org: 'ttd', ttl: '120' })
  const plain = await ask(standin(), { app: 'a-form' })

  expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8'])
  expect(decodeJwt(reply.text)).toEqual({
    'urn:altinn:app': 'a-form',
    iss: 'ttd',
    actual_iss: 'altinn-test-tools',
    nbf: start - 5,
    iat: start,
    exp: start + 120,
  })
  expect(decodeJwt(plain.text)).toMatchObject({ iss: 'platform', exp: start + 1800 })
})

rule('notifications §2', 'an application orders for its organization with this token alone', async ({ here }) => {
  const headers = { platformaccesstoken: (await ask(here, { app: 'a-form', org: 'ttd' })).text }
  const { status, body } = await here.client.call('notifications.createOrder', { as: null, headers, body: orderTo(toEmail()) })
  const seen = await here.client.call('notifications.getShipment', { as: ttd, params: { id: body.notification.shipmentId } })

  expect([status, seen.status]).toEqual([201, 200])
})
