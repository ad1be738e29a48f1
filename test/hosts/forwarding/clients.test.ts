/** What clients of a server that forwards do: they leave, wait, send much, read slowly, and follow streams. */
import { once } from 'node:events'
import { get } from 'node:http'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { median } from '../../../bench/calls.ts'
import type { Call, Carrier, Sent } from '../../../src/service/wire/call.ts'
import { initialized, published, recipient, sender } from '../../support/file-transfers.ts'
import { twoServers } from '../../support/forwarding.ts'
import { connectTo, hosted } from '../../support/hosts.ts'

const block = Buffer.alloc(2 ** 16, 'What is sent is the same everywhere. ')

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** Bytes that are in use, of the client, of both servers and of what lies between them. */
function used(): number {
  collectGarbage()
  const { arrayBuffers, heapUsed } = process.memoryUsage()
  return arrayBuffers + heapUsed
}

test('a client that leaves during its call is recorded as 499', async () => {
  const { origin, simulator } = await hosted('forwarded')
  const leaving = new AbortController()
  const call = fetch(`${origin}/broker/api/v1/resource/standin-plain`, {
    headers: { 'x-standin-scenario': 'cancelled-before-commit' },
    signal: leaving.signal,
  }).catch(() => {})
  const lines = () => simulator.world.journal.calls.list()
  await vi.waitUntil(() => lines()[0]?.scenario === 'cancelled-before-commit')
  leaving.abort()
  await call

  await expect.poll(() => lines()[0]?.status).toBe(499)
})

test('a stream of events ends at the owner when its client leaves', async () => {
  const ended = vi.fn<(report: Sent) => void>()
  let left: AbortSignal | undefined
  async function* events(signal: AbortSignal): AsyncIterable<Uint8Array> {
    yield Buffer.from('data: 1\n\n')
    await once(signal, 'abort')
  }
  const carrier: Carrier = async ({ signal }) => {
    left = signal
    return { answer: { status: 200, headers: { 'content-type': 'text/event-stream' }, body: events(signal) }, sent: ended }
  }
  const { origin } = await twoServers(carrier)
  const request = get(origin)
  const [response] = await once(request, 'response')
  expect(String((await once(response, 'data'))[0])).toBe('data: 1\n\n')
  expect(left?.aborted).toBe(false)
  request.destroy()

  await expect.poll(() => ended.mock.calls).toEqual([[{ bytes: 9, complete: false }]])
  expect(left?.aborted).toBe(true)
})

test('the journal can be followed through another server', async () => {
  const { origin, simulator, client } = await hosted('forwarded')
  const response = await fetch(`${origin}/_standin/journal/stream`)
  const reader = response.body?.getReader()
  await client.call('fileTransfer.overview', { as: recipient, params: { fileTransferId: crypto.randomUUID() } })
  let text = ''
  while (!text.includes('fileTransfer.overview')) text += Buffer.from((await reader?.read())?.value ?? []).toString()
  await reader?.cancel()

  expect(simulator.world.journal.calls.list()[0]?.operation).toBe('fileTransfer.overview')
})

test('an upload of 200 MB needs no memory', async () => {
  const { origin, client } = await hosted('forwarded')
  const id = await initialized(client, { resourceId: 'standin-unscanned', disableVirusScan: true })
  const token = await client.token(sender)
  const blocks = 3_200
  async function upload(): Promise<number> {
    const socket = connectTo(origin)
    socket.write(
      `POST /broker/api/v1/filetransfer/${id}/upload HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAuthorization: Bearer ${token}\r\n` +
        `Content-Type: application/octet-stream\r\nContent-Length: ${blocks * block.length}\r\n\r\n`,
    )
    const answered = once(socket, 'data')
    const before = used()
    const samples: number[] = []
    for (let left = blocks; left > 0; left--) {
      if (!socket.write(block)) await once(socket, 'drain')
      if (left % 200 === 0) samples.push(used() - before)
    }
    expect(String((await answered)[0])).toMatch(/^HTTP\/1\.1 200 /)
    // The memory of some buffers is freed after the collection.
    return median(samples)
  }

  expect(await upload()).toBeLessThan(20_000_000)
  const overview = await client.call('fileTransfer.overview', { as: sender, params: { fileTransferId: id } })
  expect(overview.body).toMatchObject({ fileTransferSize: blocks * block.length })
}, 120_000)

/** Resolves when a number does not grow any more. */
async function still(count: () => number): Promise<void> {
  let before = -1
  const isStill = () => {
    const isSame = count() === before
    before = count()
    return isSame && before > 0
  }
  await vi.waitUntil(isStill, { interval: 300, timeout: 20_000 })
}

