import type { SimulatorOptions } from '../../../../../src/control/create-simulator.ts'
import { mayBeSent } from '../../../../../src/service/areas/notifications/messages.ts'
import type { Shipment } from '../../../../../src/service/areas/notifications/records.ts'
import { doAgain, happenings, placed, statusOf, takeDown, toEmail, toOrganization } from '../../../../support/orders.ts'
import { expect, rule } from '../../../../support/rule.ts'
import { standin } from '../../../../support/standin.ts'

const wold = '375464780'

rule('notifications §11.2, notifications §11.3', 'notifications.sendMessage: messages of an order are handed over apart', async () => {
  const here = standin()
  const [id] = await placed(here, toOrganization(wold, 'EmailAndSms'))
  await here.simulator.advance({ by: 2_000 })
  const { happened } = await here.simulator.advance({ by: 1_000 })

  const facts = { at: '2026-06-01T10:00:03Z', what: 'notifications.sendMessage', id, order: 'Order_Processed' }
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
  rule('decisions §13', `while ${service} is down, only its messages stay new, and are sent when it is back`, async ({ here }) => {
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

rule('decisions §8, decisions §13', 'real: a message that could not be handed over waits for the next full minute', async () => {
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

rule('decisions §16', 'handing over a message twice, or one that does not exist, does nothing', async ({ here }) => {
  const [id] = await placed(here, toEmail())
  await here.simulator.advance({ by: 3_000 })

  for (const entry of [0, 1, -1]) {
    expect(await doAgain(here, 'sendMessage', { shipmentId: id, entry })).toMatchObject({ id, nothing: 'the message is no longer waiting' })
  }
  expect(await statusOf(here, id)).toBe('Order_Processed Email_Sending')
  expect(here.simulator.world.clock.agenda.size).toBe(1)
})

const night = '2026-06-01T18:00:00Z'
const sms = (sendingTimePolicy?: 'Anytime' | 'Daytime') => ({
  recipientSms: { phoneNumber: '+4799999999', smsSettings: { body: 'Body', ...(sendingTimePolicy && { sendingTimePolicy }) } },
})
/** The day and the time at which messages became Sending. */
async function sentAt(options: Partial<SimulatorOptions>, ...recipients: object[]): Promise<string[]> {
  const here = standin(options)
  const ids = []
  for (const recipient of recipients) ids.push((await placed(here, recipient, { idempotencyId: `${ids.length}` }))[0])
  await here.simulator.advance({ by: 48 * 3_600_000 })
  const sent = here.simulator.world.journal.jobs.list().filter(({ operation }) => operation === 'notifications.sendMessage')
  return ids.map((id) =>
    new Date(sent.find(({ data }) => (data as { shipmentId?: string } | undefined)?.shipmentId === id)?.at ?? 0).toISOString().slice(8, 23),
  )
}

for (const [pace, atNight, inTheMorning] of [
  ['instant', '01T18:00:00.000', '02T07:00:01.000'],
  ['fast', '01T18:00:03.000', '02T07:00:01.000'],
  ['real', '01T18:02:00.000', '02T07:01:00.000'],
] as const) {
  rule('notifications §10.1, decisions §8', `${pace}: an SMS in the evening waits for daytime, unless it may go at any time`, async () => {
    const now = Date.parse(night)

    expect(await sentAt({ pace, now }, sms(), sms('Daytime'), sms('Anytime'), toEmail())).toEqual([
      inTheMorning,
      inTheMorning,
      atNight,
      atNight,
    ])
    expect(await sentAt({ pace, now, sendWindow: 'open' }, sms(), sms('Anytime'))).toEqual([atNight, atNight])
  })
}

rule('notifications §10.1', 'an order from just before 17:00 that is processed after 17:00 waits for the next day', async () => {
  const [at] = await sentAt({ now: Date.parse('2026-06-01T14:59:58Z') }, sms())

  expect(at).toBe('02T07:00:01.000')
})

rule('decisions §8', 'on a running clock the send window is open, unless the pace is real or the setting says otherwise', () => {
  const applies = (options: Partial<SimulatorOptions>) => {
    const { world } = standin({ now: Date.parse(night), clock: 'real', ...options }).simulator
    const shipment = { type: 'Notification', recipient: sms() } as Shipment
    return !mayBeSent(world, shipment, 'SMS', Date.parse(night))
  }

  expect(applies({})).toBe(false)
  expect(applies({ pace: 'instant' })).toBe(false)
  expect(applies({ pace: 'real' })).toBe(true)
  expect(applies({ clock: 'frozen' })).toBe(true)
  expect(applies({ sendWindow: 'applies' })).toBe(true)
  expect(applies({ clock: 'frozen', sendWindow: 'open' })).toBe(false)
})

rule('notifications §10.1, decisions §13', 'an SMS whose sender comes back after 17:00 waits for the next day', async () => {
  const here = standin({ now: Date.parse('2026-06-01T14:59:50Z') })
  const [id] = await placed(here, sms())
  const letUp = await takeDown(here, 'sms')
  await here.simulator.advance({ by: 30_000 })
  await letUp()
  await here.simulator.advance({ to: '2026-06-02T07:00:00.999Z' })
  const early = await statusOf(here, id)
  await here.simulator.advance({ by: 1 })

  expect(early).toBe('Order_Processed SMS_New')
  expect(await statusOf(here, id)).toBe('Order_Processed SMS_Sending')
})

rule('notifications §10.2, notifications §13', 'a message that was not sent before its expiry stays as it is', async () => {
  const here = standin({ pace: 'real' })
  const [id] = await placed(here, toEmail())
  const letUp = await takeDown(here, 'email')
  await here.simulator.advance({ to: '2026-06-03T10:00:00Z' })
  await letUp()
  await here.simulator.advance({ by: 30 * 86_400_000 })

  expect(await statusOf(here, id)).toBe('Order_Processed Email_New')
  expect(here.simulator.world.clock.agenda.size).toBe(0)
})
