/** Everything that depends on the connection works through a server that does not have the world. */
import { expect } from 'vitest'
import { bytes, initialized, published, recipient, sender, statusOf } from '../../support/file-transfers.ts'
import { connectTo } from '../../support/hosts.ts'
import { orderTo, toEmail, ttd } from '../../support/orders.ts'
import { test } from '../../support/postgres.ts'
import { append, begin, line, offsetOf } from '../../support/resumable.ts'
import { hereAt, pairForFile, worldAt } from '../../support/servers.ts'
import { endpoint, subscribed } from '../../support/subscribers.ts'

const { one, two } = await pairForFile({ clock: 'frozen', rateLimits: 'current', checked: true })

/** A world of the first server, as clients of the second one see it. */
async function far(name: string) {
  const place = await worldAt(one, name)
  const client = two.clientOf(place)
  const control = (path: string, body?: unknown, method = body === undefined ? 'GET' : 'POST') =>
    two.ask(`${place}/_standin/${path}`, { method, ...(body !== undefined && { body }) })
  const order = (idempotencyId = 'order-1') =>
    client.call('notifications.createOrder', { as: ttd, body: orderTo(toEmail(), { idempotencyId }) })
  async function rules(...all: object[]): Promise<void> {
    const defined = await control('scenarios', { name: 'mine', summary: 'Mine', rules: all })
    const used = await two.ask(`${place}/_standin/scenarios/mine/active`, { method: 'PUT' })
    expect([defined.status, used.status]).toEqual([expect.any(Number), 200])
  }
  /** Calls of an operation stand there before their work. Resolves when one does. */
  async function held(): Promise<() => Promise<unknown>> {
    await two.ask(`${place}/_standin/gates/notifications.createOrder/before-work`, { method: 'PUT' })
    return () => control('gates/notifications.createOrder/before-work?arrived=1')
  }
  const lines = async () => (await control('journal')).body.journal
  return { place, client, control, order, rules, held, lines, here: hereAt(two, place) }
}

test('a file of megabytes goes up in one stream, and comes back, also in a range', async () => {
  const { client, control } = await far('files')
  const content = new Uint8Array(5_000_000).map((_, at) => at * 13)
  const id = await initialized(client)
  let at = 0
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (at < content.length) controller.enqueue(content.slice(at, at + 70_000))
      else controller.close()
      at += 70_000
    },
  })
  expect((await client.call('fileTransfer.upload', { as: sender, params: { fileTransferId: id }, body })).status).toBe(200)
  await control('clock/advance', { until: 'settled' })
  const whole = await client.call('fileTransfer.download', { as: recipient, params: { fileTransferId: id } })
  expect([whole.status, Buffer.compare(whole.bytes, content)]).toEqual([200, 0])
  const ranged = await client.call('fileTransfer.download', {
    as: recipient,
    params: { fileTransferId: id },
    headers: { range: 'bytes=10-19' },
  })
  expect([...ranged.bytes]).toEqual([...(ranged.status === 206 ? content.subarray(10, 20) : content)])
})

test('a resumable upload goes on at either server', async () => {
  const { client, here, place, control } = await far('tus')
  const other = hereAt(one, place)
  const id = await initialized(client)
  const location = await begin(here, id, 300_000)
  const content = new Uint8Array(300_000).map((_, at) => at * 3)
  expect((await append(here, location, 0, content.subarray(0, 100_000))).status).toBe(204)
  const there = location.replace(two.url, one.url)
  expect((await append(other, there, 100_000, content.subarray(100_000, 200_000))).status).toBe(204)
  expect(await offsetOf(here, location)).toBe('200000')
  expect((await append(here, location, 200_000, content.subarray(200_000))).status).toBe(204)
  await control('clock/advance', { until: 'settled' })
  expect(await statusOf(client, id)).toMatchObject({ status: 'Published', size: 300_000 })
})

test('webhooks come once, from the owner', async () => {
  const { client, control } = await far('hooks')
  const hook = await endpoint()
  await subscribed(client, { endPoint: hook.url })
  await control('clock/advance', { until: 'settled' })
  await published(client, { content: bytes('hello') })
  await control('clock/advance', { until: 'settled' })
  await expect.poll(() => hook.events().length).toBeGreaterThan(0)
  const ids = hook.events().map(({ event }) => event.id)
  expect(new Set(ids).size).toBe(ids.length)
})

