/** A folder that keeps worlds: what is there after a restart. */

import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { startSimulator } from '../../src/hosts/on-node.ts'
import { fileTransfers } from '../../src/service/areas/file-transfer/records/file-transfers.ts'
import { orders as orderKind, shipments } from '../../src/service/areas/notifications/records.ts'
import { anyName } from '../../src/service/wire/misuse.ts'
import { busyHere, goOn } from '../support/busy-world.ts'
import { initialized, published, recipient, sender } from '../support/file-transfers.ts'
import { folderWith } from '../support/folder.ts'
import { keptIn, openIn, orders } from '../support/kept-folder.ts'
import { plain, written } from '../support/kept-world.ts'
import { orderTo, toEmail, ttd } from '../support/orders.ts'
import { append, begin, offsetOf } from '../support/resumable.ts'
import { expect, test } from '../support/rule.ts'
import { endpoint, subscribed, subscriber } from '../support/subscribers.ts'

const limited = { settings: { rateLimits: 'current' } } as const

test('a busy world is there again after each of several restarts', async ({ folder }) => {
  const { worldStore, platform, begin, close } = (await openIn(folder)).opened
  begin()
  const { here, tokens, left } = await busyHere({ worldStore, platform })
  await goOn(here, tokens, left)
  const before = plain(written(here.simulator.world))
  here.simulator.close()
  await close()
  for (let restart = 0; restart < 2; restart++) {
    const again = await keptIn(folder, limited)
    expect(again.told).toEqual([])
    expect(plain(written(again.simulator.world))).toEqual(before)
    again.close()
  }
})

test('content and half uploads go on after a restart', async ({ folder }) => {
  const first = await keptIn(folder)
  const content = new Uint8Array(2_000_000).map((_, at) => at * 7)
  const whole = await published(first.client, { content })
  const half = await initialized(first.client, { disableVirusScan: true })
  const number = await begin(first, half, content.length)
  await append(first, number, 0, content.subarray(0, 1_200_000))
  first.close()

  const second = await keptIn(folder)
  expect(await offsetOf(second, number)).toBe('1200000')
  expect((await append(second, number, 1_200_000, content.subarray(1_200_000))).status).toBe(204)
  await second.simulator.advance({ by: 1_000 })
  const [one, other] = [whole, half].map((id) => second.simulator.world.environments.test.of(fileTransfers).get(id)?.content)
  expect(other?.md5).toBe(one?.md5)
  const read = await second.client.call('fileTransfer.download', { as: recipient, params: { fileTransferId: half } })
  expect(Buffer.from(read.bytes).equals(Buffer.from(content))).toBe(true)
  second.close()
})

test('files are removed with their records, and what belongs to no record is removed at the start', async ({ folder }) => {
  const first = await keptIn(folder)
  const id = await published(first.client, { content: 'gone soon' })
  const files = () => readdirSync(join(folder, 'content'), { recursive: true }).length
  expect(files()).toBe(2)
  await first.simulator.fileTransfers.expire('test', id)
  await first.simulator.advance({ by: 400 * 86_400_000 })
  await first.isKept()
  await expect.poll(files).toBe(1)
  first.close()
})

test('counts of scenarios and the numbers of calls go on, and rate limits begin anew', async ({ folder }) => {
  const first = await keptIn(folder, limited)
  first.simulator.scenarios.define('second', {
    summary: 'Refuses the second order',
    rules: [{ on: 'notifications.createOrder', calls: 2, refuse: { code: 'unreachable' } }],
  })
  await first.simulator.scenarios.use(anyName('second'))
  await orders(first, 1)
  await published(first.client)
  expect(first.simulator.limits.list().limits).not.toEqual([])
  const { calls } = first.simulator.world.data
  first.close()

  const second = await keptIn(folder, limited)
  const refused = second.client.call('notifications.createOrder', { as: ttd, body: orderTo(toEmail(), { idempotencyId: 'other' }) })
  expect((await refused).status).toBe(503)
  expect(second.simulator.limits.list().limits).toEqual([])
  expect(second.simulator.world.data.calls).toBeGreaterThan(calls)
  second.close()
})

