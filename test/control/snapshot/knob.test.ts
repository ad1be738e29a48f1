/** A snapshot of a world, as a document, and a world from such a document. */

import { isDeepStrictEqual } from 'node:util'
import { snapshotDocument } from '../../../src/persistence/snapshot/document.ts'
import type { SnapshotDocument } from '../../../src/persistence/snapshot-document.ts'
import { fileTransfers } from '../../../src/service/areas/file-transfer/records/file-transfers.ts'
import { orders } from '../../../src/service/areas/notifications/records.ts'
import { definedIn } from '../../../src/service/failures/catalogue.ts'
import { anyName } from '../../../src/service/wire/misuse.ts'
import { bookingsIn } from '../../../src/service/world/time/bookings.ts'
import { copyWorldData } from '../../../src/service/world/world.ts'
import { busyHere, goOn, options } from '../../support/busy-world.ts'
import { published, recipient } from '../../support/file-transfers.ts'
import { orderTo, toEmail, ttd } from '../../support/orders.ts'
import { expect, rule, test } from '../../support/rule.ts'
import { standin } from '../../support/standin.ts'

/** As it comes back from a file. */
const throughJson = (document: unknown): SnapshotDocument => JSON.parse(JSON.stringify(document))

/** Without real times, estimated weights, where a booking lies in the agenda, tables without records, and counts that a rule does not have yet. */
const plain = (data: unknown): unknown =>
  JSON.parse(
    JSON.stringify(data, (key, value) => {
      if (['began', 'doings', 'marked', 'sender', 'outcome', 'weight'].includes(key)) return undefined
      if (key === 'agenda') return bookingsIn(value)
      if (value instanceof Map && value.size === 0) return undefined
      if (value instanceof Map || value instanceof Set) return [...value]
      return key === 'calls' && Array.isArray(value) ? Array.from(value, (count) => count ?? 0) : value
    }),
  )

rule('decisions §16', 'a world that is restored from its snapshot answers the next calls with the same bytes', async () => {
  const { keys, here, tokens, left } = await busyHere()
  const document = throughJson(await here.simulator.snapshot({ journal: true }))
  for (const { size, base64, sha256 } of document.contents) {
    if (base64 !== undefined) continue
    expect(size).toBeGreaterThan(65_536)
    expect(here.simulator.snapshotContents.read(sha256).size).toBe(size)
  }
  const copy = standin({ ...options, keys })
  for (const { base64, sha256 } of document.contents) {
    if (base64 === undefined) await copy.simulator.snapshotContents.put(sha256, here.simulator.snapshotContents.read(sha256).bytes)
  }
  expect(await copy.simulator.restore(document)).toEqual({ world: 'default', differences: [] })

  const answers = await goOn(here, tokens, left)
  const copied = await goOn(copy, tokens, left)

  expect(answers.length).toBeGreaterThan(200)
  expect(copied).toEqual(answers)
})

test('a snapshot has all the data of a busy world, and its schema takes it', async () => {
  const { keys, here } = await busyHere()
  const document = throughJson(await here.simulator.snapshot({ journal: true, inline: 10_000_000 }))
  expect(snapshotDocument().safeParse(document).error).toBeUndefined()
  const copy = standin({ ...options, keys })
  await copy.simulator.restore(document)

  // The text of a job's outcome is made when somebody reads the journal.
  here.simulator.journal.list({ jobs: true })
  const [original, restored] = [copyWorldData(here.simulator.world), copyWorldData(copy.simulator.world)]
  expect(plain(restored)).toEqual(plain(original))
  expect(isDeepStrictEqual(throughJson(await copy.simulator.snapshot({ journal: true, inline: 10_000_000 })), document)).toBe(true)
})

test('a journal that is restored before the first call is verified by what its calls were about', async ({ here }) => {
  await here.client.call('notifications.createOrder', { as: ttd, body: orderTo(toEmail(), { idempotencyId: 'restored' }) })
  const document = await here.simulator.snapshot({ journal: true })
  const page = standin({ handling: undefined })
  await page.simulator.restore(document)

  expect(page.simulator.journal.verify({ count: 1, where: { idempotencyId: 'restored' } })).toMatchObject({ ok: true })
})

test('a snapshot is restored under another name, and the world that it was taken from stays', async ({ simulator, client, clientOf }) => {
  const { body } = await client.call('notifications.createOrder', { as: ttd, body: orderTo(toEmail()) })
  const fileTransferId = await published(client, { content: 'forked' })

  await simulator.knobs('fork').restore(await simulator.snapshot())
  await clientOf('/worlds/fork').call('notifications.createOrder', { as: ttd, body: orderTo(toEmail(), { idempotencyId: 'more' }) })

  const fork = simulator.knobs('fork')
  expect([simulator.state().environments.test.orders.total, fork.state().environments.test.orders.total]).toEqual([1, 2])
  expect(fork.world.environments.test.of(orders).get(body.notificationOrderId)?.id).toBe(body.notificationOrderId)
  expect(fork.world.environments.test.of(fileTransfers).get(fileTransferId)?.id).toBe(fileTransferId)
})

test('files that lie on the disk are copied to another world, and put back in their own', async ({ simulator, client, clientOf }) => {
  const content = new Uint8Array(3_000_000).map((_, at) => at * 13)
  const fileTransferId = await published(client, { content })
  const document = await simulator.snapshot()

  await simulator.knobs('fork').restore(document)
  await simulator.restore(document)
  simulator.drop('fork')
  await simulator.knobs('fork').restore(document)

  for (const here of [client, clientOf('/worlds/fork')]) {
    const { bytes } = await here.call('fileTransfer.download', { params: { fileTransferId }, as: recipient })
    expect(Buffer.from(bytes).equals(Buffer.from(content))).toBe(true)
  }
})

