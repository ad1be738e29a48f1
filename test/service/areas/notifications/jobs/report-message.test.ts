import { doAgain, manifestOf, placed, statusOf, takeDown, toEmail, toOrganization, toPhone } from '../../../../support/orders.ts'
import { expect, rule } from '../../../../support/rule.ts'
import { standin } from '../../../../support/standin.ts'

rule('notifications §11.4, notifications §8.1', 'notifications.reportMessage: the order is completed with its last report', async () => {
  const here = standin({ pace: 'real' })
  const [id] = await placed(here, toOrganization('375464780', 'EmailAndSms'))
  await here.simulator.advance({ by: 127_000 })
  const before = await manifestOf(here, id)
  const { happened } = await here.simulator.advance({ by: 6_000 })

  expect(before.recipients.map(({ status }) => status)).toEqual(['Email_Sending', 'Email_Sending', 'SMS_Delivered', 'SMS_Delivered'])
  expect([before.status, before.lastUpdate]).toEqual(['Order_Processed', '2026-06-01T10:01:01Z'])
  expect(happened.slice(-2).map(({ what, status, order }) => [what, status, order])).toEqual([
    ['notifications.reportMessage', 'Email_Delivered', 'Order_Processed'],
    ['notifications.reportMessage', 'Email_Delivered', 'Order_Completed'],
  ])
  expect(await manifestOf(here, id)).toMatchObject({ status: 'Order_Completed', lastUpdate: '2026-06-01T10:02:13Z' })
})

rule('decisions §13', 'no report arrives while the database is down', async ({ here }) => {
  const [id] = await placed(here, toEmail())
  await here.simulator.advance({ by: 4_000 })
  const letUp = await takeDown(here, 'database')
  await here.simulator.advance({ by: 10_000 })
  await letUp()
  await here.simulator.advance({ by: 1_000 })

  expect(await manifestOf(here, id)).toMatchObject({ status: 'Order_Completed', lastUpdate: '2026-06-01T10:00:15Z' })
})

rule('decisions §16', 'a second report, or one that comes too early, does nothing', async ({ here }) => {
  const [id] = await placed(here, toEmail())
  await here.simulator.advance({ by: 3_000 })
  const soon = await doAgain(here, 'reportMessage', { shipmentId: id, entry: 0 })
  await here.simulator.advance({ by: 2_000 })
  const twice = await doAgain(here, 'reportMessage', { shipmentId: id, entry: 0 })

  expect([soon?.nothing, twice?.nothing]).toEqual([
    'the message is no longer waiting for a report',
    'the message is no longer waiting for a report',
  ])
  expect(await statusOf(here, id)).toBe('Order_Completed Email_Delivered')
  expect(here.simulator.world.clock.agenda.size).toBe(0)
})

for (const [recipient, status] of [
  [toEmail('bounced+test7@any.example'), 'Email_Failed_Bounced'],
  [toPhone('+47 9999 0006'), 'SMS_Failed_Undelivered'],
] as const) {
  rule('notifications §11.2, notifications §11.3', `${status} is the status in a report, after the message was accepted`, async () => {
    const here = standin()
    const [id] = await placed(here, recipient)
    await here.simulator.advance({ by: 4_000 })
    const before = await statusOf(here, id)
    await here.simulator.advance({ by: 1_000 })

    expect(before).toMatch(/^Order_Processed (?:Email_Succeeded|SMS_Accepted)$/)
    expect(await statusOf(here, id)).toBe(`Order_Completed ${status}`)
  })
}
