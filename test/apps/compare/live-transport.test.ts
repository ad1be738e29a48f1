/** How calls pass through a server that compares: bytes, headers and connections, with a real service that is well or not. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, request, type ServerResponse } from 'node:http'
import { createServer as createTcpServer, type Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { expect, onTestFinished, test, vi } from 'vitest'
import { compareAt, comparing, environmentAt } from '../../support/comparing.ts'
import { listenOn, otherServer } from '../../support/listen.ts'

async function serviceOf(listener: (...call: Parameters<RequestListener>) => void | Promise<void>): Promise<string> {
  return otherServer((...call) => void listener(...call))
}

async function bodyOf(message: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of message) parts.push(part)
  return Buffer.concat(parts)
}

const path = '/broker/api/v1/filetransfer/x'

test('status, headers and body of a reply pass unchanged, and a request arrives as it was sent', async () => {
  let arrived: { headers: IncomingMessage['headers']; url: string; body: string } | undefined
  const url = await serviceOf(async (req, res) => {
    arrived = { headers: req.headers, url: req.url ?? '', body: (await bodyOf(req)).toString() }
    res.writeHead(418, 'Teapot', { 'x-two': ['a', 'b'], 'content-type': 'text/plain', connection: 'x-hop, keep-alive', 'x-hop': 'no' })
    res.end('short and stout')
  })
  const here = await comparing(url)
  const reply = await fetch(`${here.url}${path}?a=%2F&b=+`, {
    method: 'PUT',
    body: 'text',
    headers: { 'x-mine': 'yes', prefer: 'status=500', 'x-standin-scenario': 'outage', authorization: 'Bearer t' },
  })

  expect(reply.status).toBe(418)
  expect(await reply.text()).toBe('short and stout')
  expect(reply.headers.get('x-two')).toBe('a, b')
  expect(reply.headers.has('x-hop')).toBe(false)
  expect(arrived).toMatchObject({ url: `${path}?a=%2F&b=+`, body: 'text', headers: { 'x-mine': 'yes', authorization: 'Bearer t' } })
  expect(arrived?.headers).not.toHaveProperty('prefer')
  expect(arrived?.headers).not.toHaveProperty('x-standin-scenario')
  expect(`http://${arrived?.headers.host}`).toBe(url)
})

test('a compressed reply passes as it is, and a redirect is not followed', async () => {
  const url = await serviceOf((req, res) => {
    if (req.url?.endsWith('/moved')) res.writeHead(307, { location: 'http://elsewhere.test/y' }).end()
    else res.writeHead(200, { 'content-encoding': 'gzip', 'content-type': 'application/json' }).end(gzipSync('{"a":1}'))
  })
  const here = await comparing(url)

  expect(await (await fetch(here.url + path)).json()).toEqual({ a: 1 })
  const moved = await fetch(`${here.url}${path}/moved`, { redirect: 'manual' })
  expect([moved.status, moved.headers.get('location')]).toEqual([307, 'http://elsewhere.test/y'])
})

test('a reply arrives piece by piece', async () => {
  let more = () => {}
  const url = await serviceOf((_, res) => {
    res.write('first')
    more = () => res.end('second')
  })
  const here = await comparing(url)
  const reader = (await fetch(here.url + path)).body?.getReader()
  const first = await reader?.read()
  more()
  const second = await reader?.read()

  expect([first, second].map((each) => new TextDecoder().decode(each?.value))).toEqual(['first', 'second'])
})

test('HEAD has the headers of the reply alone, 204 and 304 have no body', async () => {
  const url = await serviceOf((req, res) => {
    if (req.method === 'HEAD') res.writeHead(200, { 'content-length': '77', 'upload-offset': '5' }).end()
    else res.writeHead(Number(req.url?.slice(-3)), { etag: '"1"' }).end()
  })
  const here = await comparing(url)
  const head = await fetch(here.url + path, { method: 'HEAD' })

  expect([head.headers.get('content-length'), head.headers.get('upload-offset')]).toEqual(['77', '5'])
  for (const status of [204, 304]) {
    const reply = await fetch(`${here.url}${path}/${status}`)
    expect([reply.status, reply.headers.get('etag'), await reply.text()]).toEqual([status, '"1"', ''])
  }
})

test('a service that wants no body answers before the client sends it', async () => {
  const server = createServer((_, res) => res.end('unexpected'))
  server.on('checkContinue', (_: IncomingMessage, res: ServerResponse) => res.writeHead(413).end('too large'))
  const here = await comparing((await listenOn(server)).url)
  const sent = request(here.url + path, { method: 'POST', headers: { expect: '100-continue', 'content-length': '5' } })
  sent.on('error', () => {})
  let isContinued = false
  sent.once('continue', () => (isContinued = true)).flushHeaders()
  const [reply] = (await once(sent, 'response')) as [IncomingMessage]
  sent.destroy()

  expect([reply.statusCode, isContinued]).toEqual([413, false])
})

test('a client that leaves is left by the service, during a request and during a reply', async () => {
  const left: string[] = []
  const { promise, resolve } = Promise.withResolvers<void>()
  const url = await serviceOf((req, res) => {
    const note = () => {
      left.push(req.method ?? '')
      if (left.length === 2) resolve()
    }
    res.on('close', () => res.writableFinished || note())
    if (req.method === 'GET') res.writeHead(401).write('x'.repeat(1000))
  })
  const here = await comparing(url)
  const [one, two] = [new AbortController(), new AbortController()]
  const posted = fetch(here.url + path, { method: 'POST', body: 'x', signal: one.signal }).catch(() => {})
  const reply = await fetch(here.url + path, { signal: two.signal })
  one.abort()
  two.abort()
  await posted
  await reply.text().catch(() => {})
  await promise

  expect(left.toSorted()).toEqual(['GET', 'POST'])
  expect((await here.finish()).calls).toBe(2)
})

test('a connection that the service cuts is cut for the client too, and is a difference', async () => {
  const url = await serviceOf((req, res) => {
    if (req.url?.endsWith('/half')) res.writeHead(401, { 'content-length': '100' }).write('half', () => req.socket.destroy())
    else req.socket.destroy()
  })
  const here = await comparing(url)
  const half = await fetch(`${here.url}${path}/half`)

  await expect(half.text()).rejects.toThrow()
  await expect(fetch(here.url + path)).rejects.toThrow()
  const { groups } = await here.finish()
  expect(groups.map(({ kind }) => kind)).toContain('connection')
})

/** A server of TCP that is not one of HTTP. */
async function tcpOf(listener: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>()
  const server = createTcpServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    listener(socket)
  })
  const { url } = await listenOn(server)
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
  })
  return url
}

