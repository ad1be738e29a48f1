/** The client of a world in this process. */

import { CallFailed } from '../../../src/service/areas/client.ts'
import { orders } from '../../../src/service/areas/notifications/records.ts'
import { orderTo, toEmail } from '../../support/orders.ts'
import { expect, test } from '../../support/rule.ts'
import { start } from '../../support/standin.ts'

const order = { body: orderTo(toEmail()) }

test('a client calls its own world and environment, at the base address that it is given', async ({ simulator }) => {
  const client = simulator.knobs('mine').client({ environment: 'production', base: 'https://service.example/mounted' })
  const { status, headers, body } = await client.call('notifications.createOrder', order)
  const { environments } = simulator.knobs('mine').world

  expect(status).toBe(201)
  expect(headers.get('location')).toBe(
    `https://service.example/mounted/worlds/mine/production/notifications/api/v1/orders/chain/${body.notificationOrderId}`,
  )
  expect([
    environments.test.of(orders).size,
    environments.production.of(orders).size,
    simulator.world.environments.test.of(orders).size,
  ]).toEqual([0, 1, 0])
})

test('a client uses one token per caller, valid however far the clock moves', async ({ simulator, client }) => {
  const one = await client.token({ orgNo: '347147753' })

  expect(await client.token({ orgNo: '347147753' })).toBe(one)
  expect(await client.token({ orgNo: '370916446' })).not.toBe(one)
  expect(simulator.world.data.tokens).toBe(2)
  await simulator.advance({ by: 364 * 86_400_000 })
  expect((await client.call('fileTransfer.search', { as: { orgNo: '347147753' }, query: { resourceId: 'standin-plain' } })).status).toBe(
    200,
  )
})

test('a client that waits moves a frozen clock second by second', async ({ simulator, client }) => {
  const { body } = await client.call('notifications.createOrder', order)
  const statuses: string[] = []
  await client.until('notifications.getShipment', { params: { id: body.notification.shipmentId } }, ({ body: { status } }) => {
    statuses.push(status)
    return status === 'Order_Completed'
  })

  expect(new Set(statuses)).toEqual(new Set(['Order_Registered', 'Order_Processing', 'Order_Processed', 'Order_Completed']))
  expect(simulator.world.clock.now()).toBe(Date.parse(start) + (statuses.length - 1) * 1000)
})

test('a cut connection and the body of a refusal are failed calls', async ({ simulator, client }) => {
  await simulator.scenarios.use('order-lost-reply')

  await expect(client.call('notifications.createOrder', order)).rejects.toThrow(CallFailed)
  const refused = await client.call('notifications.getShipment', { params: { id: 'nothing' } })
  expect(() => refused.body).toThrow(CallFailed)
})