test('worlds that were made are there again, those that were dropped are not, and a reset one is empty', async ({ folder }) => {
  const first = await keptIn(folder)
  const body = orderTo(toEmail())
  for (const world of ['made', 'dropped', 'reset']) {
    await first.simulator.reach(world)
    await first.clientOf(`/worlds/${world}`).call('notifications.createOrder', { as: ttd, body })
  }
  await first.clientOf('/production').call('notifications.createOrder', { as: ttd, body })
  first.simulator.drop('dropped')
  first.simulator.knobs('reset').reset()
  await first.simulator.reach('copy')
  await first.simulator.knobs('copy').restore(await first.simulator.knobs('made').snapshot())
  first.close()

  const second = await keptIn(folder)
  for (const { name } of (await second.simulator.worldStore?.list()) ?? []) await second.simulator.reach(name)
  const counts = second.simulator
    .worlds()
    .map(({ name, environments }) => [name, environments.test.of(orderKind).size, environments.production.of(orderKind).size])
  expect(counts.toSorted(([one], [other]) => (String(one) < String(other) ? -1 : 1))).toEqual([
    ['copy', 1, 0],
    ['default', 0, 1],
    ['made', 1, 0],
    ['reset', 0, 0],
  ])
  second.close()
})

test('a world that is reset many times, and keeps its contacts, is observed no more at the end', async ({ folder }) => {
  const first = await keptIn(folder)
  for (let nth = 0; nth < 5; nth++) {
    first.simulator.reset(['scenarios', 'contacts'])
    first.simulator.contacts.put({ number: '24867542562', name: 'Kari Kept', email: `${nth}@example.org` })
    await first.isKept()
  }
  const { recordFollower } = first.simulator.world
  expect(recordFollower.current).toBeDefined()
  first.close()
  expect(recordFollower.current).toBeUndefined()

  const second = await keptIn(folder)
  expect(second.simulator.contacts.find('24867542562')).toMatchObject({ email: '4@example.org' })
  second.close()
})

test('what a reset keeps lies apart from what comes after it', async ({ folder }) => {
  const first = await keptIn(folder)
  await orders(first, 5)
  const kept = { number: '24867542562', name: 'Kari Kept', email: 'kari@example.org' }
  first.simulator.contacts.put(kept)
  await first.isKept()
  first.simulator.reset(['contacts'])
  await orders(first, 20)
  first.close()

  const second = await keptIn(folder)
  expect(second.simulator.contacts.find(kept.number)).toEqual(kept)
  expect(second.simulator.world.environments.test.of(orderKind).size).toBe(20)
  second.close()
})

test('each world keeps its own of one contact that two of them were given, and of one that was replaced or removed meanwhile', async ({
  folder,
}) => {
  const first = await keptIn(folder)
  await first.simulator.reach('other')
  const [one, other] = [first.simulator.contacts, first.simulator.knobs('other').contacts]
  const shared = { number: '24867542562', name: 'Kari Kept', email: 'kari@example.org' }
  const alone = Object.freeze({ number: '14846398760', name: 'Ola Alone', email: 'ola@example.org' })
  const fixed = '12838590150'
  other.put(alone)
  for (const contacts of [other, one, other]) {
    contacts.put(shared)
    await first.isKept()
  }
  for (const contacts of [other, one]) contacts.remove(fixed)
  await first.isKept()
  one.put({ ...shared, email: 'new@example.org' })
  one.put({ number: fixed, name: 'Back Again', email: 'back@example.org' })
  await first.isKept()
  one.remove(shared.number)
  await first.isKept()
  first.close()

  const second = await keptIn(folder)
  await second.simulator.reach('other')
  const kept = second.simulator.knobs('other').contacts
  expect(() => second.simulator.contacts.find(shared.number)).toThrow(shared.number)
  expect(second.simulator.contacts.find(fixed)).toMatchObject({ name: 'Back Again' })
  expect(kept.find(alone.number)).toMatchObject(alone)
  expect(kept.find(shared.number)).toMatchObject(shared)
  expect(() => kept.find(fixed)).toThrow(fixed)
  kept.remove(shared.number)
  await second.isKept()
  second.close()

  const third = await keptIn(folder)
  await third.simulator.reach('other')
  expect(() => third.simulator.knobs('other').contacts.find(shared.number)).toThrow(shared.number)
  third.close()
})

