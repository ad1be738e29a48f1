import { recipient, sender } from '../../../support/file-transfers.ts'
import { expect, rule } from '../../../support/rule.ts'
import { standin } from '../../../support/standin.ts'
import { owner, subscribed, subscriber } from '../../../support/subscribers.ts'

const endPoint = 'https://hooks.example.org/x'

rule('events §4.3', 'a caller sees its own subscriptions, validated or not, and no others', async ({ here }) => {
  await subscribed(here.client, { endPoint, as: subscriber(recipient) })
  await here.simulator.advance({ by: 1_000 })
  await subscribed(here.client, { endPoint: `${endPoint}2`, as: subscriber(recipient) })
  await subscribed(here.client, { endPoint })
  const of = async (as: typeof owner) => (await here.client.call('events.listSubscriptions', { as })).body

  expect(await of(subscriber(recipient))).toMatchObject({
    count: 2,
    subscriptions: [
      { id: 1, validated: true },
      { id: 2, validated: false },
    ],
  })
  expect(await of(owner)).toMatchObject({ count: 1, subscriptions: [{ id: 3, consumer: '/org/ttd' }] })
  expect(await of(subscriber(sender))).toEqual({ count: 0, subscriptions: [] })
  expect(await of({ orgNo: recipient.orgNo, scope: 'any' })).toMatchObject({ count: 2 })
})

rule('events §4', 'without a token the answer is empty', async () => {
  const { status, text } = await standin().client.call('events.listSubscriptions', { as: null })

  expect([status, text]).toEqual([401, ''])
})