test('a gate holds calls of both servers, and lets them go in an order', async () => {
  const { place, order, control } = await far('gates')
  const gate = 'gates/notifications.createOrder/before-work'
  await two.ask(`${place}/_standin/${gate}`, { method: 'PUT' })
  const first = order()
  await control(`${gate}?arrived=1`)
  const second = one.clientOf(place).call('notifications.createOrder', { as: ttd, body: orderTo(toEmail()) })
  expect((await control(`${gate}?arrived=2`)).body.standing).toBe(2)
  await control(`${gate}/release`, { order: [1, 0] })
  expect([(await first).status, (await second).status]).toEqual([200, 201])
})

test('scenarios delay, refuse, cripple and cut calls', async () => {
  const { order, rules, client } = await far('scenarios')
  await rules({ on: 'notifications.createOrder', latency: 'PT0.2S' })
  const began = performance.now()
  expect((await order()).status).toBe(201)
  expect(performance.now() - began).toBeGreaterThanOrEqual(199)
  await rules({ on: 'notifications.createOrder', respond: { status: 502, body: 'No' } })
  expect((await order()).status).toBe(502)
  await rules({ on: 'notifications.createOrder', disconnect: { when: 'before-work' } })
  await expect(order()).rejects.toThrow('fetch failed')
  const id = await published(client, { content: new Uint8Array(100_000) })
  await rules({ on: 'fileTransfer.download', disconnect: { when: 'after-work', afterBytes: 1000 } })
  await expect(client.call('fileTransfer.download', { as: recipient, params: { fileTransferId: id } })).rejects.toThrow('terminated')
})

test('a rate limit counts the calls of all servers', async () => {
  const { place, client } = await far('limits')
  const there = one.clientOf(place)
  const search = (at: typeof client) => at.call('fileTransfer.search', { as: recipient, query: { resourceId: 'standin-plain' } })
  const statuses: number[] = []
  for (let nth = 0; nth < 31; nth++) statuses.push((await search(nth % 2 ? client : there)).status)
  expect(statuses.map((status) => status === 429)).toEqual([...Array(30).fill(false), true])
  expect((await search(client)).headers.get('retry-after')).toMatch(/^\d+$/)
})

test('a client that leaves is noted with 499 at the owner, before and during a body', async () => {
  const { client, held, lines } = await far('leaving')
  const stands = await held()
  const leaving = new AbortController()
  const call = client.call('notifications.createOrder', { as: ttd, body: orderTo(toEmail()), signal: leaving.signal })
  const left = expect(call).rejects.toThrow('aborted')
  await stands()
  leaving.abort()
  await left
  await expect.poll(async () => (await lines()).map(({ status }: { status: number }) => status)).toEqual([499])
  const id = await initialized(client)
  const { body, send, breakOff } = line()
  const upload = client.call('fileTransfer.upload', { as: sender, params: { fileTransferId: id }, body })
  const broken = expect(upload).rejects.toThrow('fetch failed')
  send('the beginning')
  await expect.poll(async () => (await statusOf(client, id)).status).toBe('UploadStarted')
  breakOff()
  await broken
  const ofUpload = async () => (await lines()).filter(({ operation }: { operation: string }) => operation === 'fileTransfer.upload')
  await expect.poll(ofUpload).toMatchObject([{ status: 499 }])
})

test('a client that waits with its body is told to continue by the owner, or refused before', async () => {
  const { client, place } = await far('continue')
  async function statuses(token: string): Promise<number[]> {
    const socket = connectTo(two.url)
    const body = JSON.stringify(orderTo(toEmail()))
    const head = [`POST ${place}/future/orders HTTP/1.1`, 'Host: localhost', 'Expect: 100-continue', 'Content-Type: application/json']
    socket.write([...head, `Authorization: ${token}`, `Content-Length: ${Buffer.byteLength(body)}`, '', ''].join('\r\n'))
    let said = ''
    for await (const chunk of socket) {
      said += chunk
      if (said === 'HTTP/1.1 100 Continue\r\n\r\n') socket.write(body)
      else if (/\r\n\r\n.*\{.*\}$/s.test(said)) socket.end()
    }
    return [...said.matchAll(/^HTTP\/1\.1 (\d+)/gm)].map(([, status]) => Number(status))
  }
  expect(await statuses(`Bearer ${await client.token(ttd)}`)).toEqual([100, 201])
  expect(await statuses('Bearer none')).toEqual([401])
})

test('a world that is reset ends the calls in it, wherever they came in', async () => {
  const { order, held, control } = await far('ending')
  const stands = await held()
  const call = order()
  await stands()
  expect((await control('reset', {})).status).toBe(204)
  const { status, headers } = await call
  expect([status, headers.get('x-standin-world-gone')]).toEqual([503, 'true'])
})
