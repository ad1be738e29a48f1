/** One organization is one owner, whatever its tokens name and whatever dialect its world speaks. */
import { decodeJwt } from 'jose'
import type { Identity } from '../src/service/areas/client.ts'
import { scopes } from '../src/service/wire/vocabulary.ts'
import { ask, grantOf, grantType } from './support/grants.ts'
import { hosted, hostNames } from './support/hosts.ts'
import { orderTo, toEmail } from './support/orders.ts'
import { expect, rule } from './support/rule.ts'
import { base, standin } from './support/standin.ts'

const byCode: Identity = { org: 'brg', orgNo: '974760673', scope: scopes.createNotifications }
const byNumber: Identity = { orgNo: '974760673', scope: scopes.createNotifications }
const byUnknownCode: Identity = { org: 'xyz', orgNo: '974760673', scope: scopes.createNotifications }

for (const host of hostNames) {
  rule(
    'decisions §1 #12, notifications §2',
    `an order placed with the code is read with the number, and the dialect decides at the call who owns it (${host})`,
    async () => {
      const { client, simulator } = await hosted(host)
      const body = orderTo(toEmail())
      const placed = await client.call('notifications.createOrder', { as: byCode, body })
      expect(placed.status).toBe(201)
      const { shipmentId: id } = placed.body.notification
      const status = async (as: Identity) => (await client.call('notifications.getShipment', { as, params: { id } })).status
      const again = async (as: Identity) => (await client.call('notifications.createOrder', { as, body })).status

      expect([await status(byNumber), await status(byCode), await status(byUnknownCode)]).toEqual([200, 200, 404])
      expect([await again(byNumber), await again(byCode)]).toEqual([200, 200])

      simulator.dialect.use('live')
      expect([await status(byNumber), await status(byCode), await status(byUnknownCode)]).toEqual([403, 200, 404])
      expect([await again(byNumber), await again(byCode)]).toEqual([403, 200])

      simulator.dialect.use('spec')
      expect(await status(byNumber)).toBe(200)
    },
  )
}

rule('decisions §1 #12', 'an order placed with the number is read with the code, but not in the dialect live', async () => {
  const { client, simulator } = standin()
  const placed = await client.call('notifications.createOrder', { as: byNumber, body: orderTo(toEmail()) })
  const params = { id: placed.body.notification.shipmentId }
  const read = async () => (await client.call('notifications.getShipment', { as: byCode, params })).status
  const inSpec = await read()
  simulator.dialect.use('live')

  expect([inSpec, await read()]).toEqual([200, 404])
})

rule('decisions §3', 'a token for a code has the number of that organization', async ({ simulator }) => {
  for (const [org, orgNo] of [
    ['brg', '974760673'],
    ['ttd', '991825827'],
  ]) {
    expect((await simulator.token({ org })).claims).toMatchObject({
      'urn:altinn:org': org,
      'urn:altinn:orgNumber': orgNo,
      consumer: { ID: `0192:${orgNo}` },
    })
  }
})

for (const [what, orgNo, code] of [
  ['is a service owner has its code', '974760673', 'brg'],
  ['is not a service owner has no code', '347147753', undefined],
  ['is unknown has no code', '312345676', undefined],
] as const) {
  rule('authentication §2.1, decisions §3', `an exchanged token of an organization that ${what}`, async ({ client, simulator, send }) => {
    const as: Identity = { orgNo, scope: scopes.createNotifications, issuer: 'maskinporten' }
    const { text: token } = await client.call('authentication.exchangeToken', { as, params: { provider: 'maskinporten' } })
    const claims = decodeJwt(token)
    const order = async () =>
      (
        await send(
          new Request(`${base}/notifications/api/v1/future/orders`, {
            method: 'POST',
            headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
            body: JSON.stringify(orderTo(toEmail())),
          }),
        )
      ).status

    expect([claims['urn:altinn:orgNumber'], claims['urn:altinn:org']]).toEqual([orgNo, code])
    simulator.dialect.use('live')
    expect(await order()).toBe(code === undefined ? 403 : 201)
    // The same order again, where it was placed before.
    simulator.dialect.use('spec')
    expect(await order()).toBe(code === undefined ? 201 : 200)
  })
}

rule(
  'authentication §1, authentication §2.1',
  'from the grant of a client without registration to an order: the test ministry by its code',
  async () => {
    const { client, send } = standin({ dialect: 'live' })
    const granted = await ask(send, {
      grant_type: grantType,
      assertion: await grantOf({ claims: { scope: scopes.createNotifications, iss: 'anybody' } }),
    })
    const headers = { authorization: `Bearer ${String(granted.body.access_token)}` }
    const { text } = await client.call('authentication.exchangeToken', { as: null, headers, params: { provider: 'maskinporten' } })

    expect(decodeJwt(text)).toMatchObject({ 'urn:altinn:org': 'ttd', 'urn:altinn:orgNumber': '991825827' })
  },
)
