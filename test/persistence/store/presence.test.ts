/** Kept worlds are loaded when they are first called, and let go when nothing uses them. */
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished } from 'vitest'
import type { SimulatorOptions } from '../../../src/control/create-simulator.ts'
import { beginRecording, endRecording } from '../../../src/control/recordings.ts'
import { startSimulator } from '../../../src/index.ts'
import { orders as orderKind } from '../../../src/service/areas/notifications/records.ts'
import { initialized, published, recipient, sender } from '../../support/file-transfers.ts'
import { folderWith } from '../../support/folder.ts'
import { type Kept, keptIn } from '../../support/kept-folder.ts'
import { orderTo, toEmail, ttd } from '../../support/orders.ts'
import { movedTime } from '../../support/real-time.ts'
import { test } from '../../support/rule.ts'
import { base, standin } from '../../support/standin.ts'
import { endpoint, subscribed } from '../../support/subscribers.ts'

const names = ({ simulator }: Pick<Kept, 'simulator'>) => simulator.worlds().map(({ name }) => name)
const start = Date.parse('2026-06-01T10:00:00Z')
const at = (world: string) => `${base}/worlds/${world}`

async function order(here: Kept, world: string, more: object = {}, recipientOf: object = toEmail()) {
  await here.simulator.reach(world)
  const { status, body } = await here
    .clientOf(`/worlds/${world}`)
    .call('notifications.createOrder', { as: ttd, body: orderTo(recipientOf, more) })
  return { status, id: body.notificationOrderId }
}
const count = ({ simulator }: Kept, world: string) => simulator.knobs(world).world.environments.test.of(orderKind).size

/** A folder with worlds that have an order each. */
async function folderWithWorlds(...worlds: string[]) {
  const folder = folderWith()
  const first = await keptIn(folder, { now: () => start })
  for (const world of worlds) await order(first, world)
  await first.isKept()
  first.close()
  return folder
}

/** The same, in a process whose real time the test moves. */
async function timedIn(
  folder: string,
  settings: Partial<SimulatorOptions> = {},
  options: { idleWorlds?: number; worldTtl?: number } = { idleWorlds: 60_000 },
) {
  const { platform, passSlowly, now } = movedTime(start)
  const here = await keptIn(folder, { platform, now, settings: { worldTtl: options.worldTtl, ...settings }, ...options })
  onTestFinished(here.close)
  return { ...here, pass: passSlowly }
}

test('a kept world is loaded with its first call, and a start loads the default world alone', async () => {
  const here = await keptIn(await folderWithWorlds('a', 'b'))
  expect(names(here)).toEqual(['default'])
  const list = await (await here.send(new Request(`${base}/_standin/worlds`))).json()
  expect(list).toMatchObject({ worlds: [{ name: 'a' }, { name: 'b' }, { name: 'default' }] })
  expect((await here.send(new Request(`${at('a')}/future/shipment/none`))).status).toBe(401)
  expect(names(here)).toEqual(['default', 'a'])
  expect(await order(here, 'a')).toMatchObject({ status: 200 })
  here.close()
})

test('when a world is let go during a control call, the answer does not say that the world does not exist', async () => {
  const here = await keptIn(await folderWithWorlds('a'))
  const read = () => here.send(new Request(`${at('a')}/_standin/contacts/12838590150`))
  expect((await read()).status).toBe(200)
  const statuses = new Set<number>()
  // At each step of the call.
  for (let steps = 0; steps < 80; steps++) {
    const reply = read()
    for (let step = 0; step < steps; step++) await Promise.resolve()
    await here.opened.worldStore.release('a')
    statuses.add((await reply).status)
  }
  expect(statuses).toEqual(new Set([200, 503]))
  here.close()
})

test('many first calls load a world once', async () => {
  const here = await keptIn(await folderWithWorlds('a'))
  const answers = await Promise.all(Array.from({ length: 20 }, () => here.send(new Request(`${at('a')}/_standin/state`))))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(count(here, 'a')).toBe(1)
  here.close()
})

