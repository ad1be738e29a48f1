import { text } from 'node:stream/consumers'
import { expect, test, vi } from 'vitest'
import { nodePlatform } from '../../../../src/platform/node.ts'
import { fileTransfers } from '../../../../src/service/areas/file-transfer/records/file-transfers.ts'
import type { Platform } from '../../../../src/service/world/platform.ts'
import { bytes, initialized, iso, recipient, sender, statusOf } from '../../../support/file-transfers.ts'
import { connectTo, hosted, servers } from '../../../support/hosts.ts'
import { orderTo, toEmail, ttd } from '../../../support/orders.ts'
import { line } from '../../../support/resumable.ts'
import { rule } from '../../../support/rule.ts'
import { withRules } from '../../../support/rules.ts'
import { base, type Standin, standin } from '../../../support/standin.ts'
import { platformWith } from '../../../support/storage.ts'

/** Lets everything run that is ready. */
const turn = () => new Promise((resolve) => setImmediate(resolve))

/** An upload whose bytes the test sends one by one. */
async function uploading(here: Standin) {
  const fileTransferId = await initialized(here.client, { disableVirusScan: true })
  const { body, send, end } = slowly()
  const reply = here.client.call('fileTransfer.upload', { as: sender, params: { fileTransferId }, body })
  reply.catch(() => {})
  await turn()
  return { fileTransferId, reply, send, end }
}

rule('file-transfer §3.1', 'a sender of less than 100 bytes a second is dropped after ten world seconds, and may try again', async () => {
  const here = standin()
  const { fileTransferId, reply, send } = await uploading(here)
  await send('x'.repeat(999))

  await here.simulator.advance({ by: 10_001 })
  await send('x')

  await expect(reply).rejects.toThrow('fetch failed')
  expect(await statusOf(here.client, fileTransferId)).toMatchObject({ status: 'UploadStarted', size: 0 })
  expect(here.simulator.world.blobs.held.count).toBe(0)
  expect(here.simulator.world.journal.calls.list()).toContainEqual(
    expect.objectContaining({
      operation: 'fileTransfer.upload',
      status: 499,
      code: 'NOT-00002',
      why: 'NOT-00002: The body is arriving at less than 100 bytes per second.',
    }),
  )
  const again = await here.client.call('fileTransfer.upload', { as: sender, params: { fileTransferId }, body: bytes('one two three') })
  expect(again.status).toBe(200)
})

for (const [what, first, pause] of [
  ['at 100 bytes a second', 1001, 10_001],
  ['below 100 bytes a second for ten seconds', 1, 10_000],
  ['fast at first, and then silent for a long time', 1_000_000, 10_000_000],
] as const) {
  rule('file-transfer §3.1', `a sender that is ${what} is not dropped`, async ({ here }) => {
    const { fileTransferId, reply, send, end } = await uploading(here)
    await send('x'.repeat(first))

    await here.simulator.advance({ by: pause })
    await send('x')
    end()

    expect((await reply).status).toBe(200)
    expect(await statusOf(here.client, fileTransferId)).toMatchObject({ status: 'Published', size: first + 1 })
  })
}

rule('file-transfer §3.1', 'the time that the storage takes does not count against the sender', async () => {
  const room = Promise.withResolvers<void>()
  const here = standin({
    platform: platformWith((writer) => ({ write: (chunk: Uint8Array) => room.promise.then(() => writer.write(chunk)) })),
  })
  const { reply, send, end } = await uploading(here)
  await send('x')

  await here.simulator.advance({ by: 60_000 })
  room.resolve()
  await turn()
  end()

  expect((await reply).status).toBe(200)
})

rule('file-transfer §3.1', 'a sender that stops sending is dropped, too', async () => {
  const beats: (() => void)[] = []
  const platform: Platform = {
    ...nodePlatform(),
    wake(milliseconds, call) {
      if (milliseconds === 1_000) beats.push(call)
      return () => {}
    },
  }
  const here = standin({ platform })
  const { fileTransferId, reply, send } = await uploading(here)
  await send('x')

  beats.at(-1)?.()
  await here.simulator.advance({ by: 10_001 })
  beats.at(-1)?.()

  await expect(reply).rejects.toThrow('fetch failed')
  expect(beats.length).toBeGreaterThan(2)
  expect(await statusOf(here.client, fileTransferId)).toMatchObject({ status: 'UploadStarted' })
})

