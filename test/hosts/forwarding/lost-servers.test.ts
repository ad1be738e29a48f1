/** What a client sees, and what the owner records, when one of both servers goes away. */
import { once } from 'node:events'
import { expect, test, vi } from 'vitest'
import { createForwarder } from '../../../src/hosts/forwarding/forwarder.ts'
import { startServer } from '../../../src/hosts/http/server.ts'
import { type Call, ClientGone, type Sent } from '../../../src/service/wire/call.ts'
import { secret, twoServers } from '../../support/forwarding.ts'
import { connectTo } from '../../support/hosts.ts'

const call = (url = '/'): Call => ({ method: 'GET', url, headers: {}, signal: new AbortController().signal, isLocal: () => true })
const done = { answer: { status: 200, headers: {}, body: 'done' }, sent() {} }

test('an owner that is gone before a call is unreachable, and nothing is sent on', async () => {
  const carrier = vi.fn(async () => done)
  const { origin, cut } = await twoServers(carrier)
  expect(await (await fetch(origin)).text()).toBe('done')
  cut()
  await vi.waitUntil(async () => (await (await fetch(origin)).text()) === 'done')

  expect(carrier).toHaveBeenCalledTimes(2)
})

test('a port that is closed is unreachable', async () => {
  const { url, close } = await startServer({ carrier: async () => done, port: 0, host: '127.0.0.1' })
  await close()
  const defects = vi.fn()
  const { forward, close: end } = createForwarder({ tell: () => {}, secret: () => secret, alarm: defects })

  expect(await forward(call(), url)).toBe('unreachable')
  expect(defects).not.toHaveBeenCalled()
  end()
  expect(await forward(call(), url)).toBe('unreachable')
})

test('a call whose owner goes away before it answers is answered 503, and the owner records that its client left', async () => {
  const sent = vi.fn<(report: Sent) => void>()
  const answering = Promise.withResolvers<void>()
  let signal: AbortSignal | undefined
  const { origin, cut } = await twoServers(async (given) => {
    signal = given.signal
    await answering.promise
    return { ...done, sent }
  })
  const answer = fetch(origin)
  await vi.waitUntil(() => signal)
  cut()

  expect((await answer).status).toBe(503)
  await vi.waitUntil(() => signal?.aborted)
  answering.resolve()
  await vi.waitUntil(() => sent.mock.calls.length > 0)
  expect(sent.mock.calls).toEqual([[{ bytes: 0, complete: false }]])
})

test('a streamed reply breaks off when the owner goes away, and the owner reports it once', async () => {
  const sent = vi.fn<(report: Sent) => void>()
  async function* body(signal: AbortSignal): AsyncIterable<Uint8Array> {
    yield Buffer.from('begun')
    await once(signal, 'abort')
  }
  const { origin, cut } = await twoServers(async ({ signal }) => ({ answer: { status: 200, headers: {}, body: body(signal) }, sent }))
  const reader = (await fetch(origin)).body?.getReader()
  expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe('begun')
  cut()

  await expect(reader?.read()).rejects.toThrow()
  await vi.waitUntil(() => sent.mock.calls.length > 0)
  expect(sent.mock.calls).toEqual([[{ bytes: 5, complete: false }]])
})

test('the client gets a whole reply, also when the owner goes away after it has sent the reply', async () => {
  const large = 'x'.repeat(3_000_000)
  const { origin, cut } = await twoServers(async () => ({ answer: { status: 200, headers: {}, body: large }, sent() {} }))
  const response = await fetch(origin)
  cut()

  expect(response.headers.get('content-length')).toBe('3000000')
  expect(await response.text()).toBe(large)
})

test('a body ends with its client when the forwarder goes away', async () => {
  const thrown = Promise.withResolvers<unknown>()
  const sent = vi.fn<(report: Sent) => void>()
  let signal: AbortSignal | undefined
  const { origin, end } = await twoServers(async (given) => {
    signal = given.signal
    try {
      await given.body?.collect(1_000)
    } catch (error) {
      thrown.resolve(error)
    }
    return { ...done, sent }
  })
  const socket = connectTo(origin)
  socket.write('POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\n12345')
  await vi.waitUntil(() => signal)
  end()

  expect(await thrown.promise).toBeInstanceOf(ClientGone)
  expect(signal?.aborted).toBe(true)
  await vi.waitUntil(() => sent.mock.calls.length > 0)
  expect(sent.mock.calls).toEqual([[{ bytes: 0, complete: false }]])
  socket.destroy()
})

