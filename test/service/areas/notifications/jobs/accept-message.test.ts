import { doAgain, placed, statusOf, takeDown, timelineOf, toEmail, toOrganization, toPhone } from '../../../../support/orders.ts'
import { expect, rule } from '../../../../support/rule.ts'
import { standin } from '../../../../support/standin.ts'

for (const [what, recipient, status] of [
  ['an email has succeeded', toEmail(), 'Email_Succeeded'],
  ['an SMS is accepted', toPhone(), 'SMS_Accepted'],
] as const) {
  rule('notifications §11.2, notifications §11.3', `notifications.acceptMessage: ${what} when its provider accepts it`, async () => {
    const here = standin()
    const [id] = await placed(here, recipient)
    await here.simulator.advance({ by: 3_000 })
    const { happened } = await here.simulator.advance({ by: 1_000 })

    expect(happened).toEqual([
      {
        at: '2026-06-01T10:00:04Z',
        what: 'notifications.acceptMessage',
        id,
        destination: expect.any(String),
        status,
        order: 'Order_Processed',
      },
    ])
  })
}

rule('decisions §13', 'a message that was handed over is accepted, even if its sender is down by then', async ({ here }) => {
  const [id] = await placed(here, toOrganization('375464780', 'EmailAndSms'))
  await here.simulator.advance({ by: 3_000 })
  await takeDown(here, 'sms', 'email', 'register')
  await here.simulator.advance({ by: 2_000 })

  expect(await statusOf(here, id)).toBe('Order_Completed Email_Delivered Email_Delivered SMS_Delivered SMS_Delivered')
})

rule('decisions §13', 'no message is accepted while the database is down', async ({ here }) => {
  const [id] = await placed(here, toEmail())
  await here.simulator.advance({ by: 3_000 })
  const letUp = await takeDown(here, 'database')
  await here.simulator.advance({ by: 5_500 })
  await letUp()
  const before = await statusOf(here, id)
  await here.simulator.advance({ by: 500 })

  expect(before).toBe('Order_Processed Email_Sending')
  expect(await statusOf(here, id)).toBe('Order_Processed Email_Succeeded')
})

rule('decisions §16', 'accepting a message twice, or too early, does nothing', async ({ here }) => {
  const [id] = await placed(here, toEmail())
  await here.simulator.advance({ by: 2_000 })
  const soon = await doAgain(here, 'acceptMessage', { shipmentId: id, entry: 0 })
  await here.simulator.advance({ by: 2_000 })
  const twice = await doAgain(here, 'acceptMessage', { shipmentId: id, entry: 0 })

  expect([soon?.nothing, twice?.nothing]).toEqual(['the message is no longer being sent', 'the message is no longer being sent'])
  expect(await statusOf(here, id)).toBe('Order_Processed Email_Succeeded')
  expect(here.simulator.world.clock.agenda.size).toBe(1)
})

for (const [recipient, status] of [
  [toEmail('invalid-format@example.org'), 'Email_Failed_InvalidFormat'],
  [toEmail('suppressed-recipient@example.org'), 'Email_Failed_SuppressedRecipient'],
  [toEmail('payload-too-large@example.org'), 'Email_Failed_PayloadTooLarge'],
  [toPhone('+4799990002'), 'SMS_Failed_InvalidRecipient'],
] as const) {
  rule('notifications §11.2, notifications §11.3, notifications §11.4', `${status} is the provider's own answer`, async ({ here }) => {
    const [id] = await placed(here, recipient)

    expect(await timelineOf(here, id)).toEqual([
      [0, 'Order_Registered'],
      [1, 'Order_Processing'],
      [2, `Order_Processed ${status.slice(0, status.indexOf('_'))}_New`],
      [3, `Order_Processed ${status.slice(0, status.indexOf('_'))}_Sending`],
      [4, `Order_Completed ${status}`],
    ])
  })
}

rule('notifications §11.3, decisions §7', 'an email that meets a transient error is new again, and goes with the next run', async () => {
  const here = standin({ pace: 'real' })
  const [id] = await placed(here, toEmail('transient+9@example.org'))

  expect(await timelineOf(here, id)).toEqual([
    [0, 'Order_Registered'],
    [60, 'Order_Processing'],
    [61, 'Order_Processed Email_New'],
    [120, 'Order_Processed Email_Sending'],
    [128, 'Order_Processed Email_New'],
    [180, 'Order_Processed Email_Sending'],
    [188, 'Order_Processed Email_Succeeded'],
    [193, 'Order_Completed Email_Delivered'],
  ])
})
