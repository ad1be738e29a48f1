import { live, order, orderedTo, people } from '../../../../support/older-orders.ts'
import { manifestOf, statusOf, ttd } from '../../../../support/orders.ts'
import { expect, rule } from '../../../../support/rule.ts'

const row = 'notifications.createEmailOrder'

rule('notifications §14.5', 'an order to addresses is taken with a Location, and says nothing of the register', async () => {
  const reply = await order(live(), row, [{ emailAddress: 'a@example.org' }, { emailAddress: 'b@example.org' }])

  expect(reply.status).toBe(202)
  expect(reply.body).toEqual({ orderId: expect.any(String) })
  expect(reply.headers.get('location')).toMatch(/\/notifications\/api\/v1\/orders\/[0-9a-f-]{36}$/)
})

rule('notifications §14.5', 'each recipient has its own fate', async ({ live: here }) => {
  const recipients = [
    { emailAddress: 'bounced@example.org' },
    { nationalIdentityNumber: people.reachable },
    { nationalIdentityNumber: people.reserved },
    { nationalIdentityNumber: people.unreachable },
  ]
  const { body } = await order(here, row, recipients)
  await here.simulator.advance({ until: 'settled' })

  expect(body).toMatchObject({
    recipientLookup: { status: 'PartialSuccess', isReserved: [people.reserved], missingContact: [people.unreachable] },
  })
  expect(await statusOf(here, body.orderId)).toBe(
    'Order_Completed Email_Failed_Bounced Email_Delivered Email_Failed_RecipientReserved Email_Failed_RecipientNotIdentified',
  )
})

rule('notifications §14.1, notifications §9.2', 'an older order has a delivery manifest and an entry in the feed', async () => {
  const here = live()
  const id = await orderedTo(here, row, [{ emailAddress: 'a@example.org' }], { sendersReference: 'case-1' })
  await here.simulator.advance({ until: 'settled' })
  await here.simulator.advance({ by: 3_000 })
  const feed = await here.client.call('notifications.readFeed', { as: ttd, query: { seq: '0' } })

  expect(await manifestOf(here, id)).toMatchObject({ type: 'Notification', status: 'Order_Completed', sendersReference: 'case-1' })
  expect(feed.body).toMatchObject([{ shipmentId: id, recipients: [{ destination: 'a@example.org', status: 'Email_Delivered' }] }])
})

rule('notifications §10.5', 'each recipient of a list has its own name in the text', async ({ live: here }) => {
  const recipients = [{ nationalIdentityNumber: people.reachable }, { organizationNumber: '974760673' }, { emailAddress: 'a@example.org' }]
  await orderedTo(here, row, recipients, { body: 'To $recipientName$ ($recipientNumber$)' })
  await here.simulator.advance({ until: 'settled' })

  expect(here.simulator.outbox.list().messages.map(({ body }) => body)).toEqual([
    'To Oda Wold ()',
    expect.stringMatching(/^To .+ \(974760673\)$/),
    'To $recipientName$ ($recipientNumber$)',
  ])
})

rule('notifications §14.4', 'the rules tell what is wrong with each recipient', async () => {
  const recipients = [{ mobileNumber: '+4799999999' }, { emailAddress: 'nobody' }, { nationalIdentityNumber: '1', organizationNumber: '2' }]
  const { status, problem } = await order(live(), row, recipients)

  expect(status).toBe(400)
  expect(problem.errors).toEqual({
    'Recipients[0]': [
      'Either a valid email address, organization number, or national identity number must be provided for each recipient.',
    ],
    'Recipients[1].EmailAddress': ['Invalid email address format.'],
    'Recipients[2].NationalIdentityNumber': ['National identity number must be 11 digits long.'],
    'Recipients[2].OrganizationNumber': ['Organization number must be 9 digits long.'],
    'Recipients[2]': [
      'National identity number cannot be combined with email address, mobile number, or organization number.',
      'Organization number cannot be combined with email address, mobile number, or national identity number.',
    ],
  })
})

rule('notifications §14.4', 'a send time may lie five minutes back, and a condition needs a domain', async ({ live: here }) => {
  const to = [{ emailAddress: 'a@example.org' }]
  const at = (requestedSendTime: string) => order(here, row, to, { requestedSendTime })

  expect((await at('2026-06-01T09:55:00Z')).status).toBe(202)
  expect((await at('2026-06-01T09:54:59Z')).problem.errors).toEqual({
    RequestedSendTime: ['Send time must be in the future. Leave blank to send immediately.'],
  })
  for (const [conditionEndpoint, expected] of [
    ['https://cases.example.org/unread', 202],
    ['http://localhost/unread', 400],
    ['http://127.0.0.1/unread', 400],
    ['ftp://cases.example.org/unread', 400],
  ] as const)
    expect((await order(here, row, to, { conditionEndpoint })).status, conditionEndpoint).toBe(expected)
})

rule('notifications §14.3', 'what cannot be read is named by the type of the service', async () => {
  const { problem } = await order(live(), row, 7)

  expect(problem.errors).toEqual({
    '$.recipients': [expect.stringContaining('System.Collections.Generic.List`1[Altinn.Notifications.Models.RecipientExt]')],
    emailNotificationOrderRequest: ['The emailNotificationOrderRequest field is required.'],
  })
})

rule('notifications §14.5', 'without the register, an order that names numbers fails, and one of addresses is taken', async () => {
  const here = live()
  await here.simulator.scenarios.use('outage-register')

  expect((await order(here, row, [{ nationalIdentityNumber: people.reachable }])).status).toBe(500)
  expect((await order(here, row, [{ emailAddress: 'a@example.org' }])).status).toBe(202)
})