test('a body with a content-length above the limit is refused before any of it is sent', async () => {
  const { origin } = await twoServers(async ({ body }) => {
    const error = await Promise.resolve(body?.collect(1_000)).catch((thrown: unknown) => thrown)
    return { answer: { status: 413, headers: {}, body: String(error) }, sent() {} }
  })
  const socket = connectTo(origin)
  socket.write('POST / HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Length: 1001\r\n\r\n')

  expect(String((await once(socket, 'data'))[0])).toMatch(/^HTTP\/1\.1 413 .*BodyTooLarge/s)
  socket.destroy()
})

test('a world that is not here is said so, and the call can go to another server with its body', async () => {
  const elsewhere = await startServer({
    carrier: async () => done,
    port: 0,
    host: '127.0.0.1',
    forwarded: { secret: () => secret, carrier: () => undefined },
  })
  const echo = async ({ body }: Call) => ({ ...done, answer: { status: 200, headers: {}, body: await body?.collect(1_000_000) } })
  const here = await startServer({ carrier: echo, port: 0, host: '127.0.0.1', forwarded: { secret: () => secret, carrier: echo } })
  const { forward, close } = createForwarder({ tell: () => {}, secret: () => secret, alarm: expect.unreachable })
  const first: unknown[] = []
  const front = await startServer({
    port: 0,
    host: '127.0.0.1',
    carrier: async (given) => {
      first.push(await forward(given, elsewhere.url))
      const answer = await forward(given, here.url)
      return typeof answer === 'string' ? expect.unreachable() : answer
    },
  })
  for (const size of [5, 500_000]) {
    const body = 'x'.repeat(size)
    expect(await (await fetch(front.url, { method: 'POST', body })).text()).toBe(body)
  }

  expect(first).toEqual(['not-here', 'not-here'])
  close()
  await Promise.all([elsewhere, here, front].map((server) => server.close()))
})

test.each([
  [
    'at once',
    (defect: Error) => () => {
      throw defect
    },
  ],
  ['later', (defect: Error) => () => Promise.reject(defect)],
])('a defect of the owner is answered as if it were called itself: %s', async (_, failing) => {
  const defect = new Error('broken')
  const alarm = vi.fn()
  const carrier = failing(defect)
  const owner = await startServer({ carrier, port: 0, host: '127.0.0.1', alarm, forwarded: { secret: () => secret, carrier } })
  const { forward, close } = createForwarder({ tell: () => {}, secret: () => secret, alarm: expect.unreachable })

  expect(await forward(call(), owner.url)).toMatchObject({ answer: { status: 500, headers: { 'x-standin-bug': 'true' } } })
  expect(alarm.mock.calls).toEqual([[defect]])
  close()
  await owner.close()
})

test('an owner that closes ends its calls, takes no more, and does not wait for idle links', async () => {
  const answering = Promise.withResolvers<void>()
  const carrier = async ({ url }: Call) => {
    if (url === '/slow') await answering.promise
    return done
  }
  const owner = await startServer({ carrier, port: 0, host: '127.0.0.1', grace: 20_000, forwarded: { secret: () => secret, carrier } })
  const { forward, close } = createForwarder({ tell: () => {}, secret: () => secret, alarm: expect.unreachable })
  const slow = forward(call('/slow'), owner.url)
  expect(await forward(call(), owner.url)).toMatchObject({ answer: { status: 200 } })
  const closed = owner.close()
  await vi.waitUntil(async () => (await forward(call(), owner.url)) === 'unreachable')
  answering.resolve()
  const answer = await slow
  if (typeof answer !== 'string') answer.sent({ bytes: 4, complete: true })

  expect(answer).toMatchObject({ answer: { status: 200 } })
  close()
  await closed
})