test('a control row that demands a world finds one that is kept, and makes no other', async () => {
  const here = await keptIn(await folderWithWorlds('a'))
  expect((await here.send(new Request(`${at('a')}/_standin/journal`))).status).toBe(200)
  expect((await here.send(new Request(`${at('other')}/_standin/journal`))).status).toBe(404)
  expect(names(here)).toEqual(['default', 'a'])
  here.close()
})

test('a world that is kept and not loaded is never made anew in this process', async () => {
  const here = await keptIn(await folderWithWorlds('a'))
  expect(() => here.simulator.knobs('a').world).toThrow('simulator.reach("a")')
  await here.simulator.reach('a')
  expect(count(here, 'a')).toBe(1)
  here.close()
})

test('a world that nothing uses is let go, and comes back with all that it had', async ({ folder }) => {
  const here = await timedIn(folder)
  await order(here, 'a')
  const client = here.clientOf('/worlds/a')
  const content = new Uint8Array(300_000).map((_, nth) => nth * 3)
  const fileTransferId = await published(client, { content })
  await here.pass(59_000)
  expect(names(here)).toContain('a')
  await here.pass(60_000)
  expect(names(here)).toEqual([])

  expect(await order(here, 'a')).toMatchObject({ status: 200 })
  const { bytes } = await client.call('fileTransfer.download', { as: recipient, params: { fileTransferId } })
  expect(Buffer.from(bytes).equals(Buffer.from(content))).toBe(true)
  expect(await order(here, 'a', { idempotencyId: 'another' })).toMatchObject({ status: 201 })
  await here.pass(120_000)
  expect(names(here)).toEqual([])
  await here.simulator.reach('a')
  expect(count(here, 'a')).toBe(2)
})

test('all worlds that nothing uses are let go at one look, also while others are written', async () => {
  const worlds = Array.from({ length: 20 }, (_, nth) => `w${nth}`)
  const here = await timedIn(folderWith())
  for (const world of worlds) await order(here, world)
  await here.pass(45_000)
  await order(here, 'busy')
  await here.pass(15_000)
  const writing = order(here, 'busy', { idempotencyId: 'another' })
  await here.pass(15_000)
  expect(names(here)).toEqual(['busy'])
  expect(await writing).toMatchObject({ status: 201 })
  for (const world of worlds) await here.simulator.reach(world)
  expect(worlds.map((world) => count(here, world))).toEqual(worlds.map(() => 1))
})

test('a world stays while somebody follows its journal, stands at its gate, or waits for a booking that falls due soon', async () => {
  const here = await timedIn(folderWith(), { clock: 'real' })
  for (const world of ['followed', 'gated', 'due', 'idle']) await here.simulator.reach(world)
  for (const world of ['followed', 'gated', 'idle']) void here.simulator.knobs(world).world
  const leaving = new AbortController()
  onTestFinished(() => leaving.abort())
  void here.simulator.knobs('followed').journal.stream({ signal: leaving.signal }).next()
  const gate = here.simulator.knobs('gated').gate('notifications.createOrder', { at: 'before-work' })
  await order(here, 'due', { requestedSendTime: '2026-06-01T10:01:50Z' })
  await here.pass(75_000)
  expect(names(here).sort()).toEqual(['due', 'followed', 'gated'])
  gate.close()
  leaving.abort()
})

test('a world stays while a webhook is under way, and one that is let go by hand is woken to send it again', async () => {
  const hook = await endpoint(() => {})
  const here = await timedIn(folderWith(), { clock: 'real', pace: 'instant', outbound: 'loopback' })
  await here.simulator.reach('a')
  await subscribed(here.clientOf('/worlds/a'), { endPoint: hook.url })
  await here.pass(1_000)
  await expect.poll(() => hook.all.length).toBe(1)
  await here.pass(120_000)
  expect(names(here)).toEqual(['a'])
  await here.opened.worldStore.release('a')
  expect(names(here)).toEqual([])
  const afterMore = async () => {
    await here.pass(1_000)
    return hook.all.length
  }
  await expect.poll(afterMore).toBe(2)
})

test('a world stays while control rows look at it', async () => {
  const here = await timedIn(folderWith())
  await order(here, 'a')
  for (let look = 0; look < 4; look++) {
    await here.pass(40_000)
    expect((await here.send(new Request(`${at('a')}/_standin/state`))).status).toBe(200)
    expect(names(here)).toContain('a')
  }
  await here.pass(120_000)
  expect(names(here)).toEqual([])
})

