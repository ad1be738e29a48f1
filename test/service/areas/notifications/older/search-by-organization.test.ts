import { orderedTo, organization, supporter } from '../../../../support/older-orders.ts'
import { expect, rule } from '../../../../support/rule.ts'

rule('notifications §14.8', 'support sees every message to an organization', async ({ live: here }) => {
  const row = 'notifications.createChannelOrder'
  const id = await orderedTo(here, row, [{ organizationNumber: organization }], { notificationChannel: 'EmailAndSms' })
  await here.simulator.advance({ until: 'settled' })
  const { body } = await here.client.call('notifications.searchByOrganization', {
    as: supporter,
    headers: { organizationnumber: organization },
  } as never)

  expect(body).toMatchObject([
    {
      shipmentId: id,
      notificationChannel: 'EmailAndSms',
      deliveryAttempts: [
        { organizationNumber: organization, channel: 'email', emailAddress: expect.any(String), result: 'Delivered' },
        { organizationNumber: organization, channel: 'sms', mobileNumber: expect.any(String), result: 'Delivered' },
      ],
    },
  ])
})
