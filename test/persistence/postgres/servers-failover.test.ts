/** Servers that are closed, killed, or cut off from their address: others follow them. */
import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect } from 'vitest'
import { startProcess } from '../../support/command-line.ts'
import { bytes, published, recipient } from '../../support/file-transfers.ts'
import { listenOn } from '../../support/listen.ts'
import { orderTo, toEmail, ttd } from '../../support/orders.ts'
import { outside } from '../../support/outside.ts'
import { test } from '../../support/postgres.ts'
import { askAt, clientAt, serverOn, serversOn, worldAt } from '../../support/servers.ts'

async function processOn(data: string, instance: string, ...more: string[]) {
  const { child, line } = startProcess(['--data', data, '--instance', instance, '--json', ...more])
  const { url } = JSON.parse(await line()) as { url: string }
  async function end(signal: NodeJS.Signals): Promise<void> {
    child.kill(signal)
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  }
  return { url, end, stop: () => void child.kill('SIGSTOP') }
}

const orderNumbered = (url: string, nth: number) =>
  clientAt(url).call('notifications.createOrder', { as: ttd, body: orderTo(toEmail(), { idempotencyId: `order-${nth}` }) })

test('a server that is closed hands its worlds over at once, and answers what it has taken', async ({ url }) => {
  const [one, two] = await serversOn(url, ['one', 'two'])
  const place = await worldAt(one, 'handed')
  const client = two.clientOf(place)
  const id = await published(client, { content: bytes('hello') })
  const placed = Array.from({ length: 20 }, (_, nth) => orderNumbered(two.url + place, nth))
  await Promise.all(placed.slice(0, 5))
  const closing = one.close()
  const statuses = (await Promise.all(placed)).map(({ status }) => status)
  expect(statuses.every((status) => [200, 201, 503].includes(status))).toBe(true)
  await closing
  const download = await client.call('fileTransfer.download', { as: recipient, params: { fileTransferId: id } })
  expect([download.status, download.text]).toEqual([200, 'hello'])
  const answered = statuses.filter((status) => status < 300).length
  expect((await two.ask(`${place}/_standin/state`)).body.environments.test.orders.total).toBeGreaterThanOrEqual(answered)
  expect((await two.ask('/_standin/worlds')).body.worlds.map(({ name }: { name: string }) => name)).toEqual(['default', 'handed'])
})

test('a server that is killed is followed by another, with all that it has answered, and no number twice', async ({ url }) => {
  const [gone, two] = await Promise.all([processOn(url, 'gone'), serverOn(url, 'two')])
  const at = `${gone.url}/worlds/followed`
  const before = await Promise.all(Array.from({ length: 10 }, (_, nth) => orderNumbered(at, nth)))
  expect(before.map(({ status }) => status)).toEqual(Array(10).fill(201))
  expect((await two.ask('/_standin/worlds')).body.worlds).toContainEqual(expect.objectContaining({ name: 'followed', instance: 'gone' }))
  const there = `${two.url}/worlds/followed`
  const gate = '/worlds/followed/_standin/gates/notifications.createOrder/before-work'
  await two.ask(gate, { method: 'PUT' })
  const stands = orderNumbered(there, 100)
  await two.ask(`${gate}?arrived=1`)
  await gone.end('SIGKILL')
  const { status, headers } = await stands
  expect([status, headers.get('retry-after')]).toEqual([503, '1'])
  const after = await Promise.all(Array.from({ length: 20 }, (_, nth) => orderNumbered(there, nth)))
  expect(after.map(({ status }) => status)).toEqual([...Array(10).fill(200), ...Array(10).fill(201)])
  const calls = [...before, ...after].map(({ headers }) => headers.get('x-standin-call'))
  expect(new Set(calls).size).toBe(30)
  const ids = [...before, ...after.slice(10)].map(({ body }) => body.notificationOrderId)
  expect(new Set(ids).size).toBe(20)
})

test('a call of a server that stands still is answered by the one that was called, as soon as the world is free', async ({ url }) => {
  const [still, two] = await Promise.all([processOn(url, 'still'), serverOn(url, 'two')])
  const { status } = await orderNumbered(`${still.url}/worlds/stopped`, 1)
  const { body } = await askAt(`${still.url}/worlds/stopped/_standin/tokens`, { method: 'POST', body: ttd })
  still.stop()
  const again = await two.ask('/worlds/stopped/future/orders', {
    method: 'POST',
    body: orderTo(toEmail(), { idempotencyId: 'order-1' }),
    headers: { authorization: `Bearer ${body.token}` },
  })
  expect([status, again.status]).toEqual([201, 200])
})

test('what falls due in a world of a server that was killed happens at another one', async ({ url }) => {
  const gone = await processOn(url, 'gone')
  const two = await serverOn(url, 'two')
  const client = clientAt(`${gone.url}/worlds/due`)
  await client.token(ttd)
  const requestedSendTime = new Date(Date.now() + 2000).toISOString()
  const made = await client.call('notifications.createOrder', { as: ttd, body: orderTo(toEmail(), { requestedSendTime }) })
  expect(made.status).toBe(201)
  await gone.end('SIGKILL')
  await expect.poll(() => two.simulator.worlds().map(({ name }) => name)).toContain('due')
  await expect.poll(async () => (await two.ask('/worlds/due/_standin/outbox')).body.messages.length).toBe(1)
})

test('where an owner cannot be reached, callers are told so in time, and its user once', async ({ url }) => {
  const another = await outside((_, response) => void response.writeHead(404).end())
  const silence = await listenOn(createServer(() => {}))
  const two = await serverOn(url, 'two')
  const stranger = await serverOn(url, 'stranger', { dataSchema: 'another' })
  const addresses = ['http://127.0.0.1:1', stranger.url, another.url, silence.url, two.url, 'https://host.invalid']
  await Promise.all(
    addresses.map(async (address, nth) => {
      const place = await worldAt(await serverOn(url, `hidden-${nth}`, { address }), `hidden-${nth}`)
      const began = performance.now()
      const answers = await Promise.all([two.ask(`${place}/_standin/state`), two.ask(`${place}/future/shipment/none`)])
      for (const { status, headers } of answers) expect([address, status, headers.get('retry-after')]).toEqual([address, 503, '1'])
      expect(performance.now() - began).toBeLessThan(15_000)
    }),
  )
  const told = two.told.join('')
  for (const address of addresses) expect(told.split(`cannot be reached at ${address}`)).toHaveLength(2)
})
