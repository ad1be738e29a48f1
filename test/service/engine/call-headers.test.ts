/** Replies name their journal line, and the scenario or preference that applied. */
import { unknownId } from '../../support/file-transfers.ts'
import { hosted, hostNames } from '../../support/hosts.ts'
import { ttd } from '../../support/orders.ts'
import { expect, rule } from '../../support/rule.ts'

const named = ({ headers }: { headers: Headers }) => [headers.get('x-standin-call'), headers.get('x-standin-scenario')]

for (const host of hostNames) {
  rule('decisions §12', `every reply names its line, and what applied (${host})`, async () => {
    const { client, simulator } = await hosted(host)
    const get = (headers: Record<string, string> = {}) =>
      client.call('notifications.getShipment', { as: ttd, params: { id: unknownId }, headers })
    const replies = [
      await get(),
      await get({ 'x-standin-scenario': 'unavailable' }),
      await get({ 'x-standin-scenario': 'bad-gateway' }),
      await get({ prefer: 'code=503' }),
      await get({ 'x-standin-scenario': 'no-such' }),
      await client.call('notifications.getShipment', { as: null, params: { id: unknownId } }),
    ]

    const ids = simulator.world.journal.calls.list().map(({ id }) => id)
    expect(replies.map(named)).toEqual([
      [ids[0], null],
      [ids[1], 'unavailable'],
      [ids[2], 'bad-gateway'],
      [ids[3], 'code=503'],
      [ids[4], null],
      [ids[5], null],
    ])
  })
}

rule('decisions §12', 'with call headers off, replies have neither', async () => {
  const { client } = await hosted('fetch', { callHeaders: false })
  const reply = await client.call('notifications.getShipment', { as: ttd, params: { id: unknownId }, headers: { prefer: 'code=503' } })

  expect([reply.status, ...named(reply)]).toEqual([503, null, null])
})