test('what fell due meanwhile runs at the start, in order, and a webhook goes out', async ({ folder }) => {
  const start = Date.parse('2026-06-01T10:00:00Z')
  const hook = await endpoint()
  const settings = { clock: 'real', pace: 'real', outbound: 'loopback' } as const
  const first = await keptIn(folder, { settings, now: () => start })
  await subscribed(first.client, { endPoint: hook.url, as: subscriber(recipient) })
  await first.simulator.advance({ by: 60_000 })
  await orders(first, 2)
  await published(first.client, { recipients: [`0192:${recipient.orgNo}`] })
  first.close()
  const received = hook.events().length

  const second = await keptIn(folder, { settings, now: () => start + 3_600_000 })
  const { of } = second.simulator.world.environments.test
  await expect.poll(() => [...of(shipments).values()].map(({ status }) => status)).toEqual(['Order_Completed', 'Order_Completed'])
  await expect.poll(() => hook.events().length).toBeGreaterThan(received)
  expect(second.simulator.world.clock.now()).toBeGreaterThanOrEqual(start + 3_660_000)
  second.close()
})

test('a webhook that was under way at the end is sent again, also of a world that nobody calls', async () => {
  const [folder, hook] = [folderWith(), await endpoint(() => {})]
  const settings = { clock: 'real', pace: 'instant', outbound: 'loopback' } as const
  const first = await keptIn(folder, { settings })
  await first.simulator.reach('a')
  await subscribed(first.clientOf('/worlds/a'), { endPoint: hook.url })
  await expect.poll(() => hook.all.length).toBe(1)
  first.close()
  const second = await keptIn(folder, { settings })
  await expect.poll(() => hook.all.length, { timeout: 5_000 }).toBe(2)
  second.close()
})

test('tokens of before are good after a restart, also of a rotated key', async ({ folder: data }) => {
  const first = await startSimulator({ port: 0, data })
  const identity = { ...sender, scope: 'altinn:broker.read', ttl: 86_400 }
  const made = [(await first.simulator.token(identity)).token]
  await first.simulator.keys.rotate()
  made.push((await first.simulator.token(identity)).token)
  await first.close()

  const second = await startSimulator({ port: 0, data })
  for (const token of made) {
    const path = `${second.url}/broker/api/v1/filetransfer?resourceId=standin-plain`
    expect((await fetch(path, { headers: { authorization: `Bearer ${token}` } })).status).toBe(200)
  }
  await second.close()
})

test('a reply waits for its commit, and with sync power for the disk', async () => {
  for (const sync of ['process', 'power'] as const) {
    const folder = folderWith()
    const first = await keptIn(folder, { sync })
    const said: string[] = []
    const reply = { answer: { status: 204, headers: {} }, sent: () => {} }
    const carry = first.opened.around(async () => reply)
    const asked = { method: 'GET', url: 'http://standin.test/', headers: {}, signal: new AbortController().signal, isLocal: () => true }
    first.simulator.contacts.remove('12838590150')
    const leaving = Promise.resolve(carry(asked)).then(() => said.push('left'))
    for (let microtask = 0; microtask < 10; microtask++) await Promise.resolve()
    expect(said).toEqual([])
    await leaving
    expect(await carry(asked)).toBe(reply)
    first.close()
    const second = await keptIn(folder)
    expect(() => second.simulator.contacts.find('12838590150')).toThrow('12838590150')
    second.close()
  }
})