test('a booking that falls due wakes its world', async () => {
  const here = await timedIn(folderWith(), { clock: 'real' })
  const { id } = await order(here, 'a', { requestedSendTime: '2026-06-01T10:10:00Z' })
  await here.pass(180_000)
  expect(names(here)).toEqual([])
  await here.pass(420_000)
  await expect.poll(() => names(here)).toEqual(['a'])
  await here.pass(120_000)
  await expect.poll(() => names(here)).toEqual([])
  const database = new DatabaseSync(join(here.folder, 'standin.db'), { readOnly: true })
  onTestFinished(() => database.close())
  const status = database.prepare('SELECT status FROM shipments WHERE order_id = ?')
  await expect.poll(() => status.get(id)).toEqual({ status: 'Order_Completed' })
})

test('a start wakes the worlds that have something due, and no others', async ({ folder }) => {
  const first = await timedIn(folder, { clock: 'real' })
  await order(first, 'later', { requestedSendTime: '2026-06-05T10:00:00Z' })
  await order(first, 'soon', { requestedSendTime: '2026-06-01T10:00:30Z' })
  await first.isKept()
  first.close()
  const second = await timedIn(folder, { clock: 'real' })
  expect(names(second)).toEqual(['default'])
  await second.pass(27_000)
  expect(names(second)).toEqual(['default'])
  await second.pass(3_000)
  await expect.poll(() => names(second)).toEqual(['default', 'soon'])
})

test('a world on a frozen clock has nothing due by itself', async () => {
  const here = await timedIn(folderWith(), { clock: 'frozen' })
  await order(here, 'a', {}, toEmail())
  await here.pass(300_000)
  expect(names(here)).toEqual([])
  await here.pass(300_000)
  expect(names(here)).toEqual([])
})

test('a world is let go by hand, and only where it is kept', async () => {
  const here = await keptIn(await folderWithWorlds('a'))
  const release = (world: string) => here.send(new Request(`${base}/_standin/worlds/${world}/release`, { method: 'POST' }))
  expect((await release('a')).status).toBe(204)
  expect(names(here)).toEqual(['default'])
  expect(await order(here, 'a')).toMatchObject({ status: 200 })
  here.close()
  const inMemory = standin()
  const refused = await inMemory.send(new Request(`${base}/_standin/worlds/default/release`, { method: 'POST' }))
  expect([refused.status, await refused.json()]).toMatchObject([409, { detail: expect.stringContaining('--data') }])
})

test.each([
  ['DELETE', ''],
  ['POST', '/release'],
  ['POST', '/fork'],
])('%s %s of a world that does not exist names the worlds that are not loaded, too', async (method, path) => {
  const here = await keptIn(await folderWithWorlds('team'))
  const init = { method, headers: { 'content-type': 'application/json' }, ...(path === '/fork' && { body: '{"as":"copy"}' }) }
  const answer = await here.send(new Request(`${base}/_standin/worlds/tema${path}`, init))
  expect([answer.status, await answer.json()]).toMatchObject([404, { choices: ['team', 'default'] }])
  here.close()
})

