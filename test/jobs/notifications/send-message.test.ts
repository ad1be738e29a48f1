import { expect } from 'vitest'
import { doAgain, happenings, placed, statusOf, takeDown, toEmail, toOrganization } from '../../support/orders.ts'
import { rule } from '../../support/rule.ts'
import { standin } from '../../support/standin.ts'

const wold = '375464780'

rule('notifications §11.2, notifications §11.3', 'each message of an order is handed over on its own', async () => {
  const here = standin()
  const [id] = await placed(here, toOrganization(wold, 'EmailAndSms'))
  await here.simulator.advance({ by: 2_000 })
  const { happened } = await here.simulator.advance({ by: 1_000 })

  const facts = { at: Date.parse('2026-06-01T10:00:03Z'), what: 'notifications.sendMessage', id, order: 'Order_Processed' }
  expect(happened).toEqual([
    { ...facts, destination: 'post@wold-regnskap-as.example', status: 'Email_Sending' },
    { ...facts, destination: 'regnskap@wold-regnskap-as.example', status: 'Email_Sending' },
    { ...facts, destination: '+4799991541', status: 'SMS_Sending' },
    { ...facts, destination: '+4799991542', status: 'SMS_Sending' },
  ])
})

for (const [service, during, after] of [
  ['sms', 'Order_Processed Email_Delivered Email_Delivered SMS_New SMS_New', 'SMS_Sending SMS_Sending'],
  ['email', 'Order_Processed Email_New Email_New SMS_Delivered SMS_Delivered', 'Email_Sending Email_Sending'],
] as const) {
  rule('decisions §13', `while ${service} is down only its messages stay new, and go out when it is back`, async () => {
    const here = standin()
    const [id] = await placed(here, toOrganization(wold, 'EmailAndSms'))
    const letUp = await takeDown(here, service)
    await here.simulator.advance({ by: 10_000 })
    const down = await statusOf(here, id)
    await letUp()
    await here.simulator.advance({ by: 1_000 })

    expect(down).toBe(during)
    expect(await statusOf(here, id)).toContain(after)
    await here.simulator.advance({ until: 'settled' })
    expect(await statusOf(here, id)).toBe('Order_Completed Email_Delivered Email_Delivered SMS_Delivered SMS_Delivered')
  })
}

rule('decisions §8, decisions §13', 'real: a message that could not be handed over waits for the next whole minute', async () => {
  const here = standin({ pace: 'real' })
  await placed(here, toEmail())
  const letUp = await takeDown(here, 'email')

  expect((await happenings(here, 180, 'putOff')).slice(2)).toEqual([
    '120 sendMessage email cannot be reached',
    '180 sendMessage email cannot be reached',
  ])
  await letUp()
  expect(await happenings(here, 60, 'status')).toEqual(['240 sendMessage Email_Sending'])
})

rule('design', 'handing over twice, or what is not there, does nothing', async () => {
  const here = standin()
  const [id] = await placed(here, toEmail())
  await here.simulator.advance({ by: 3_000 })

  for (const entry of [0, 1, -1]) {
    expect(await doAgain(here, 'sendMessage', { shipmentId: id, entry })).toMatchObject({ id, nothing: 'no longer waiting' })
  }
  expect(await statusOf(here, id)).toBe('Order_Processed Email_Sending')
  expect(here.simulator.world.clock.agenda.size).toBe(1)
})
