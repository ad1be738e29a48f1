import { doAgain, happenings, manifestOf, placed, statusOf, takeDown, toEmail, toPhone } from '../../../../support/orders.ts'
import { expect, rule } from '../../../../support/rule.ts'
import { standin } from '../../../../support/standin.ts'

for (const [what, recipient, before, after] of [
  ['an email', toEmail('ttl@example.org'), 'Email_Succeeded', 'Email_Failed_TTL'],
  ['an SMS', toPhone('+4799990008'), 'SMS_Accepted', 'SMS_Failed_TTL'],
] as const) {
  rule('notifications §10.2, notifications §11.4', `notifications.expireMessage: ${what} without a report fails after expiry`, async () => {
    const here = standin()
    const [id] = await placed(here, recipient)
    await here.simulator.advance({ to: '2026-06-03T10:14:59.999Z' })
    const late = await statusOf(here, id)
    await here.simulator.advance({ by: 1 })

    expect(late).toBe(`Order_Processed ${before}`)
    expect(await manifestOf(here, id)).toMatchObject({
      status: 'Order_Completed',
      lastUpdate: '2026-06-03T10:15:00Z',
      recipients: [{ status: after, lastUpdate: '2026-06-03T10:15:00Z' }],
    })
    expect(here.simulator.world.clock.agenda.size).toBe(0)
  })
}

rule('decisions §8', 'waiting for an expiry is not a working step', async ({ here }) => {
  const [id] = await placed(here, toEmail('ttl@example.org'))
  const { now } = await here.simulator.advance({ until: 'settled' })

  expect(now).toBe('2026-06-01T10:00:04Z')
  expect(await statusOf(here, id)).toBe('Order_Processed Email_Succeeded')
})

rule('notifications §10.2', 'a report after the expiry is ignored, and the next run fails the message', async ({ here }) => {
  const [id] = await placed(here, toEmail('ttl@example.org'))
  await here.simulator.advance({ to: '2026-06-03T10:00:00.001Z' })
  const report = await doAgain(here, 'reportMessage', { shipmentId: id, entry: 0, status: 'Email_Delivered' })
  const booked = here.simulator.world.clock.agenda.list()

  expect(report?.nothing).toBe('the report came after the expiry')
  expect(await statusOf(here, id)).toBe('Order_Processed Email_Succeeded')
  expect(booked.map(({ job, at }) => [job, at])).toEqual(Array(2).fill(['notifications.expireMessage', Date.parse('2026-06-03T10:15:00Z')]))
  await here.simulator.advance({ by: 15 * 60_000 })
  expect(await manifestOf(here, id)).toMatchObject({ recipients: [{ status: 'Email_Failed_TTL', lastUpdate: '2026-06-03T10:15:00Z' }] })
})

rule('notifications §10.2', 'a report at the moment of the expiry still counts', async ({ here }) => {
  const [id] = await placed(here, toEmail('ttl@example.org'))
  await here.simulator.advance({ to: '2026-06-03T10:00:00Z' })
  await doAgain(here, 'reportMessage', { shipmentId: id, entry: 0, status: 'Email_Delivered' })

  expect(await manifestOf(here, id)).toMatchObject({ recipients: [{ status: 'Email_Delivered', lastUpdate: '2026-06-03T10:00:00Z' }] })
})

rule('notifications §10.2, notifications §13', 'the answer of a provider after the expiry is ignored', async () => {
  const here = standin({ pace: 'real' })
  const [id] = await placed(here, toEmail())
  await here.simulator.advance({ by: 121_000 })
  const letUp = await takeDown(here, 'database')
  await here.simulator.advance({ to: '2026-06-03T10:00:00Z' })
  await letUp()

  expect(await happenings(here, 30 * 86_400, 'nothing')).toEqual(['172808 acceptMessage expired'])
  expect(await statusOf(here, id)).toBe('Order_Processed Email_Sending')
})

rule('decisions §13', 'no message fails while the database is down', async ({ here }) => {
  const [id] = await placed(here, toEmail('ttl@example.org'))
  await here.simulator.advance({ by: 4_000 })
  const letUp = await takeDown(here, 'database')
  await here.simulator.advance({ to: '2026-06-03T10:15:00.500Z' })
  await letUp()
  await here.simulator.advance({ by: 1_000 })

  expect(await manifestOf(here, id)).toMatchObject({ lastUpdate: '2026-06-03T10:15:01Z' })
})

rule('decisions §16', 'failing a message twice, or too early, does nothing', async ({ here }) => {
  const [id] = await placed(here, toEmail())
  await here.simulator.advance({ by: 3_000 })
  const soon = await doAgain(here, 'expireMessage', { shipmentId: id, entry: 0 })
  await here.simulator.advance({ by: 3_000 })
  const late = await doAgain(here, 'expireMessage', { shipmentId: id, entry: 0 })

  expect([soon?.nothing, late?.nothing]).toEqual([
    'the message is no longer waiting for a report',
    'the message is no longer waiting for a report',
  ])
  expect(await statusOf(here, id)).toBe('Order_Completed Email_Delivered')
})
