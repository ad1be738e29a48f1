/** The options of servers that share their worlds, and what is said of a database that cannot be used. */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { run, startProcess } from '../../support/command-line.ts'
import { folderWith } from '../../support/folder.ts'
import { orderTo, toEmail, ttd } from '../../support/orders.ts'
import { newDatabase, test } from '../../support/postgres.ts'
import { serverOn, serversOn, worldAt } from '../../support/servers.ts'

const secret = 'a-secret-of-this-test'

test('options that do not fit are misuse, and no secret of an address is said or kept', async ({ url }) => {
  const whole = url.replace('admin@', `admin:${secret}@`)
  const wrong: [args: string[], said: string][] = [
    [['--address', 'http://10.0.0.1:4300'], '--address (address) is for servers that share'],
    [['--data-schema', 'mine'], '--data-schema (dataSchema) is a PostgreSQL schema'],
    [['--data', 'folder', '--address', 'http://10.0.0.1:4300'], '--address (address) is for servers that share'],
    [['--data', 'folder', '--data-schema', 'mine'], '--data-schema (dataSchema) is a PostgreSQL schema'],
    [['--data', whole, '--data-sync', 'power'], '--data-sync power (dataSync) is for a folder'],
    [['--data', whole, '--record', 'all.capsule'], "--record records a single server's worlds"],
    [['--data', whole, '--record-pact', 'my-app'], "--record-pact records a single server's worlds"],
    [['--data', whole, '--data-schema', 'No Name'], '"No Name" is not a valid schema name'],
    [['--data', whole.replace('postgres://', 'postgres:/')], 'is a URL, but not a PostgreSQL URL'],
    [['--data', whole.replace('postgres://', 'mysql://')], 'is a URL, but not a PostgreSQL URL'],
    [['--data', `host=127.0.0.1 user=admin password=${secret}`], 'is a URL, but not a PostgreSQL URL'],
    [['--data', `user = admin password = '${secret}'`], 'is a URL, but not a PostgreSQL URL'],
    [['--data', ` ${whole}`], 'is a URL, but not a PostgreSQL URL'],
    [['--data', whole.replace(/:\d+\//, ':1/')], 'ECONNREFUSED'],
    [['--data', whole.replace(/\w+$/, 'nowhere')], 'database "nowhere" does not exist'],
  ]
  for (const [args, expected] of wrong) {
    const folder = folderWith()
    const { code, out, err } = await run(['start', '--port', '0', ...args], { folder })
    expect([args, code, err]).toEqual([args, 2, expect.stringContaining(expected)])
    expect(out + err + readdirSync(folder)).not.toContain(secret)
  }
})

test('no row, page, log or line says a secret of the address', async ({ url }) => {
  const { child, line, rest } = startProcess(['--data', url.replace('admin@', `admin:${secret}@`), '--log', 'json'])
  const said = await line()
  const at = JSON.parse(said).url
  const paths = ['version', 'health', 'ready', 'worlds', 'state', 'metrics', 'openapi.json', '']
  const texts = await Promise.all(paths.map(async (path) => (await fetch(`${at}/_standin/${path}`)).text()))
  child.kill('SIGTERM')
  expect([said, ...texts, ...(await rest())].join('')).not.toContain(secret)
})

test('schemas keep worlds and keys apart', async ({ url }) => {
  const [one, two] = [await serverOn(url, 'one', { dataSchema: 'one' }), await serverOn(url, 'two', { dataSchema: 'two' })]
  for (const server of [one, two]) {
    const made = await server.clientOf('/worlds/same').call('notifications.createOrder', { as: ttd, body: orderTo(toEmail()) })
    expect(made.status).toBe(201)
  }
  expect((await one.ask('/_standin/worlds')).body.total).toBe(2)
  const { body } = await one.ask('/worlds/same/_standin/tokens', { method: 'POST', body: ttd })
  const headers = { authorization: `Bearer ${body.token}` }
  expect((await two.ask('/worlds/same/future/shipment/none', { headers })).status).toBe(401)
})

test('servers of the same name answer each for the worlds of the other', async ({ url }) => {
  const [one, two] = await serversOn(url, ['same', 'same'])
  await worldAt(one, 'a')
  await worldAt(two, 'b')
  for (const server of [one, two])
    for (const name of ['a', 'b']) expect((await server.ask(`/worlds/${name}/_standin/state`)).status).toBe(200)
})

test('a world that is idle is let go, and goes to the next server that is called', async ({ url }) => {
  const [one, two] = [await serverOn(url, 'one', { idleWorlds: 400 }), await serverOn(url, 'two')]
  const place = await worldAt(one, 'idle')
  await one.clientOf(place).call('notifications.createOrder', { as: ttd, body: orderTo(toEmail()) })
  await expect.poll(() => one.simulator.worlds().map(({ name }) => name)).not.toContain('idle')
  // A call that comes while it is on its way brings it back to the first server, for another while.
  const thereAfterCall = async () => {
    const { environments } = (await two.ask(`${place}/_standin/state`)).body
    return { orders: environments.test.orders.total, names: two.simulator.worlds().map(({ name }) => name) }
  }
  await expect.poll(thereAfterCall, { interval: 1_000, timeout: 10_000 }).toEqual({ orders: 1, names: expect.arrayContaining(['idle']) })
})

test('--world-ttl drops worlds that nobody uses, also of a server that has ended, and --max-worlds counts those of all servers', async ({
  url,
}) => {
  const [one, two] = await serversOn(url, ['one', 'two'], { worldTtl: 1500, maxWorlds: 3 })
  await worldAt(one, 'a')
  await worldAt(two, 'b')
  for (const server of [one, two]) expect((await server.ask('/_standin/worlds/too-many', { method: 'PUT' })).status).toBe(503)
  await one.close()
  await expect
    .poll(async () => (await two.ask('/_standin/worlds')).body.worlds.map(({ name }: { name: string }) => name))
    .toEqual(['default'])
})

test('--restore counts for the first server of a database alone', async ({ url }) => {
  const folder = folderWith()
  const first = await serverOn(url, 'first')
  await first.clientOf().call('notifications.createOrder', { as: ttd, body: orderTo(toEmail()) })
  await run(['snapshot', 'save', 'state.json', '--url', first.url], { folder })
  expect(existsSync(join(folder, 'state.json'))).toBe(true)
  const { url: other } = await newDatabase()
  const totals: number[] = []
  for (const instance of ['one', 'two']) {
    const { line } = startProcess(['--data', other, '--instance', instance, '--restore', 'state.json', '--json'], folder)
    const at = JSON.parse(await line()).url
    totals.push(JSON.parse(await (await fetch(`${at}/_standin/state`)).text()).environments.test.orders.total)
  }
  expect(totals).toEqual([1, 1])
})

test('--verdicts watches every world, and any server says what its owner has seen', async ({ url }) => {
  const [one, two] = await serversOn(url, ['one', 'two'], { verdicts: true })
  const place = await worldAt(one, 'watched')
  await two.clientOf(place).call('notifications.createOrder', { as: ttd, body: orderTo(toEmail()) })
  const said = await Promise.all([one, two].map(async (server) => (await server.ask(`${place}/_standin/verdicts`)).body))
  expect(said[1]).toEqual(said[0])
  expect(said[0]).toMatchObject({ callers: [{ orgNo: ttd.orgNo, calls: 1 }] })
})

test('a server with another --world-ttl than those that run is refused, and drops nothing', async ({ url }) => {
  const one = await serverOn(url, 'one')
  const place = await worldAt(one, 'left')
  await one.clientOf(place).call('notifications.createOrder', { as: ttd, body: orderTo(toEmail()) })
  await one.ask('/_standin/worlds/left/release', { method: 'POST' })
  await expect(serverOn(url, 'two', { worldTtl: 1 })).rejects.toThrow(
    'This server has --world-ttl 1ms; the server "one", which uses the same database, has no --world-ttl. One of them would delete',
  )
  expect((await one.ask(`${place}/_standin/state`)).body.environments.test.orders.total).toBe(1)
  await one.close()
  const alone = await serverOn(url, 'two', { worldTtl: 1 })
  await expect.poll(() => alone.told.join('')).toContain('The world "left" was dropped after 1ms of inactivity (--world-ttl).')
})

test('a server whose other options differ says so at its start, and one with the same options says nothing', async ({ url }) => {
  const [one, same, other] = [
    await serverOn(url, 'one', { pace: 'real' }),
    await serverOn(url, 'same', { pace: 'real', idleWorlds: 5_000 }),
    await serverOn(url, 'other', { dialect: 'live' }),
  ]
  expect([one.told, same.told]).toEqual([[], []])
  expect(other.told).toEqual([
    'WARNING: This server has --dialect live, --pace fast; the server "one", which uses the same database, has --dialect spec, --pace real. ' +
      'A world uses the options of the server that owns it. Start all servers with the same options.\n',
  ])
})

test('servers that start at the same time with other options: one of them is refused', async ({ url }) => {
  const started = await Promise.allSettled([serverOn(url, 'one'), serverOn(url, 'two', { worldTtl: 3_600_000 })])
  expect(started.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
})
