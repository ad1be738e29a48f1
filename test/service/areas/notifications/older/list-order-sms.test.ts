import { orderedTo, organization, read } from '../../../../support/older-orders.ts'
import { brg } from '../../../../support/orders.ts'
import { expect, rule } from '../../../../support/rule.ts'

rule('notifications §14.6', 'the SMS of an order do not stand among its emails', async ({ live: here }) => {
  const row = 'notifications.createChannelOrder'
  const id = await orderedTo(here, row, [{ organizationNumber: organization }], { notificationChannel: 'EmailAndSms' })
  await here.simulator.advance({ until: 'settled' })

  expect((await read(here, 'listOrderSms', id)).body).toMatchObject({
    generated: 1,
    succeeded: 1,
    notifications: [
      { recipient: { mobileNumber: expect.any(String), organizationNumber: organization }, sendStatus: { status: 'Delivered' } },
    ],
  })
  expect((await read(here, 'listOrderSms', id, brg)).status).toBe(404)
})
