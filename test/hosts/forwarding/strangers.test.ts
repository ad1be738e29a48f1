/** Who may forward calls: servers that know the secret, and no others. */
import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { createSecureServer } from 'node:http2'
import { connect as connectPlainly, createServer as createPlainServer } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createForwarder } from '../../../src/hosts/forwarding/forwarder.ts'
import { type ServerOptions, startServer } from '../../../src/hosts/http/server.ts'
import type { Call } from '../../../src/service/wire/call.ts'
import { secret } from '../../support/forwarding.ts'
import { connectTo } from '../../support/hosts.ts'
import { listenOn } from '../../support/listen.ts'
import { testCertificates } from '../../support/tls.ts'

const call: Call = { method: 'GET', url: '/', headers: {}, signal: new AbortController().signal, isLocal: () => true }
const target = 'forwarding.standin.invalid:443'

async function owner(more: Partial<ServerOptions> = {}) {
  const carrier = vi.fn(() => ({ answer: { status: 200, headers: {}, body: 'done' }, sent() {} }))
  const alarm = vi.fn()
  const server = await startServer({
    carrier: () => expect.unreachable(),
    port: 0,
    host: '127.0.0.1',
    grace: 100,
    alarm,
    forwarded: { secret: () => secret, carrier },
    ...more,
  })
  onTestFinished(() => server.close())
  return { ...server, carrier, alarm }
}

function forwarder(text: string) {
  const alarm = vi.fn()
  const made = createForwarder({ tell: alarm, secret: () => text, alarm, connectTimeout: 2_000 })
  onTestFinished(made.close)
  return Object.assign(made, { alarm })
}

/** What a server says to raw bytes until it closes. */
async function say(url: string, ...parts: readonly (string | Buffer)[]): Promise<string> {
  const socket = connectTo(url)
  let said = ''
  socket.on('data', (chunk: Buffer) => (said += chunk.toString('latin1'))).on('error', () => {})
  const closed = new Promise((resolve) => socket.on('close', resolve))
  for (const [nth, part] of parts.entries()) {
    if (nth > 0) await vi.waitUntil(() => said !== '')
    socket.write(part)
  }
  await closed
  return said
}

const introduced = `CONNECT ${target} HTTP/1.1\r\nHost: ${target}\r\nStandin-Forwarding: 3\r\n\r\n`
test.each([
  ['no secret', `CONNECT ${target} HTTP/1.1\r\nHost: ${target}\r\n\r\n`],
  ['another version', introduced.replace('Forwarding: 3', 'Forwarding: 2')],
])('a stranger with %s is refused with a text', async (_, request) => {
  const { url, carrier } = await owner()

  expect(await say(url, request)).toMatch(/^HTTP\/1\.1 403 .*Only servers with the same database/s)
  expect(carrier).not.toHaveBeenCalled()
})

/** The start of an HTTP/2 connection, with an empty SETTINGS frame. */
const preface = Buffer.concat([Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'), Buffer.from([0, 0, 0, 4, 0, 0, 0, 0, 0])])

test.each([
  ['a wrong proof', Buffer.alloc(32)],
  ['a wrong proof and HTTP/2', Buffer.concat([Buffer.alloc(32), preface])],
  ['HTTP/2 without a proof', preface],
  ['nonsense', Buffer.from('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')],
])('a stranger that sends %s after the greeting is cut off, and can make no call', async (_, bytes) => {
  const { url, carrier, alarm } = await owner()
  expect(await say(url, introduced, bytes)).toMatch(/^HTTP\/1\.1 200 .*\r\n\r\n$/s)
  expect(carrier).not.toHaveBeenCalled()
  expect(alarm).not.toHaveBeenCalled()
})

test('strangers that show no proof keep no server out', async () => {
  const { url } = await owner()
  const strangers = Array.from({ length: 150 }, () => connectTo(url))
  for (const stranger of strangers) {
    stranger.on('error', () => {}).write(introduced)
    await once(stranger, 'data')
  }
  const { forward } = forwarder(secret)

  expect(await forward(call, url)).toMatchObject({ answer: { status: 200 } })
  for (const stranger of strangers) stranger.destroy()
})

test('a server with another secret is refused, and says so once', async () => {
  const { url, carrier } = await owner()
  const { forward, alarm } = forwarder('another secret, which has at least 32 bytes, too')

  expect([await forward(call, url), await forward(call, url)]).toEqual(['unreachable', 'unreachable'])
  expect(carrier).not.toHaveBeenCalled()
  expect(alarm.mock.calls.map(String)).toEqual([expect.stringContaining('it uses a different forwarding secret')])
})

test('a secret that could be guessed is refused', async () => {
  const { url } = await owner()
  const { forward, alarm } = forwarder('short')

  expect(await forward(call, url)).toBe('unreachable')
  expect(String(alarm.mock.calls[0])).toContain('fewer than 32 bytes')
})

test('a server that does not take calls of others is unreachable, and says so', async () => {
  const server = await startServer({ carrier: () => expect.unreachable(), port: 0, host: '127.0.0.1', grace: 100 })
  onTestFinished(() => server.close())
  const { forward } = forwarder(secret)

  expect(await forward(call, server.url)).toBe('unreachable')
})

test('calls are forwarded over TLS without a certificate that the machine trusts', async () => {
  const { own: tls } = await testCertificates()
  const { url } = await owner({ tls })
  const { forward } = forwarder(secret)

  expect(await forward(call, url)).toMatchObject({ answer: { status: 200 } })
})

test('a server in the middle can pass bytes on, but cannot read them', async () => {
  const { port, carrier } = await owner()
  const passed: Buffer[] = []
  const middle = createPlainServer((near) => {
    const far = connectPlainly(port)
    near
      .on('error', () => {})
      .on('data', (bytes: Buffer) => passed.push(bytes))
      .pipe(far)
    far
      .on('error', () => {})
      .on('data', (bytes: Buffer) => passed.push(bytes))
      .pipe(near)
  })
  const { url } = await listenOn(middle)
  const { forward } = forwarder(secret)

  expect(await forward({ ...call, headers: { authorization: 'Bearer private' } }, url)).toMatchObject({
    answer: { body: Buffer.from('done') },
  })
  expect(carrier.mock.calls).toMatchObject([[{ headers: { authorization: 'Bearer private' } }]])
  expect(Buffer.concat(passed).toString('latin1')).not.toMatch(/private|authorization|done/)
})

test('a server with a certificate that the machine trusts, but without the key, gets no call', async () => {
  const { own: tls } = await testCertificates()
  const stream = vi.fn()
  const impostor = createHttpServer().on('connect', (_, socket) => {
    socket.write('HTTP/1.1 200 OK\r\n\r\n', () =>
      createSecureServer(tls ?? {})
        .on('stream', stream)
        .emit('connection', socket),
    )
  })
  const { url } = await listenOn(impostor)
  const { forward, alarm } = forwarder(secret)

  expect(await forward(call, url)).toBe('unreachable')
  expect(String(alarm.mock.calls[0])).toMatch(/does not accept calls from this server/)
  expect(stream).not.toHaveBeenCalled()
})

test('clients that want a tunnel to another name are closed where there is no proxy, as before', async () => {
  const { url } = await owner()

  expect(await say(url, 'CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\n\r\n')).toBe('')
})

test('a server that does not answer the greeting is unreachable in time', async () => {
  const { url } = await listenOn(createPlainServer())
  const { forward, close } = createForwarder({ tell: () => {}, secret: () => secret, alarm: expect.unreachable, connectTimeout: 50 })

  expect(await forward(call, url)).toBe('unreachable')
  close()
})
