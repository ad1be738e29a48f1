import { orderedTo, people, read } from '../../../../support/older-orders.ts'
import { ttd } from '../../../../support/orders.ts'
import { outside, saying } from '../../../../support/outside.ts'
import { expect, rule } from '../../../../support/rule.ts'

const row = 'notifications.createChannelOrder'

rule('notifications §14.6', 'an order is Completed when its messages are made, and the sentence says more', async ({ live: here }) => {
  const id = await orderedTo(here, row, [{ nationalIdentityNumber: people.reachable }], { notificationChannel: 'EmailAndSms' })
  const told = async () => (await read(here, 'getOrderStatus', id)).body
  const before = await told()
  await here.simulator.advance({ by: 2_000 })
  const made = await told()
  await here.simulator.advance({ until: 'settled' })

  expect(before).toMatchObject({ processingStatus: { status: 'Registered' } })
  expect(before).not.toHaveProperty('notificationsStatusSummary')
  expect(made).toMatchObject({
    processingStatus: { status: 'Completed', description: expect.stringContaining('successfully generated') },
    notificationsStatusSummary: { email: { generated: 1, succeeded: 0 }, sms: { generated: 1, succeeded: 0 } },
  })
  expect(await told()).toMatchObject({
    processingStatus: { status: 'Completed', description: expect.stringContaining('final status') },
    notificationsStatusSummary: { email: { generated: 1, succeeded: 1 }, sms: { generated: 1, succeeded: 1 } },
  })
})

rule('notifications §14.6, notifications §11.1', 'a cancelled order says so', async ({ live: here }) => {
  const later = { requestedSendTime: '2026-06-01T11:00:00Z' }
  const id = await orderedTo(here, row, [{ emailAddress: 'a@example.org' }], later)
  const cancelled = await here.client.call('notifications.cancelOrder', { as: ttd, params: { id } })
  const { body } = await read(here, 'getOrderStatus', id)

  expect(cancelled.body).toMatchObject({ id, notificationChannel: 'EmailPreferred', processingStatus: { status: 'Cancelled' } })
  expect(body).toEqual(cancelled.body)
})

rule('notifications §14.6, notifications §14.4', 'an order whose condition is not met says so', async ({ live: here }) => {
  const { url } = await outside(saying('{"sendNotification":false}'))
  const conditionEndpoint = url.replace('127.0.0.1', 'cases.localhost')
  const id = await orderedTo(here, 'notifications.createEmailOrder', [{ emailAddress: 'a@example.org' }], { conditionEndpoint })
  await here.simulator.advance({ until: 'settled' })

  expect((await read(here, 'getOrderStatus', id)).body).toMatchObject({
    conditionEndpoint,
    processingStatus: { status: 'SendConditionNotMet', description: 'Order processing was stopped due to send condition not being met.' },
  })
})
