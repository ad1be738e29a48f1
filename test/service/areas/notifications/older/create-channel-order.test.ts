import { live, order, orderedTo, people, read } from '../../../../support/older-orders.ts'
import { statusOf } from '../../../../support/orders.ts'
import { expect, rule } from '../../../../support/rule.ts'

const row = 'notifications.createChannelOrder'
const both = { emailAddress: 'a@example.org', mobileNumber: '+4799999999' }

for (const [notificationChannel, expected] of [
  ['Email', 'Email_Delivered Email_Delivered'],
  ['Sms', 'SMS_Delivered SMS_Failed_RecipientNotIdentified'],
  ['EmailPreferred', 'Email_Delivered Email_Delivered'],
  ['SmsPreferred', 'SMS_Delivered Email_Delivered'],
  ['EmailAndSms', 'Email_Delivered SMS_Delivered Email_Delivered SMS_Failed_RecipientNotIdentified'],
] as const) {
  rule('notifications §14.5, notifications §6.2', `${notificationChannel}: who has both addresses, and who has email alone`, async () => {
    const here = live()
    const id = await orderedTo(here, row, [both, { nationalIdentityNumber: people.emailOnly }], { notificationChannel })
    await here.simulator.advance({ until: 'settled' })

    expect(await statusOf(here, id)).toBe(`Order_Completed ${expected}`)
  })
}

rule('notifications §14.4', 'without a channel, nothing else is asked of the order', async () => {
  const { problem } = await order(live(), row, [], { notificationChannel: null, emailTemplate: null, smsTemplate: null })

  expect(problem.errors).toEqual({ NotificationChannel: ['A notification channel must be defined.'] })
})

rule('notifications §14.4', 'a channel needs its templates', async () => {
  const asked = async (notificationChannel: string) =>
    Object.keys((await order(live(), row, [both], { notificationChannel, emailTemplate: null, smsTemplate: null })).problem.errors ?? {})

  expect(await asked('Email')).toEqual(['EmailTemplate'])
  expect(await asked('Sms')).toEqual(['SmsTemplate'])
  expect(await asked('EmailAndSms')).toEqual(['EmailTemplate', 'SmsTemplate'])
})

rule('notifications §14.4, decisions §1 #11', 'a null among the recipients fails after all rules', async ({ live: here }) => {
  expect((await order(here, row, [null, { emailAddress: 'x' }])).status).toBe(400)
  expect((await order(here, row, [null, both])).status).toBe(500)
})

rule('notifications §14.4', 'under the number of no channel, an order may have no recipients, and its world can be put back', async () => {
  const here = live()
  const none = await orderedTo(here, row, undefined, { notificationChannel: 7 })
  const { status, body } = await order(here, row, [both], { notificationChannel: 7, emailTemplate: null, smsTemplate: null })
  await here.simulator.restore(await here.simulator.snapshot())

  expect([status, body]).toEqual([202, { orderId: expect.any(String) }])
  expect((await read(here, 'getOrder', none)).body).toMatchObject({ recipients: [] })
})

rule('notifications §14.4', 'a blank action needs no resource, any other does', async () => {
  const asked = async (resourceAction: string, resourceId: string | null) =>
    (await order(live(), row, [both], { resourceAction, resourceId })).problem.errors
  const refused = { ResourceAction: ['ResourceAction cannot be specified without a ResourceId.'] }

  expect(await asked(' ', null)).toBeUndefined()
  expect(await asked(' ', 'x')).toBeUndefined()
  expect(await asked('read', null)).toEqual(refused)
  expect(await asked('read', '  ')).toEqual(refused)
})
