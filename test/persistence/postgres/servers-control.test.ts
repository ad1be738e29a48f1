/** Control rows, commands, assistants and the page at servers that share their worlds: each is about all worlds. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { expect } from 'vitest'
import { readEvents } from '../../../src/control/serving/event-stream.ts'
import { failure, run } from '../../support/command-line.ts'
import { published, recipient } from '../../support/file-transfers.ts'
import { folderWith } from '../../support/folder.ts'
import { orderTo, toEmail, ttd } from '../../support/orders.ts'
import { test } from '../../support/postgres.ts'
import { pairForFile, serverOn, serversOn, type TestServer, worldAt } from '../../support/servers.ts'

const { one, two } = await pairForFile()
const namesAt = async (server: TestServer, query = '') => {
  const { body } = await server.ask(`/_standin/worlds${query}`)
  return body.worlds.map(({ name, instance = 'none' }: { name: string; instance?: string }) => `${name} ${instance}`)
}

test('every server lists all worlds in the same order, with their owners, and in pages', async ({ url }) => {
  const servers = await serversOn(url, ['one', 'two', 'three'])
  const [first, second, third] = servers
  for (const [server, name] of [
    [third, 'z'],
    [second, 'b'],
    [first, 'm'],
    [second, 'a'],
  ] as const)
    await worldAt(server, name)
  const all = ['a two', 'b two', 'default one', 'm one', 'z three']
  for (const server of servers) expect(await namesAt(server)).toEqual(all)
  const pages: string[] = []
  for (let [nth, next] = [0, '' as string | null]; next !== null; nth++) {
    const { body } = await (servers[nth % 3] ?? first).ask(`/_standin/worlds?limit=2${next && `&after=${next}`}`)
    pages.push(...body.worlds.map(({ name }: { name: string }) => name))
    next = body.next
  }
  expect(pages).toEqual(['a', 'b', 'default', 'm', 'z'])
})

test('the name of a world is taken neither by a call that is refused nor by one that makes no world', async ({ url: data, run: sql }) => {
  const [here, there] = await serversOn(data, ['one', 'two'], { adminToken: 'a-token-of-this-test' })
  const image = { 'sec-fetch-site': 'cross-site' }
  const metadata = '/.well-known/oauth-authorization-server'
  const stranger = { 'x-forwarded-for': '192.0.2.1' }

  for (const server of [here, there]) {
    expect((await server.ask('/_standin/worlds/refused', { method: 'PUT', headers: stranger })).status).toBe(401)
    expect((await server.ask('/worlds/refused/_standin/clock/advance', { method: 'POST', headers: stranger })).status).toBe(401)
    expect((await server.ask('/worlds/image/favicon.ico')).status).toBe(404)
    expect((await server.ask(`/worlds/image${metadata}`, { headers: image })).status).toBe(200)
  }
  expect(JSON.stringify(await sql('SELECT name FROM standin.world'))).not.toMatch(/refused|image/)

  // A world that exists is reached as always, also at another server.
  await here.ask(`/worlds/image${metadata}`)
  for (const server of [here, there]) {
    expect((await server.ask(`/worlds/image${metadata}`, { headers: image })).status).toBe(200)
    expect((await server.ask('/worlds/image/favicon.ico')).status).toBe(404)
  }
  expect((await there.ask('/worlds/image/_standin/journal')).body.total).toBe(5)
})

test('a world is made, forked, let go and dropped at any server', async () => {
  const place = await worldAt(one, 'made')
  await two.clientOf(place).call('notifications.createOrder', { as: ttd, body: orderTo(toEmail()) })
  expect((await two.ask('/_standin/worlds/made', { method: 'PUT' })).status).toBe(200)
  expect((await two.ask('/_standin/worlds/made/fork', { method: 'POST', body: { as: 'copy' } })).status).toBe(201)
  await worldAt(two, 'elsewhere')
  for (const as of ['copy', 'elsewhere'])
    for (const server of [one, two])
      expect((await server.ask('/_standin/worlds/made/fork', { method: 'POST', body: { as } })).status).toBe(409)
  for (const server of [one, two]) expect((await server.ask('/worlds/copy/_standin/state')).body.environments.test.orders.total).toBe(1)
  expect((await two.ask('/_standin/worlds/made/release', { method: 'POST' })).status).toBe(204)
  for (const server of [one, two]) expect(await namesAt(server)).toContain('made none')
  expect((await two.ask(`${place}/_standin/outbox`)).status).toBe(200)
  expect((await namesAt(one)).filter((each: string) => each.startsWith('made'))).toEqual(['made two'])
  for (const name of ['made', 'copy']) {
    expect((await one.ask(`/_standin/worlds/${name}`, { method: 'DELETE' })).status).toBe(204)
    for (const server of [one, two]) {
      expect((await server.ask(`/worlds/${name}/_standin/state`)).status).toBe(404)
      expect((await server.ask(`/_standin/worlds/${name}`, { method: 'DELETE' })).status).toBe(404)
    }
  }
  expect((await two.ask('/_standin/worlds/default', { method: 'DELETE' })).status).toBe(400)
})

test('a server that has let a world go tells the server that forwards, and no client', async ({ url }) => {
  const servers = await serversOn(url, ['one', 'two', 'three'])
  const place = await worldAt(servers[0], 'moving')
  const clients = servers.map((server) => server.clientOf(place))
  const said = new Set<string>()
  let hasEnded = false
  async function callOn(client: (typeof clients)[number]): Promise<void> {
    const { status, text } = await client.call('notifications.createOrder', { as: ttd, body: orderTo(toEmail()) })
    said.add(status < 300 ? 'made' : text)
    if (!hasEnded) await callOn(client)
  }
  for (const client of clients) await client.call('notifications.createOrder', { as: ttd, body: orderTo(toEmail()) })
  const calling = clients.map(callOn)
  for (let nth = 0; nth < 40; nth++) {
    await servers[nth % 3]?.ask('/_standin/worlds/moving/release', { method: 'POST' })
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  hasEnded = true
  await Promise.all(calling)
  expect([...said]).toContain('made')
  expect([...said].filter((text) => text.includes('Another server'))).toEqual([])
})

test('reset --all brings back the worlds of all servers, also for who comes with the admin token', async ({ url }) => {
  const [first, second] = await serversOn(url, ['first', 'second'])
  const places = ['', await worldAt(first, 'a'), await worldAt(second, 'b')]
  const totals = () =>
    Promise.all(places.map(async (place) => (await first.ask(`${place}/_standin/state`)).body.environments.test.orders.total))
  for (const server of [first, second]) {
    for (const place of places) await server.clientOf(place).call('notifications.createOrder', { as: ttd, body: orderTo(toEmail()) })
    expect(await totals()).toEqual([1, 1, 1])
    expect(await run(['reset', '--all', '--url', server.url])).toEqual({ code: 0, out: 'Reset all worlds.\n', err: '' })
    expect(await totals()).toEqual([0, 0, 0])
  }
})

test('HEAD of a control row, of a stream too, is answered as by the owner', async () => {
  const place = await worldAt(one, 'head')
  for (const path of ['state', 'journal/stream']) {
    const heads = await Promise.all(
      [one, two].map(async (server) => {
        const { status, headers } = await server.ask(`${place}/_standin/${path}`, { method: 'HEAD', signal: AbortSignal.timeout(5_000) })
        return [status, headers.get('content-type'), headers.get('content-length')]
      }),
    )
    expect(heads[1]).toEqual(heads[0])
  }
})

test('the OpenAPI document is that of the dialect of the world, at any server and after the world was let go', async () => {
  const place = await worldAt(one, 'openapi')
  await one.ask(`${place}/_standin/dialect`, { method: 'PUT', body: { dialect: 'live' } })
  const paths = async (server: TestServer) => Object.keys((await server.ask(`${place}/_standin/openapi.json`)).body.paths)
  const usual = Object.keys((await one.ask('/_standin/openapi.json')).body.paths)
  const spoken = await paths(one)
  expect(spoken).not.toEqual(usual)
  expect(await paths(two)).toEqual(spoken)
  await one.ask('/_standin/worlds/openapi/release', { method: 'POST' })
  expect(await paths(two)).toEqual(spoken)
})

test('an exploration that was reported to one server is shown by another', async () => {
  const body = { command: 'node my-client.js', progress: null, report: null }
  expect((await two.ask('/_standin/exploration', { method: 'PUT', body })).status).toBe(200)
  for (const server of [one, two]) expect((await server.ask('/_standin/exploration')).body).toEqual(body)
})

test('a snapshot with files is saved and restored at a server that does not have the world', async () => {
  const [from, to] = [await worldAt(one, 'from'), await worldAt(two, 'to')]
  const content = new Uint8Array(300_000).map((_, at) => at * 7)
  const fileTransferId = await published(two.clientOf(from), { content })
  const folder = folderWith()
  const said = await run(['snapshot', 'save', 'state.json', '--url', two.url, '--world', 'from'], { folder })
  expect([said.code, said.out]).toEqual([0, expect.stringContaining('1 files of 300000 bytes')])
  expect((await run(['snapshot', 'load', 'state.json', '--url', one.url, '--world', 'to'], { folder })).code).toBe(0)
  const { status, bytes } = await one.clientOf(to).call('fileTransfer.download', { as: recipient, params: { fileTransferId } })
  expect([status, Buffer.compare(bytes, content)]).toEqual([200, 0])
})

test('commands reach every world at any server', async () => {
  const at = (server: TestServer, ...words: string[]) => run([...words, '--url', server.url])
  expect((await at(two, 'worlds', 'make', 'by-command')).code).toBe(0)
  expect((await at(one, 'worlds', 'list')).out).toMatch(/by-command +.*two/)
  await one.clientOf('/worlds/by-command').call('notifications.createOrder', { as: ttd, body: orderTo(toEmail()) })
  expect((await at(one, 'state', '--world', 'by-command')).out).toMatch(/orders.*1/)
  expect((await at(one, 'journal', '--world', 'by-command')).out).toContain('POST /future/orders')
  expect((await at(one, 'scenario', 'use', 'rate-limit-burst', '--world', 'by-command')).code).toBe(0)
  expect((await at(two, 'scenario', 'list', '--world', 'by-command')).code).toBe(0)
  expect(await at(one, 'worlds', 'release', 'by-command')).toEqual({ code: 0, out: 'Unloaded world by-command.\n', err: '' })
  expect((await at(one, 'worlds', 'drop', 'by-command')).code).toBe(0)
  expect((await at(two, 'worlds', 'list')).out).not.toContain('by-command')
})

test('an assistant works on a world of another server', async () => {
  const place = await worldAt(one, 'assisted')
  await one.clientOf(place).call('notifications.createOrder', { as: ttd, body: orderTo(toEmail()) })
  const assistant = new Client({ name: 'a-test', version: '1.0.0' })
  await assistant.connect(new StreamableHTTPClientTransport(new URL(`${two.url}/_standin/mcp`)))
  const call = async (name: string, given: Record<string, unknown> = {}) =>
    JSON.stringify((await assistant.callTool({ name, arguments: given })).content)
  expect(await call('journal_list', { world: 'assisted' })).toContain('notifications.createOrder')
  expect(await call('world_list')).toContain('assisted')
  await call('reset', { world: 'assisted' })
  expect((await one.ask(`${place}/_standin/state`)).body.environments.test.orders.total).toBe(0)
  await assistant.close()
})

test('reset --all goes on after a world whose server cannot be reached, and names it', async ({ url }) => {
  const first = await serverOn(url, 'first')
  const hidden = await serverOn(url, 'hidden', { address: 'http://127.0.0.1:1' })
  const other = await serverOn(url, 'other')
  await worldAt(hidden, 'a')
  const place = await worldAt(other, 'b')
  await other.clientOf(place).call('notifications.createOrder', { as: ttd, body: orderTo(toEmail()) })
  expect(await run(['reset', '--all', '--url', first.url])).toMatchObject(
    failure('World a was not reset: World a is on server hidden, which is not responding.'),
  )
  expect((await other.ask(`${place}/_standin/state`)).body.environments.test.orders.total).toBe(0)
})

test('the stream of a journal comes from the owner, outlives a reset, and ends with its client', async () => {
  const place = await worldAt(one, 'streamed')
  const leaving = new AbortController()
  const { body } = await fetch(`${two.url}${place}/_standin/journal/stream`, { signal: leaving.signal })
  const events = readEvents(body as ReadableStream<Uint8Array>)
  const client = two.clientOf(place)
  async function orderIsShown(idempotencyId: string): Promise<void> {
    await client.call('notifications.createOrder', { as: ttd, body: orderTo(toEmail(), { idempotencyId }) })
    for await (const event of { [Symbol.asyncIterator]: () => ({ next: () => events.next() }) })
      if (event.includes('"notifications.createOrder"')) return
  }
  await orderIsShown('before')
  await two.ask(`${place}/_standin/reset`, { method: 'POST', body: {} })
  await orderIsShown('after')
  const { following } = one.simulator.knobs('streamed').world.journal
  expect(following.size).toBe(1)
  leaving.abort()
  await expect.poll(() => following.size).toBe(0)
})

test('a capsule of a world is recorded by its owner, and begun, ended and read at any server', async () => {
  const place = await worldAt(one, 'recorded')
  const client = two.clientOf(place)
  await client.call('notifications.createOrder', { as: ttd, body: orderTo(toEmail()) })
  const record = (server: TestServer, on: boolean) => server.ask(`${place}/_standin/capsule`, { method: 'POST', body: { record: on } })
  expect((await record(two, true)).body.recording).toBe(true)
  expect((await client.call('notifications.createOrder', { as: ttd, body: orderTo(toEmail()) })).status).toBe(200)
  expect((await record(one, false)).body.calls).toBe(1)
  const folder = folderWith()
  const bytes = await (await fetch(`${two.url}${place}/_standin/capsule`)).arrayBuffer()
  writeFileSync(join(folder, 'world.capsule'), new Uint8Array(bytes))
  expect(await run(['capsule', 'replay', 'world.capsule'], { folder })).toMatchObject({
    code: 0,
    out: expect.stringContaining('all replies are the same'),
  })
})
