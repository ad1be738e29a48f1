import { expect, test } from 'vitest'
import type { Draws } from '../../src/effects/effect.ts'
import { outage } from '../../src/effects/outage.ts'
import { plainCircumstances } from '../../src/state/circumstances.ts'
import { services } from '../../src/wire/services.ts'
import { published, recipient, sender, statusOf as transferStatus, uploaded } from '../support/file-transfers.ts'
import { orderTo, placed, statusOf, takeDown, toEmail, toPerson, toPhone, ttd } from '../support/orders.ts'
import { rule } from '../support/rule.ts'
import { standin, start } from '../support/standin.ts'

const order = ({ client }: ReturnType<typeof standin>, to: object, idempotencyId = 'one') =>
  client.call('notifications.createOrder', { as: ttd, body: orderTo(to, { idempotencyId }) })

rule('decisions §13', 'only calls that use the service fail', async () => {
  const here = standin()
  await takeDown(here, 'register')

  const [looked, direct] = [await order(here, toPerson('12838590150'), 'a'), await order(here, toEmail(), 'b')]

  expect([looked.status, looked.problem.code, direct.status]).toEqual([503, 'NOT-00004', 201])
})

rule('decisions §6', 'a replay needs no lookup and is answered during the outage', async () => {
  const here = standin()
  const first = await order(here, toPerson('12838590150'))
  await takeDown(here, 'register')

  const replay = await order(here, toPerson('12838590150'))

  expect([replay.status, replay.text]).toEqual([200, first.text])
})

rule('decisions §13', 'every row that uses the database fails during its outage', async () => {
  const here = standin()
  const [id] = await placed(here, toEmail())
  const fileTransferId = await published(here.client)
  await takeDown(here, 'database')

  const replies = [
    await order(here, toEmail()),
    await here.client.call('notifications.getShipment', { as: ttd, params: { id } }),
    await here.client.call('fileTransfer.overview', { as: sender, params: { fileTransferId } }),
    await here.client.call('fileTransfer.search', { as: sender, query: { resourceId: 'standin-plain' } }),
  ]

  expect(replies.map(({ status, problem }) => [status, problem.code])).toEqual(Array(4).fill([503, 'NOT-00004']))
})

rule('decisions §13', 'several services can be down at once', async () => {
  const here = standin()
  const fileTransferId = await published(here.client)
  await takeDown(here, 'storage', 'register')

  const download = await here.client.call('fileTransfer.download', { as: recipient, params: { fileTransferId } })

  expect([download.status, (await order(here, toPerson('12838590150'))).status]).toEqual([503, 503])
  expect(await transferStatus(here.client, fileTransferId)).toMatchObject({ status: 'Published' })
})

rule('decisions §13, decisions §8', 'a job is tried again every second, and is done when the service is back', async () => {
  const here = standin()
  const letUp = await takeDown(here, 'sms')
  const [id] = await placed(here, toPhone())

  const { counts } = await here.simulator.advance({ by: 10_000 })
  expect(await statusOf(here, id)).toBe('Order_Processed SMS_New')
  // Once a second, from the third second on.
  expect(counts['notifications.sendMessage']).toBe(8)

  await letUp()
  await here.simulator.advance({ by: 10_000 })
  expect(await statusOf(here, id)).toBe('Order_Completed SMS_Delivered')
})

rule('decisions §8', 'at the real pace a job is tried again every minute', async () => {
  const here = standin({ pace: 'real' })
  await takeDown(here, 'database')
  here.simulator.world.clock.book({
    at: Date.parse(start),
    cause: '1',
    nth: 0,
    job: 'notifications.takeOrder',
    step: true,
    environment: 'test',
    data: { shipmentId: '00000000-0000-4000-8000-000000000000' },
  })

  const { happened } = await here.simulator.advance({ by: 150_000 })

  expect(happened.map(({ at }) => (Date.parse(at) - Date.parse(start)) / 1000)).toEqual([0, 60, 120])
})

rule('decisions §13', 'a scan ends when the scanner is back', async () => {
  const here = standin()
  const letUp = await takeDown(here, 'scanner')
  const fileTransferId = await uploaded(here.client)
  await here.simulator.advance({ by: 60_000 })
  expect(await transferStatus(here.client, fileTransferId)).toMatchObject({ status: 'UploadProcessing' })

  await letUp()
  await here.simulator.advance({ by: 5_000 })

  expect(await transferStatus(here.client, fileTransferId)).toMatchObject({ status: 'Published' })
})

rule('decisions §8', 'an advance until settled stops at its limit during an outage', async () => {
  const here = standin()
  await takeDown(here, 'sms')
  await placed(here, toPhone())

  const { now } = await here.simulator.advance({ until: 'settled', atMost: 30_000 })

  expect(now).toBe('2026-06-01T10:00:30Z')
})

const noDraws: Draws = { nth: 1, fraction: () => 0, count: () => 1 }

test.each(services)('%s can be taken down', (service) => {
  const { reach } = outage.decide(service, plainCircumstances, noDraws)

  expect(() => reach(service)).toThrow('unreachable')
  expect(() => services.filter((other) => other !== service).map(reach)).not.toThrow()
})

test('options are explained in a sentence', () => {
  expect(outage.explain('storage')).toBe('storage cannot be reached.')
  expect(outage.explain(['sms', 'email'])).toBe('sms and email cannot be reached.')
})