test('a reset of all worlds, a drop and a copy reach worlds that are not loaded', async () => {
  const folder = await folderWithWorlds('a', 'b', 'c')
  const here = await keptIn(folder)
  const send = (method: string, path: string, body?: object) =>
    here.send(
      new Request(`${base}${path}`, {
        method,
        headers: { 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      }),
    )
  expect((await send('POST', '/_standin/worlds/a/fork', { as: 'b' })).status).toBe(409)
  expect((await send('POST', '/_standin/worlds/a/fork', { as: 'copy' })).status).toBe(201)
  expect((await send('DELETE', '/_standin/worlds/b')).status).toBe(204)
  expect((await send('POST', '/_standin/reset', { all: true })).status).toBe(204)
  await here.isKept()
  here.close()
  const again = await keptIn(folder)
  const { worlds } = (await (await again.send(new Request(`${base}/_standin/worlds`))).json()) as { worlds: { name: string }[] }
  expect(worlds.map(({ name }) => name)).toEqual(['a', 'c', 'copy', 'default'])
  for (const world of ['a', 'c', 'copy']) {
    await again.simulator.reach(world)
    expect(count(again, world)).toBe(0)
  }
  again.close()
})

test('a world that nobody has used for its time is dropped, also when it is not loaded', async () => {
  const folder = await folderWithWorlds('a')
  const here = await timedIn(folder, {}, { worldTtl: 60_000 })
  await here.pass(30_000)
  expect(names(here)).toEqual(['default'])
  await here.pass(40_000)
  const database = new DatabaseSync(join(folder, 'standin.db'), { readOnly: true })
  onTestFinished(() => database.close())
  expect(database.prepare('SELECT name FROM world').all()).toEqual([{ name: 'default' }])
  expect(database.prepare('SELECT count(*) AS rows FROM orders').get()).toEqual({ rows: 0 })
})

test('files of worlds that were let go count against --max-spool, until their world is dropped', async ({ folder }) => {
  const upload = async (here: Kept, world: string) => {
    await here.simulator.reach(world)
    const client = here.clientOf(`/worlds/${world}`)
    const fileTransferId = await initialized(client)
    const reply = await client.call('fileTransfer.upload', { as: sender, params: { fileTransferId }, body: new Uint8Array(600) })
    return reply.status
  }
  const settings = { maxSpool: 1_000 }
  const here = await timedIn(folder, settings)
  expect(await upload(here, 'a')).toBe(200)
  await here.pass(120_000)
  expect(names(here)).toEqual([])
  expect(await upload(here, 'b')).toBe(500)
  here.close()
  const again = await keptIn(folder, { settings })
  expect(await upload(again, 'b')).toBe(500)
  await again.simulator.reach('a')
  expect(await upload(again, 'b')).toBe(500)
  await again.opened.worldStore.release('a')
  expect(await upload(again, 'b')).toBe(500)
  await again.simulator.reach('a')
  again.simulator.drop('a')
  expect(await upload(again, 'b')).toBe(200)
  again.close()
})

test('an idle world is let go also where worlds are dropped later', async () => {
  const running = await startSimulator({ port: 0, data: folderWith(), idleWorlds: 100, worldTtl: 3_600_000 })
  onTestFinished(() => running.close())
  await fetch(`${running.url}/worlds/a/future/shipment/none`)
  await expect.poll(() => names(running), { timeout: 5_000 }).toEqual([])
  expect((await fetch(`${running.url}/worlds/a/_standin/state`)).status).toBe(200)
})

test('a world that was let go is dropped when nobody has used it for its time', async () => {
  const folder = await folderWithWorlds('a')
  const here = await timedIn(folder, {}, { idleWorlds: 10_000, worldTtl: 60_000 })
  await here.simulator.reach('a')
  await here.pass(30_000)
  expect(names(here)).toEqual([])
  const list = async () => ((await (await here.send(new Request(`${base}/_standin/worlds`))).json()) as { total: number }).total
  expect(await list()).toBe(2)
  await here.pass(60_000)
  expect(await list()).toBe(1)
})

test('a damaged world is refused by itself, and the others answer', async () => {
  const folder = await folderWithWorlds('a', 'b')
  const database = new DatabaseSync(join(folder, 'standin.db'))
  database.exec(`UPDATE record SET json = '{' WHERE kind = 'order' AND id / 1073741824 = (SELECT number FROM world WHERE name = 'a')`)
  database.close()
  const here = await keptIn(folder)
  for (let again = 0; again < 2; again++) {
    const refused = await here.send(new Request(`${at('a')}/future/shipment/none`))
    expect([refused.status, await refused.json()]).toMatchObject([500, { detail: expect.stringContaining('is damaged') }])
  }
  expect(here.told.filter((text) => text.includes('World a cannot be loaded'))).toHaveLength(1)
  expect(await order(here, 'b')).toMatchObject({ status: 200 })
  here.close()
})

test('a capsule of all worlds has those that are kept, too', async () => {
  const here = await keptIn(await folderWithWorlds('a', 'b'))
  await beginRecording(here.simulator)
  expect(names(here)).toEqual(['default', 'a', 'b'])
  await endRecording(here.simulator)
  here.close()
})