/** Blocks without end, and their bytes so far. */
function endless() {
  let given = 0
  async function* chunks(): AsyncIterable<Uint8Array> {
    for (;;) {
      given += block.length
      yield block
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
  return { chunks, given: () => given }
}

test('a client that reads slowly holds the owner back', async () => {
  const { chunks, given } = endless()
  const ended = vi.fn<(report: Sent) => void>()
  const { origin } = await twoServers(async () => ({ answer: { status: 200, headers: {}, body: chunks() }, sent: ended }))
  const socket = connectTo(origin)
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await once(socket, 'readable')
  await still(given)

  // What the kernel takes for the client, and one window.
  expect(given()).toBeLessThan(20_000_000)
  socket.destroy()
  await expect.poll(() => ended.mock.calls.length).toBe(1)
})

test('an owner that does not read holds the client back', async () => {
  const { chunks, given } = endless()
  const answering = Promise.withResolvers<void>()
  const { forward } = await twoServers(async ({ body }) => {
    await body?.chunks()[Symbol.asyncIterator]().next()
    await answering.promise
    return { answer: { status: 200, headers: {}, body: 'enough' }, sent() {} }
  })
  const collect = () => Promise.reject(new Error('It has no end.'))
  const answer = forward({
    method: 'POST',
    url: '/',
    headers: {},
    body: { chunks, collect },
    signal: new AbortController().signal,
    isLocal: () => true,
  })
  await still(given)

  expect(given()).toBeLessThan(1_000_000)
  answering.resolve()
  expect(await answer).toMatchObject({ answer: { status: 200 } })
})

const streamOf = (chunks: readonly Uint8Array[]) =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk)
      controller.close()
    },
  })

test('chunks of any size arrive as they were sent, both ways', async () => {
  const echo: Carrier = async ({ body }) => {
    const parts: Uint8Array[] = []
    for await (const chunk of body?.chunks() ?? []) parts.push(chunk)
    async function* again(): AsyncIterable<Uint8Array> {
      yield* parts
    }
    return { answer: { status: 200, headers: {}, body: again() }, sent() {} }
  }
  const { origin } = await twoServers(echo)
  const sizes = fc.array(fc.oneof(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 1, max: 200_000 })), { minLength: 1, maxLength: 30 })

  await fc.assert(
    fc.asyncProperty(sizes, fc.integer({ min: 0, max: 255 }), async (lengths, first) => {
      const chunks = lengths.map((length, nth) => Buffer.alloc(length, first + nth))
      const response = await fetch(origin, { method: 'POST', body: streamOf(chunks), duplex: 'half' } as RequestInit)
      expect(Buffer.concat(chunks).equals(Buffer.from(await response.arrayBuffer()))).toBe(true)
    }),
    { numRuns: 40 },
  )
})

test('the calls of one connection have the same connection at the owner, and other calls have others', async () => {
  const connections: unknown[] = []
  const carrier = async ({ connection }: Call) => {
    connections.push(connection)
    return { answer: { status: 200, headers: {}, body: '' }, sent() {} }
  }
  const { origin } = await twoServers(carrier)
  for (const calls of [2, 1]) {
    const socket = connectTo(origin)
    for (let call = 0; call < calls; call++) {
      socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
      await once(socket, 'data')
    }
    socket.destroy()
  }

  expect(connections.map((each) => connections.indexOf(each))).toEqual([0, 0, 2])
  expect(connections).not.toContain(undefined)
})

test('200 calls at once are answered over one connection', async () => {
  const { origin, links } = await twoServers(async ({ url, body }) => {
    const text = Buffer.from((await body?.collect(1_000)) ?? []).toString()
    return { answer: { status: 200, headers: {}, body: `${url} ${text}` }, sent() {} }
  })
  const call = async (nth: number) => (await fetch(`${origin}/${nth}`, { method: 'POST', body: `body ${nth}` })).text()
  const texts = await Promise.all(Array.from({ length: 200 }, (_, nth) => call(nth)))

  expect(texts).toEqual(texts.map((_, nth) => `/${nth} body ${nth}`))
  expect(links.ever).toBe(1)
})

test('a resumable upload that breaks off goes on where it came to', async () => {
  const { origin, client } = await hosted('forwarded')
  const id = await initialized(client)
  const path = `/broker/api/v1/filetransfer/upload/tus/${id}`
  const headers = { authorization: `Bearer ${await client.token(sender)}`, 'tus-resumable': '1.0.0' }
  const content = Buffer.alloc(300_000, 'all of it, once. ')
  const begun = await fetch(origin + path, { method: 'POST', headers: { ...headers, 'upload-length': String(content.length) } })
  const place = begun.headers.get('location') ?? ''
  const part = { ...headers, 'content-type': 'application/offset+octet-stream' }
  const socket = connectTo(origin)
  const fields = Object.entries({ ...part, 'upload-offset': '0', 'content-length': String(content.length) })
  const { pathname } = new URL(place, origin)
  socket.write(`PATCH ${pathname} HTTP/1.1\r\nHost: localhost\r\n${fields.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`)
  socket.write(content.subarray(0, 100_000), () => socket.destroy())
  const offset = async () =>
    Number((await fetch(origin + pathname, { method: 'HEAD', headers })).headers.get('upload-offset') ?? Number.NaN)
  async function goOn(): Promise<number> {
    const from = await offset()
    const body = content.subarray(from)
    return (await fetch(origin + pathname, { method: 'PATCH', headers: { ...part, 'upload-offset': String(from) }, body })).status
  }

  await expect.poll(goOn).toBe(204)
  expect(await offset()).toBe(content.length)
})

test('a download is the same through another server', async () => {
  const { client } = await hosted('forwarded')
  const content = 'x'.repeat(1_000_000)
  const fileTransferId = await published(client, { content })

  expect((await client.call('fileTransfer.download', { as: recipient, params: { fileTransferId } })).text).toBe(content)
})
