/** Snapshots of every version that there was. */
import { readdirSync, readFileSync } from 'node:fs'
import {
  type EnvironmentDocument,
  type SnapshotDocument,
  snapshotDocument,
  snapshotVersion,
} from '../../src/persistence/snapshot/document.ts'
import { orders } from '../../src/service/areas/notifications/records.ts'
import { anyName } from '../../src/service/wire/misuse.ts'
import { large, options } from '../support/busy-world.ts'
import { orderTo, toEmail, ttd } from '../support/orders.ts'
import { expect, test } from '../support/rule.ts'
import { standin } from '../support/standin.ts'

const folder = new URL('./snapshots/', import.meta.url)
const read = (name: string) => JSON.parse(readFileSync(new URL(name, folder), 'utf8'))
const newest = read(`version-${snapshotVersion}.json`)

/** A booked event gets the facts of its file transfer. */
function withEventFacts(document: SnapshotDocument): SnapshotDocument {
  const transfers = Object.values(document.environments).flatMap((environment) => environment?.fileTransfers ?? [])
  for (const { job, data } of document.clock.bookings) {
    const transfer = transfers.find(({ id }) => id === data.fileTransferId)
    if (job === 'events.publish' && transfer) Object.assign(data, { resourceId: transfer.resourceId, sender: transfer.sender })
  }
  return document
}

test.each(readdirSync(folder))('the snapshot %s restores, with everything in it', async (name) => {
  const { simulator, client } = standin(options)
  const document = read(name)
  for (const { base64, sha256, size } of document.contents)
    if (base64 === undefined) await simulator.snapshotContents.put(sha256, large.subarray(0, size))
  await simulator.restore(document)

  // A list of a kind that came later is empty.
  const expected = withEventFacts(snapshotDocument().parse(newest))
  expect(JSON.parse(JSON.stringify(await simulator.snapshot({ inline: 10_000 })))).toEqual(expected)
  expect((await simulator.scenarios.find(anyName('counted'))).counted).toEqual([8, 3, 0, 4])
  const [known] = simulator.world.environments.test.of(orders).findMany(({ creator }) => creator === 'ttd')
  const again = await client.call('notifications.createOrder', {
    as: ttd,
    body: orderTo(toEmail(), { idempotencyId: known?.idempotencyId ?? '' }),
  })
  expect(again.status).toBe(200)
  expect((await client.call('notifications.readFeed', { as: ttd, query: { seq: '0' } })).body.length).toBeGreaterThan(0)
})

test('there is a snapshot of each version', () => {
  expect(readdirSync(folder)).toEqual(Array.from({ length: snapshotVersion }, (_, nth) => `version-${nth + 1}.json`))
})

test('a list that a snapshot lacks is empty, because its kind came later', async ({ simulator, client }) => {
  await client.call('notifications.createOrder', { as: ttd, body: orderTo(toEmail()) })
  const document = await simulator.snapshot()
  const { removedResources, ...records } = document.environments.test as EnvironmentDocument
  const older = { ...document, environments: { test: records } } as unknown as SnapshotDocument
  const copy = standin().simulator
  await copy.restore(older)

  expect(removedResources).toEqual([])
  expect(await copy.snapshot()).toEqual(document)
})
