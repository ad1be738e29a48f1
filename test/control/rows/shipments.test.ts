/** Delivery reports that a tester chooses. */
import { type control, refusal } from '../../support/control.ts'
import { manifestOf, placed, statusOf, toEmail, toOrganization, toPerson, toPhone, ttd } from '../../support/orders.ts'
import { expect, rule } from '../../support/rule.ts'

type Control = ReturnType<typeof control>
const report = ({ ask }: Control, id: string, status: string, n = 0) =>
  ask('control.reportDelivery', { params: { id, n: String(n) }, body: { status } })

rule('decisions §12', 'a chosen report ends the message, and the booked report does nothing', async ({ here }) => {
  const [id] = await placed(here, toOrganization('375464780', 'Email'))
  await here.simulator.advance({ by: 4_500 })
  const reported = await report(here, id.toUpperCase(), 'Email_Failed_Bounced', 1)
  await here.simulator.advance({ until: 'settled' })

  expect(reported).toMatchObject({
    status: 200,
    body: {
      shipmentId: id,
      status: 'Order_Processed',
      recipient: {
        type: 'Email',
        destination: 'regnskap@wold-regnskap-as.example',
        status: 'Email_Failed_Bounced',
        lastUpdate: '2026-06-01T10:00:04.5Z',
      },
    },
  })
  expect(await manifestOf(here, id)).toMatchObject({
    status: 'Order_Completed',
    lastUpdate: '2026-06-01T10:00:05Z',
    recipients: [{ status: 'Email_Delivered' }, { status: 'Email_Failed_Bounced', lastUpdate: '2026-06-01T10:00:04.5Z' }],
  })
})

rule(
  'notifications §13, notifications §9.3',
  'a late report overwrites what the entry showed, and leaves the shipment as it was',
  async ({ here }) => {
    const [id] = await placed(here, toPhone())
    await here.simulator.advance({ by: 3_600_000 })
    await report(here, id, 'SMS_Failed_Undelivered')
    const first = await manifestOf(here, id)
    await report(here, id, 'SMS_Failed_Expired')
    const { body: feed } = await here.client.call('notifications.readFeed', { as: ttd })

    expect(first).toMatchObject({
      status: 'Order_Completed',
      lastUpdate: '2026-06-01T10:00:05Z',
      recipients: [{ status: 'SMS_Failed_Undelivered', lastUpdate: '2026-06-01T11:00:00Z' }],
    })
    expect(await statusOf(here, id)).toBe('Order_Completed SMS_Failed_Expired')
    expect(feed).toMatchObject([{ shipmentId: id, recipients: [{ status: 'SMS_Delivered', lastUpdate: '2026-06-01T10:00:05Z' }] }])
  },
)

rule('notifications §10.2', 'a report after the expiry is refused, because the service ignores it', async ({ here }) => {
  const [id] = await placed(here, toEmail())
  await here.simulator.advance({ to: '2026-06-03T10:00:00Z' })
  const inTime = await report(here, id, 'Email_Failed_Bounced')
  await here.simulator.advance({ by: 1 })
  const late = await report(here, id, 'Email_Delivered')

  expect(inTime.status).toBe(200)
  expect(late).toMatchObject(refusal(409, '2026-06-03T10:00:00Z'))
  expect(await statusOf(here, id)).toBe('Order_Completed Email_Failed_Bounced')
})

rule('notifications §11.2, notifications §11.3', 'every status of a delivery report can be chosen, and no other', async ({ here }) => {
  const [email] = await placed(here, toEmail())
  const [sms] = await placed(here, toPhone(), { idempotencyId: 'sms' })
  await here.simulator.advance({ by: 10_000 })
  const refused = await report(here, email, 'Email_Failed_TTL')
  const { choices } = (await report(here, sms, 'Email_Delivered')).body

  expect(refused.status).toBe(400)
  expect(refused.body.choices).toEqual([
    'Email_Delivered',
    'Email_Failed',
    'Email_Failed_Bounced',
    'Email_Failed_FilteredSpam',
    'Email_Failed_Quarantined',
    'Email_Failed_SuppressedRecipient',
  ])
  for (const status of refused.body.choices) {
    await report(here, email, status)
    expect(await statusOf(here, email)).toBe(`Order_Completed ${status}`)
  }
  for (const status of choices) {
    await report(here, sms, status)
    expect(await statusOf(here, sms)).toBe(`Order_Completed ${status}`)
  }
  expect(choices).toHaveLength(7)
})

rule('notifications §11.2', 'a message that the provider has not accepted gets no report', async ({ here }) => {
  const [id] = await placed(here, toPhone())
  const [reserved] = await placed(here, toPerson('26878530828', 'Sms'), { idempotencyId: 'reserved' })
  const [refused] = await placed(here, toPhone('+4799990002'), { idempotencyId: 'refused' })
  const early = await report(here, id, 'SMS_Delivered')
  await here.simulator.advance({ by: 3_000 })
  const sending = await report(here, id, 'SMS_Delivered')
  await here.simulator.advance({ until: 'settled' })

  expect([early.status, sending.status]).toEqual([404, 409])
  expect((await report(here, reserved, 'SMS_Delivered')).status).toBe(409)
  expect((await report(here, refused, 'SMS_Delivered')).status).toBe(409)
  expect((await report(here, id, 'SMS_Delivered', 1)).body.choices).toEqual(['0'])
  expect((await report(here, '../x', 'SMS_Delivered')).status).toBe(404)
  expect((await here.ask('control.reportDelivery', { params: { id, n: 'x' }, body: { status: 'SMS_Delivered' } })).status).toBe(400)
  expect(
    (await here.ask('control.reportDelivery', { params: { id, n: '0' }, body: { status: 'SMS_Delivered' }, prefix: '/production' })).status,
  ).toBe(404)
})