rule('file-transfer §3.1, file-transfer §3.2', 'a form that arrives too slowly is dropped, and makes no transfer', async ({ here }) => {
  // Verifies the token, so that the next call reads its form at once.
  await initialized(here.client)
  const { body, send } = slowly()
  const headers = { 'content-type': 'multipart/form-data; boundary=b' }
  const reply = here.client.call('fileTransfer.initializeAndUpload', { as: sender, body, headers })
  reply.catch(() => {})
  await send('--b\r\nContent-Disposition: form-data; name="FileTransfer"; filename="a"\r\n\r\nabc')

  await here.simulator.advance({ by: 11_000 })
  await send('d')

  await expect(reply).rejects.toThrow('fetch failed')
  expect(here.simulator.world.blobs.held.count).toBe(0)
  expect(here.simulator.world.environments.test.of(fileTransfers).size).toBe(1)
})

for (const host of servers) {
  rule('file-transfer §3.1', `over HTTP (${host}) a sender that is too slow loses its connection`, async () => {
    const { client, simulator, origin } = await hosted(host)
    const fileTransferId = await initialized(client, { recipients: [iso(recipient)] })
    const socket = connectTo(origin)
    const head = [
      `POST /broker/api/v1/filetransfer/${fileTransferId}/upload HTTP/1.1`,
      'Host: localhost',
      'Content-Length: 1000',
      `Authorization: Bearer ${await client.token({ ...sender, scope: 'altinn:broker.write' })}`,
    ]
    const said = text(socket)
    socket.write(`${head.join('\r\n')}\r\n\r\nabc`)
    await vi.waitUntil(async () => (await statusOf(client, fileTransferId)).status === 'UploadStarted')

    await simulator.advance({ by: 11_000 })
    socket.write('d')

    await expect(said).rejects.toThrow('ECONNRESET')
    expect(await statusOf(client, fileTransferId)).toMatchObject({ status: 'UploadStarted' })
  })
}

/** A platform whose real time passes when the test says so. */
function inRealTime() {
  let tick = 0
  let begun = 0
  const beats = new Set<() => void>()
  const platform: Platform = {
    ...nodePlatform(),
    tick: () => tick,
    wake(milliseconds, call) {
      if (milliseconds !== 1_000) return () => {}
      begun++
      const beat = () => {
        beats.delete(beat)
        call()
      }
      beats.add(beat)
      return () => beats.delete(beat)
    },
  }
  const pass = async (milliseconds: number) => {
    tick += milliseconds
    const due = [...beats]
    for (const beat of due) beat()
    await turn()
  }
  return { platform, pass, watches: () => beats.size, begun: () => begun }
}

/** A body whose bytes arrive when the test sends them. */
function slowly() {
  const { body, send, end } = line()
  const sendNow = async (text: string) => {
    send(text)
    await turn()
  }
  return { body, send: sendNow, end }
}

const json = { 'content-type': 'application/json' }
const order = JSON.stringify(orderTo(toEmail()))

/** A JSON body that is streamed to a row. */
async function post({ client, send }: Pick<Standin, 'client' | 'send'>, path: string, body: ReadableStream<Uint8Array>): Promise<Response> {
  const headers = { ...json, authorization: `Bearer ${await client.token(ttd)}` }
  const streamed = { duplex: 'half' }
  return send(new Request(base + path, { method: 'POST', headers, body, ...streamed }))
}

rule('file-transfer §3.1', 'a JSON body of under 100 bytes per real second is dropped after ten, also on a frozen clock', async () => {
  const { platform, pass, watches } = inRealTime()
  const here = standin({ platform })
  const { body, send } = slowly()
  const reply = post(here, '/future/orders', body)
  reply.catch(() => {})
  await send('{')
  await vi.waitUntil(() => watches() === 1)

  await pass(10_000)
  expect(here.simulator.world.journal.calls.list().at(-1)?.status).toBeNull()
  await pass(1)

  await expect(reply).rejects.toThrow('fetch failed')
  expect(here.simulator.world.journal.calls.list().at(-1)).toMatchObject({ status: 499, code: 'NOT-00002', commits: 0 })
  expect(watches()).toBe(0)
})

