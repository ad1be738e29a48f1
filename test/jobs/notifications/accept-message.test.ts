import { expect } from 'vitest'
import { doAgain, placed, statusOf, takeDown, toEmail, toOrganization, toPhone } from '../../support/orders.ts'
import { rule } from '../../support/rule.ts'
import { standin } from '../../support/standin.ts'

for (const [what, recipient, status] of [
  ['an email has succeeded', toEmail(), 'Email_Succeeded'],
  ['an SMS is accepted', toPhone(), 'SMS_Accepted'],
] as const) {
  rule('notifications §11.2, notifications §11.3', `${what} when its provider takes it over`, async () => {
    const here = standin()
    const [id] = await placed(here, recipient)
    await here.simulator.advance({ by: 3_000 })
    const { happened } = await here.simulator.advance({ by: 1_000 })

    expect(happened).toEqual([
      {
        at: Date.parse('2026-06-01T10:00:04Z'),
        what: 'notifications.acceptMessage',
        id,
        destination: expect.any(String),
        status,
        order: 'Order_Processed',
      },
    ])
  })
}

rule('decisions §13', 'a message that was handed over is accepted although its sender is down by then', async () => {
  const here = standin()
  const [id] = await placed(here, toOrganization('375464780', 'EmailAndSms'))
  await here.simulator.advance({ by: 3_000 })
  await takeDown(here, 'sms', 'email', 'register')
  await here.simulator.advance({ by: 2_000 })

  expect(await statusOf(here, id)).toBe('Order_Completed Email_Delivered Email_Delivered SMS_Delivered SMS_Delivered')
})

rule('decisions §13', 'while the database is down nothing is accepted', async () => {
  const here = standin()
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

rule('design', 'accepting twice, or too soon, does nothing', async () => {
  const here = standin()
  const [id] = await placed(here, toEmail())
  await here.simulator.advance({ by: 2_000 })
  const soon = await doAgain(here, 'acceptMessage', { shipmentId: id, entry: 0 })
  await here.simulator.advance({ by: 2_000 })
  const twice = await doAgain(here, 'acceptMessage', { shipmentId: id, entry: 0 })

  expect([soon?.nothing, twice?.nothing]).toEqual(['no longer being sent', 'no longer being sent'])
  expect(await statusOf(here, id)).toBe('Order_Processed Email_Succeeded')
  expect(here.simulator.world.clock.agenda.size).toBe(1)
})
