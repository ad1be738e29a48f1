/** Subscriptions over HTTP: listed, validated, removed. */
import { expect, test } from 'vitest'
import { control } from '../../support/control.ts'
import { rule } from '../../support/rule.ts'
import { start } from '../../support/standin.ts'
import { owner, urn } from '../../support/subscribers.ts'

async function subscribed() {
  const here = control({ outbound: 'loopback' })
  const { body } = await here.client.call('events.createSubscription', {
    as: owner,
    body: { endPoint: 'https://hooks.example.org/a', resourceFilter: urn },
  })
  return { ...here, params: { id: String(body.id) } }
}

rule('decisions §12', 'the subscriptions of every consumer are listed', async () => {
  const { ask, simulator } = await subscribed()
  const { body } = await ask('control.listSubscriptions')

  expect(body).toEqual(simulator.subscriptions.list())
  expect(body).toMatchObject({
    subscriptions: [{ id: 1, environment: 'test', consumer: '/org/ttd', endPoint: 'https://hooks.example.org/a', created: start }],
    total: 1,
  })
})

test('a subscription counts as validated, or not', async () => {
  const { ask, params, simulator } = await subscribed()
  const on = await ask('control.validateSubscription', { params, body: { validated: true } })
  await simulator.advance({ by: '1m' })
  const again = await ask('control.validateSubscription', { params, body: { validated: true } })
  const off = await ask('control.validateSubscription', { params, body: { validated: false } })

  expect([on.body.validated, again.body.validated, off.body.validated]).toEqual([start, start, null])
})

test('a removed subscription is gone, also for its consumer', async () => {
  const { ask, params, client } = await subscribed()
  const removed = await ask('control.removeSubscription', { params })
  const shown = await client.call('events.listSubscriptions', { as: owner })

  expect([removed.status, shown.body.count]).toEqual([204, 0])
  expect((await ask('control.removeSubscription', { params })).body.detail).toBe('Subscription not found in test: 1.')
})

test.each(['0', 'x', '1.5'])('%j is not the id of a subscription', async (id) => {
  const { ask } = await subscribed()

  expect((await ask('control.removeSubscription', { params: { id } })).status).toBe(400)
})
