import { live, orderedTo } from '../../../../support/older-orders.ts'
import { brg, placed, toEmail, ttd } from '../../../../support/orders.ts'
import { expect, rule } from '../../../../support/rule.ts'

const to = [{ emailAddress: 'a@example.org' }]

rule('notifications §14.6', 'orders of the caller with a reference are found, newer ones too, also those made after a look', async () => {
  const here = live()
  const find = async (as = ttd) => (await here.client.call('notifications.findOrders', { as, query: { sendersReference: 'case-1' } })).body
  const first = await orderedTo(here, 'notifications.createEmailOrder', to, { sendersReference: 'case-1' })
  await orderedTo(here, 'notifications.createEmailOrder', to, { sendersReference: 'case-2' })
  const before = await find()
  const [second] = await placed(here, toEmail(), { sendersReference: 'case-1' })

  expect(before).toMatchObject({ count: 1, orders: [{ id: first }] })
  expect(await find()).toMatchObject({ count: 2, orders: [{ id: first }, { id: second }] })
  expect(await find(brg)).toEqual({ count: 0, orders: [] })
})

for (const [what, query, message] of [
  ['none', {}, "A value for the 'sendersReference' parameter or property was not provided."],
  ['an empty one', { sendersReference: '' }, 'The sendersReference field is required.'],
  ['a blank one', { sendersReference: ' ' }, 'The sendersReference field is required.'],
] as const) {
  rule('notifications §14.6', `the reference is demanded: ${what}`, async () => {
    const { status, problem } = await live().client.call('notifications.findOrders', { as: ttd, query: query as never })

    expect([status, problem.errors]).toEqual([400, { sendersReference: [message] }])
  })
}

rule('notifications §14.6', 'the service fails on a reference with U+0000', async () => {
  const { status, text } = await live().client.call('notifications.findOrders', { as: ttd, query: { sendersReference: 'a\0' } })

  expect([status, text]).toEqual([500, ''])
})
