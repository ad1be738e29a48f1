/** Folders that earlier releases wrote open with this one. */

import { cpSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { subscriptions } from '../../src/areas/events/records/subscription.ts'
import { fileTransfers } from '../../src/areas/file-transfer/records/file-transfer-index.ts'
import { feedEntries } from '../../src/areas/notifications/records/feed.ts'
import { orders } from '../../src/areas/notifications/records/orders.ts'
import { shipments } from '../../src/areas/notifications/records/shipment.ts'
import { anyName } from '../../src/wire/any-name.ts'
import { recipient } from '../support/file-transfers.ts'
import { keptIn, temporary } from '../support/kept-folder.ts'
import { orderTo, toEmail, ttd } from '../support/orders.ts'

const releases = fileURLToPath(new URL('./releases', import.meta.url))

test.each(readdirSync(releases))('a folder of the release %s opens, with everything in it', async (release) => {
  const folder = temporary()
  cpSync(`${releases}/${release}`, folder, { recursive: true })
  const { simulator, client, told, close } = await keptIn(folder)
  const { test: here, production } = simulator.world.environments
  expect(told).toEqual([])
  expect([here.of(orders).size, production.of(orders).size, here.of(shipments).size, here.of(subscriptions).records.size]).toEqual([
    3, 1, 4, 1,
  ])
  expect(simulator.contacts.list().contacts.find(({ number }) => number === '24867542562')).toMatchObject({ email: 'other@example.org' })
  expect(await simulator.scenarios.find(anyName('kept'))).toMatchObject({ active: true })
  expect(here.of(feedEntries).table.latest()).toBe(2)

  const transfer = here
    .of(fileTransfers)
    .findMany()
    .find(({ content }) => content)
  const params = { fileTransferId: transfer?.id ?? '' }
  expect((await client.call('fileTransfer.download', { as: recipient, params })).text).toBe('kept content')
  const again = await client.call('notifications.createOrder', { as: ttd, body: orderTo(toEmail(), { idempotencyId: 'waiting' }) })
  expect(again.status).toBe(200)
  close()
})