for (const rules of [
  [],
  [{ on: 'notifications.createOrder', where: { recipient: 'nobody@example.org' }, disconnect: { when: 'before-work' } }],
]) {
  rule('file-transfer §3.1', `a JSON body that arrives fast enough is read, however long it takes (${rules.length} rules)`, async () => {
    const { platform, pass } = inRealTime()
    const here = await withRules([...rules, { on: 'notifications.cancelOrder', latency: 'PT0S' }], { platform })
    const { body, send, end } = slowly()
    const reply = post(here, '/future/orders', body)
    for (let second = 0; second < 20; second++) {
      await send(' '.repeat(100))
      await pass(1_000)
    }
    await send(order)
    end()

    expect((await reply).status).toBe(201)
  })
}

test('the body of a control row is dropped at the same rate', async () => {
  const { platform, pass, watches } = inRealTime()
  const here = standin({ platform })
  const { body, send } = slowly()
  const reply = post(here, '/_standin/clock/advance', body)
  await send('{')
  await vi.waitUntil(() => watches() === 1)

  await pass(10_001)

  const response = await reply
  expect(response.status).toBe(408)
  expect(await response.json()).toMatchObject({
    title: 'Request Timeout',
    detail: 'The body is arriving at less than 100 bytes per second.',
  })
})

for (const [what, rules] of [
  ['a rule that looks into it', [{ on: 'fileTransfer.initializeAndUpload', where: { resource: 'x' }, latency: 'PT0S' }]],
  ['an effect', [{ on: 'fileTransfer.initializeAndUpload', 'early-answer': { code: 'BRO-00002', afterBytes: 1_000 } }]],
] as const) {
  rule('file-transfer §3.1', `a form that arrives too slowly for ${what} is dropped, too`, async () => {
    const { platform, pass, watches } = inRealTime()
    const here = await withRules(rules, { platform })
    await here.client.token(sender)
    const { body, send } = slowly()
    const headers = { 'content-type': 'multipart/form-data; boundary=b' }
    const reply = here.client.call('fileTransfer.initializeAndUpload', { as: sender, body, headers })
    reply.catch(() => {})
    await send('--b')
    await vi.waitUntil(() => watches() === 1)

    await here.simulator.advance({ by: 10_001 })
    await pass(1_000)

    await expect(reply).rejects.toThrow('fetch failed')
  })
}

for (const host of servers) {
  test(`over HTTP (${host}) a client whose JSON body never arrives loses its connection`, async () => {
    const { platform, pass, watches } = inRealTime()
    const { client, origin } = await hosted(host, { platform })
    const authorization = `Authorization: Bearer ${await client.token(ttd)}`
    const socket = connectTo(origin)
    const said = text(socket)
    said.catch(() => {})
    socket.write(
      `POST /future/orders HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${authorization}\r\nContent-Length: 9\r\n\r\n`,
    )
    await vi.waitUntil(() => watches() === 1)

    await pass(10_001)

    await expect(said).rejects.toThrow('ECONNRESET')
  })
}

for (const host of servers) {
  test(`over HTTP (${host}) nobody watches a JSON body that comes with its head`, async () => {
    const { platform, begun } = inRealTime()
    const { client, origin } = await hosted(host, { platform })
    const head = [
      'POST /future/orders HTTP/1.1',
      'Host: localhost',
      `Authorization: Bearer ${await client.token(ttd)}`,
      'Content-Type: application/json',
      `Content-Length: ${order.length}`,
      'Connection: close',
    ]
    const before = begun()
    const socket = connectTo(origin)
    socket.write(`${head.join('\r\n')}\r\n\r\n${order}`)

    expect(await text(socket)).toMatch(/^HTTP\/1.1 201 /)
    expect(begun()).toBe(before)
  })
}