test('a service that is away, silent, or no HTTP server is explained to the client', async () => {
  const away = await comparing('http://127.0.0.1:1')
  const silent = await comparing(await tcpOf(() => {}), { silence: 200 })
  const strange = await comparing(await tcpOf((socket) => void socket.once('data', () => socket.end('220 mail.test ESMTP\r\n'))))
  const replies = await Promise.all([away, silent, strange].map(({ url }) => fetch(url + path)))
  const told = await Promise.all(replies.map(async (each) => [each.status, (await each.json()) as { detail: string }] as const))

  expect(told.map(([status]) => status)).toEqual([502, 504, 502])
  expect(replies.every(({ headers }) => headers.get('x-standin-misuse') === 'true')).toBe(true)
  expect(told[0]?.[1].detail).toContain('http://127.0.0.1:1 is not responding')
  expect(told[1]?.[1].detail).toContain('did not reply within 0.2 s')
  expect(told[2]?.[1].detail).toContain('is not an HTTP server')
  const { groups, calls } = await silent.finish()
  expect([groups.map(({ kind }) => kind), calls]).toEqual([['connection'], 1])
})

test('a reply without an end passes until the client leaves', async () => {
  const url = await serviceOf((_, res) => {
    res.writeHead(401)
    const write = () => res.destroyed || (res.write(Buffer.alloc(65_536)) ? void setImmediate(write) : void res.once('drain', write))
    write()
  })
  const here = await comparing(url, { maxSpool: 2 ** 20 })
  const reply = await fetch(here.url + path)
  let size = 0
  for await (const chunk of reply.body ?? []) {
    size += chunk.length
    if (size > 20 * 2 ** 20) break
  }

  expect((await here.finish()).calls).toBe(1)
})

test('calls are compared while another call lasts', async () => {
  const url = await serviceOf((req, res) => {
    res.writeHead(401).write('begins')
    if (req.url === path) res.end()
  })
  const here = await comparing(url)
  const lasting = await fetch(`${here.url}${path}/lasting`)
  for (let nth = 0; nth < 5; nth++) await (await fetch(here.url + path)).text()

  await vi.waitUntil(async () => (await here.soFar()).calls === 5, { timeout: 10_000 })
  await lasting.body?.cancel()
  expect((await here.finish()).calls).toBe(6)
})

test('a page of another origin, another world, and production are refused', async () => {
  const url = await serviceOf((_, res) => void res.end('reached'))
  const here = await comparing(url)
  const statuses = [
    fetch(here.url + path, { headers: { origin: 'https://evil.example' } }),
    fetch(`${here.url}/worlds/mine${path}`),
    fetch(`${here.url}/production${path}`),
  ].map(async (reply) => (await reply).status)
  const sent = request(here.url + path, { headers: { host: 'evil.example' } }).end()
  const [reply] = (await once(sent, 'response')) as [IncomingMessage]
  reply.resume()

  expect(await Promise.all(statuses)).toEqual([403, 409, 409])
  expect(reply.statusCode).toBe(421)
})

test.each(['https://platform.altinn.no', 'https://platform.altinn.no.', 'https://PLATFORM.altinn.no.:443'])(
  'production at %s is refused without --production',
  async (url) => {
    await expect(compareAt({ file: environmentAt(url) })).rejects.toThrow(`addresses.notifications is ${url}/notifications/api/v1`)
  },
)