test('a scenario that a world defines comes back with its proof, and a switched on one that is not here is refused', async ({
  simulator,
}) => {
  simulator.scenarios.define('mine', {
    summary: 'Mine',
    given: 'an order that is sent',
    rules: [
      {
        on: 'all',
        where: { header: { 'x-try': '1' } },
        calls: '2-',
        for: 'PT1M',
        every: 'PT1H',
        latency: { p50: 'PT0.001S', p99: 'PT0.002S' },
      },
    ],
    proof: [{ call: 'notifications.getShipment', expect: 200 }],
  })
  await simulator.scenarios.use(anyName('mine'), { ttl: 'PT1H' })
  const document = throughJson(await simulator.snapshot())
  const copy = standin().simulator
  await copy.restore(document)
  expect(definedIn(copy.world)).toEqual(definedIn(simulator.world))
  expect(await copy.scenarios.find(anyName('mine'))).toEqual(await simulator.scenarios.find(anyName('mine')))

  document.scenarios.defined = []
  await expect(copy.restore(document)).rejects.toThrow('snapshot.scenarios.active: scenario "mine" does not exist here.')
})

test('generated content stays a seed and a size', async ({ simulator }) => {
  simulator.fileTransfers.publish('test', { size: 5_000_000_000_000, seed: -7 })
  const document = throughJson(await simulator.snapshot())
  expect(document.contents).toEqual([])
  expect(document.environments.test?.fileTransfers[0]?.content).toEqual({
    id: 'generated--7-5000000000000',
    size: 5_000_000_000_000,
    md5: null,
    malware: false,
  })
  expect(await standin().simulator.restore(document)).toMatchObject({ differences: [] })
})

test('a world goes on with the seed of its snapshot, and a restore names the settings that differ', async () => {
  const first = standin({ seed: 4711, pace: 'instant', rateLimits: 'current' })
  const document = throughJson(await first.simulator.snapshot())
  const other = standin({ rateLimits: 'earlier' })
  const order = { as: ttd, body: orderTo(toEmail()) }
  expect((await other.simulator.restore(document)).differences).toEqual([
    { setting: 'pace', snapshot: 'instant', here: 'fast' },
    { setting: 'rateLimits', snapshot: 'current', here: 'earlier' },
  ])
  const made = await first.client.call('notifications.createOrder', order)
  expect((await other.client.call('notifications.createOrder', order)).body).toEqual(made.body)
})

test('a snapshot that is taken during a call and a job has what they have committed', async ({ simulator, client }) => {
  const counts: number[] = []
  const taken: Promise<SnapshotDocument>[] = []
  const stop = simulator.changes.follow(() => {
    counts.push(simulator.changes.count)
    taken.push(simulator.snapshot())
  })
  await client.call('notifications.createOrder', { as: ttd, body: orderTo(toEmail()) })
  await simulator.advance({ by: 'PT1M' })
  stop()
  await client.call('notifications.createOrder', { as: ttd, body: orderTo(toEmail(), { idempotencyId: 'more' }) })

  expect(counts.length).toBeGreaterThan(5)
  expect(counts).toEqual(counts.toSorted((one, other) => one - other))
  const ordered = (await Promise.all(taken)).filter(({ environments }) => environments.test?.orders.length === 1)
  expect(ordered.length).toBeGreaterThan(5)
  for (const document of ordered) {
    const { simulator: copy } = standin()
    await copy.restore(throughJson(document))
    await copy.advance({ by: 'PT1M' })
    expect(copy.outbox.list().messages).toMatchObject([{ status: 'Email_Delivered' }])
  }
})

test('calls in flight end when their world is restored, and followers go on', async ({ simulator, client }) => {
  const document = await simulator.snapshot()
  const before = simulator.changes.count
  let changes = 0
  simulator.changes.follow(() => changes++)
  simulator.scenarios.define('held', { summary: 'Holds', rules: [{ on: 'notifications.createOrder', hold: { when: 'before-work' } }] })
  await simulator.scenarios.use(anyName('held'))
  const held = client.call('notifications.createOrder', { as: ttd, body: orderTo(toEmail()) })
  await expect.poll(() => simulator.world.inFlight.size).toBeGreaterThan(0)
  await simulator.restore(document)
  expect((await held).status).toBe(503)
  expect(simulator.changes.count).toBeGreaterThan(before)
  const so = changes
  await client.call('notifications.createOrder', { as: ttd, body: orderTo(toEmail()) })
  expect(changes).toBeGreaterThan(so)
})

test('a message with a report that a tester chose is restored with it', async ({ simulator, client }) => {
  const { body } = await client.call('notifications.createOrder', { as: ttd, body: orderTo(toEmail()) })
  await simulator.advance({ by: 'PT1M' })
  simulator.reports.report('test', body.notification.shipmentId, 0, 'Email_Failed_Bounced')
  const copy = standin().simulator
  await copy.restore(throughJson(await simulator.snapshot({ journal: true })))

  expect(copy.outbox.list().messages).toMatchObject([{ status: 'Email_Failed_Bounced' }])
  expect(copy.story.of(body.notification.shipmentId)).toEqual(simulator.story.of(body.notification.shipmentId))
  expect(throughJson(await copy.snapshot())).toEqual(throughJson(await simulator.snapshot()))
})
