import { moveShipment } from '../../../../../src/service/areas/notifications/messages.ts'
import { doAgain, happenings, manifestOf, placed, recordOf, statusOf, takeDown, toEmail } from '../../../../support/orders.ts'
import { expect, rule } from '../../../../support/rule.ts'
import { switchOn } from '../../../../support/rules.ts'
import { standin } from '../../../../support/standin.ts'

rule('notifications §8.2, notifications §11.1', 'notifications.takeOrder: a due order is taken, and its lastUpdate stays', async () => {
  const here = standin()
  const [id] = await placed(here, toEmail())
  const { happened } = await here.simulator.advance({ by: 1_000 })

  expect(happened).toEqual([{ at: '2026-06-01T10:00:01Z', what: 'notifications.takeOrder', id, status: 'Order_Processing' }])
  expect(await manifestOf(here, id)).toMatchObject({ status: 'Order_Processing', lastUpdate: '2026-06-01T10:00:00Z', recipients: [] })
})

rule('notifications §11.1', 'an order that was cancelled meanwhile is not taken', async ({ here }) => {
  const [id] = await placed(here, toEmail())
  const { clock, environments } = here.simulator.world
  moveShipment({ environment: environments.test, now: clock.now }, recordOf(here, id), 'Order_Cancelled')
  const { happened } = await here.simulator.advance({ until: 'settled' })

  expect(happened).toEqual([{ at: expect.any(String), what: 'notifications.takeOrder', id, nothing: 'the shipment is no longer waiting' }])
  expect(await manifestOf(here, id)).toMatchObject({ status: 'Order_Cancelled', recipients: [] })
})

rule('decisions §16', 'taking an order twice, or one that does not exist, does nothing', async ({ here }) => {
  const [id] = await placed(here, toEmail())
  await here.simulator.advance({ by: 1_000 })

  expect(await doAgain(here, 'takeOrder', { shipmentId: id })).toMatchObject({ id, nothing: 'the shipment is no longer waiting' })
  expect(await doAgain(here, 'takeOrder', { shipmentId: '5a0f6f0e-64a5-4a4e-9d3b-0c8c6e1d7b52' })).toMatchObject({
    nothing: expect.anything(),
  })
  expect(here.simulator.world.clock.agenda.size).toBe(1)
})

for (const [pace, first, again] of [
  ['instant', 10, [10, 11, 12]],
  ['fast', 11, [11, 12, 13]],
  ['real', 60, [60, 120, 180]],
] as const) {
  rule('decisions §8, decisions §13', `${pace}: while the database is down an order waits to be taken`, async () => {
    const here = standin({ pace })
    const [id] = await placed(here, toEmail(), { requestedSendTime: '2026-06-01T10:00:10Z' })
    const letUp = await takeDown(here, 'database')
    const tried = await happenings(here, again[2], 'putOff')
    const { status } = recordOf(here, id)
    await letUp()
    await here.simulator.advance({ until: 'settled' })

    expect(tried.map((line) => Number(line.split(' ')[0]))).toEqual(again)
    expect(tried[0]).toBe(`${first} takeOrder database cannot be reached`)
    expect(status).toBe('Order_Registered')
    expect(await statusOf(here, id)).toBe('Order_Completed Email_Delivered')
  })
}

rule('decisions §16', 'an outage for one recipient postpones only the orders to that recipient', async ({ here }) => {
  const [mine] = await placed(here, toEmail('mine@example.org'))
  const [other] = await placed(here, toEmail('other@example.org'), { idempotencyId: 'order-2' })
  const where = { recipient: 'mine@example.org', org: 'ttd' }
  await switchOn(here, [{ on: 'notifications.takeOrder', where, outage: 'database' }])
  await here.simulator.advance({ by: 10_000 })

  expect([await statusOf(here, mine), await statusOf(here, other)]).toEqual(['Order_Registered', 'Order_Completed Email_Delivered'])
})
