/** The records of a world, over HTTP. */
import { arrange } from '../../../src/service/failures/givens.ts'
import { request } from '../../support/file-transfers.ts'
import { orderTo, toEmail } from '../../support/orders.ts'
import { expect, rule } from '../../support/rule.ts'

rule('decisions §12', 'records are counted and summed up per environment', async ({ ask, client, clientOf }) => {
  const { fileTransferId } = await arrange(client, 'a published file transfer exists', { content: 'twelve bytes' })
  await clientOf('/production').call('fileTransfer.initialize', { body: request })
  const { body } = await ask('control.showState')

  expect(body.content).toEqual({ files: 1, bytes: 12 })
  expect(body.environments.test.fileTransfers).toMatchObject({
    total: 1,
    byStatus: { Published: 1 },
    latest: [{ id: fileTransferId, status: 'Published', fileName: 'report.xml', size: 12, recipients: ['0192:370916446'] }],
  })
  expect(body.environments.production.fileTransfers).toMatchObject({ byStatus: { Initialized: 1 }, latest: [{ size: null }] })
  expect(body.environments.test.shipments).toEqual({ total: 0, byStatus: {}, latest: [] })
})

rule('decisions §12', 'shipments are shown with their recipients', async ({ ask, client, simulator }) => {
  const { status } = await client.call('notifications.createOrder', { body: orderTo(toEmail('kari@example.org')) })
  await simulator.advance({ until: 'settled' })
  const { shipments, orders } = (await ask('control.showState')).body.environments.test

  expect(status).toBe(201)
  expect(orders).toEqual({ total: 1 })
  expect(shipments).toMatchObject({
    total: 1,
    byStatus: { Order_Completed: 1 },
    latest: [{ type: 'Notification', recipients: [{ destination: 'kari@example.org', status: 'Email_Delivered' }] }],
  })
})
