import { expect, test } from 'vitest'
import { plainCircumstances } from '../../../../src/service/areas/circumstances.ts'
import { stale } from '../../../../src/service/failures/effects/stale.ts'
import { readScenario } from '../../../../src/service/failures/read-scenario.ts'
import { published, recipient } from '../../../support/file-transfers.ts'
import { orderTo, toPerson, ttd } from '../../../support/orders.ts'
import { rule } from '../../../support/rule.ts'
import { draws, withRules } from '../../../support/rules.ts'
import { endpoint, subscribed, subscriber } from '../../../support/subscribers.ts'

const oda = '12838590150'
const minute = 60_000

rule('decisions §14', 'an order is judged by the contact details of ten minutes ago, and goes to the address of that time', async () => {
  const { simulator, client } = await withRules([{ stale: { contacts: 'PT10M' } }])
  const order = async (idempotencyId: string) => {
    const { status } = await client.call('notifications.createOrder', { as: ttd, body: orderTo(toPerson(oda), { idempotencyId }) })
    await simulator.advance({ until: 'settled' })
    return status
  }
  simulator.contacts.put({ number: oda, email: 'one@example.org' })
  await simulator.advance({ by: 20 * minute })
  simulator.contacts.put({ number: oda, email: 'two@example.org' })
  const sent = [await order('first')]
  await simulator.advance({ by: 10 * minute })
  simulator.contacts.remove(oda)
  sent.push(await order('second'))
  await simulator.advance({ by: 10 * minute })
  sent.push(await order('third'))

  expect(sent).toEqual([201, 201, 422])
  expect(simulator.outbox.list().messages.map(({ to }) => to)).toEqual(['one@example.org', 'two@example.org'])
})

rule('decisions §14', 'contacts that a reset keeps count as they are', async () => {
  const { simulator, client } = await withRules([{ stale: { contacts: 'PT10M' } }])
  simulator.contacts.remove(oda)
  simulator.reset(['scenarios', 'contacts'])

  expect((await client.call('notifications.createOrder', { as: ttd, body: orderTo(toPerson(oda)) })).status).toBe(422)
})

rule('decisions §14', 'a subscription gets its first event an hour late, and its last one an hour after it is deleted', async () => {
  const { simulator, client } = await withRules([{ stale: { subscriptions: 'PT1H' } }], { outbound: 'loopback' })
  const hook = await endpoint()
  const as = subscriber(recipient)
  const id = await subscribed(client, { endPoint: hook.url, as, typeFilter: 'no.altinn.broker.published' })
  const counts: number[] = []
  const publish = async () => {
    await published(client)
    await simulator.advance({ until: 'settled' })
    counts.push(hook.events().length)
  }
  await publish()
  await simulator.advance({ by: 60 * minute })
  await publish()
  await client.call('events.deleteSubscription', { as, params: { id: String(id) } })
  await publish()
  await simulator.advance({ by: 60 * minute })
  await publish()

  expect(counts).toEqual([0, 1, 2, 2])
})

test.each([
  [{}, 'stale: needs at least one of these options. Valid: contacts, subscriptions.'],
  [{ contacts: 'PT61M' }, 'stale.contacts: "PT61M" is more than an hour.'],
  [{ subscription: 'PT1M' }, 'stale: unknown member "subscription". Did you mean subscriptions?'],
])('the options %j are refused', (options, sentence) => {
  expect(() => readScenario('mine', { summary: 'Mine', rules: [{ stale: options }] }, 'defined')).toThrow(sentence)
})

test('of several effects, the latest counts', () => {
  const once = stale.decide({ contacts: 'PT1M', subscriptions: 'PT1H' }, plainCircumstances, draws())
  const twice = stale.decide({ contacts: 'PT2M' }, once, draws())

  expect([twice.lateness('contacts'), twice.lateness('subscriptions')]).toEqual([2 * minute, 60 * minute])
})

test('the effect concerns what asks for the part that is late', () => {
  const target = { id: 'x', dependsOn: [], asks: ['contacts'] } as const

  expect([stale.concerns({ contacts: 'PT1M' }, target), stale.concerns({ subscriptions: 'PT1M' }, target)]).toEqual([true, false])
})
