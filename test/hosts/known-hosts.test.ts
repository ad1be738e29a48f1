/** The names by which clients of this machine may call a server, and calls without a Host. */
import { networkInterfaces } from 'node:os'
import { text } from 'node:stream/consumers'
import { connect as connectSecurely } from 'node:tls'
import { expect, onTestFinished, test } from 'vitest'
import { startSimulator } from '../../src/index.ts'
import { liveHosts } from '../../src/service/wire/vocabulary.ts'
import { connectTo, hosted, servers } from '../support/hosts.ts'
import { rule } from '../support/rule.ts'
import { caFolder, trusted } from '../support/tls.ts'

/** Sends a request as it is, and reads until the server closes the connection. */
async function say(
  origin: string,
  head: readonly string[],
  body = '',
): Promise<{ status: number; said: string; body: Record<string, unknown> }> {
  const socket = connectTo(origin)
  socket.write(`${[...head, 'Connection: close'].join('\r\n')}\r\n\r\n${body}`)
  return read(await text(socket))
}

function read(said: string) {
  const body = said.slice(said.indexOf('\r\n\r\n') + 4)
  return { status: Number(said.slice(9, 12)), said, body: body.startsWith('{') ? JSON.parse(body) : {} }
}

const shipment = 'GET /future/shipment/none HTTP/1.1'
const statusAt = async (origin: string, host: string) => (await say(origin, [shipment, `Host: ${host}`])).status

const ownNames = [
  'localhost',
  'LOCALHOST:4300',
  'localhost.',
  'a.b.localhost:80',
  '127.0.0.1',
  '127.1:4300',
  '10.0.0.7:4300',
  '[::1]:4300',
  '[fe80::1]',
  'standin',
  'my_service:80',
  'host.docker.internal',
  'service.test',
  'service.test.',
  ...liveHosts.keys(),
]
const strangeNames = ['evil.example', 'EVIL.example:4300', 'localhost.evil.example', '127.0.0.1.evil.example', 'a.eviltest']

for (const server of servers) {
  rule('decisions §2', `a client of this machine calls by a name that nobody else can have (${server})`, async () => {
    const { origin, simulator } = await hosted(server)

    for (const host of ownNames) expect(await statusAt(origin, host), host).toBe(401)
    const before = simulator.world.data.calls
    for (const host of strangeNames) {
      const { status, said, body } = await say(origin, [shipment, `Host: ${host}`])
      expect(status, host).toBe(421)
      expect(said).toMatch(/^HTTP\/1\.1 421 Misdirected Request\r\n/)
      expect(body.detail).toContain(`--serve-names ${host.toLowerCase().replace(/:\d+$/, '')}.`)
    }
    for (const open of ['POST /_standin/hooks/mine', 'POST /worlds/w1/_standin/hooks/mine', 'GET /_standin/conditions/met'])
      expect((await say(origin, [`${open} HTTP/1.1`, 'Host: evil.example', 'Content-Length: 0'])).status, open).toBe(421)
    expect((await say(origin, ['GET /_standin/clock HTTP/1.1', 'Host: evil.example'])).status).toBe(403)
    expect(simulator.world.data.calls).toBe(before)
  })

  rule(
    'decisions §2',
    `a request of HTTP/1.1 without a Host or with two is refused, and one of HTTP/1.0 without it is not (${server})`,
    async () => {
      const { origin } = await hosted(server)

      const without = await say(origin, [shipment])
      expect(without.status).toBe(400)
      expect(without.body).toMatchObject({ title: 'Bad Request', detail: 'The request has no Host header.' })
      const twice = await say(origin, [shipment, 'Host: localhost', 'host: evil.example'])
      expect(twice).toMatchObject({ status: 400, body: { detail: 'The request has more than one Host header.' } })
      expect(await say(origin, [shipment, 'Host:'])).toMatchObject({ status: 401 })
      expect(await say(origin, ['GET /future/shipment/none HTTP/1.0'])).toMatchObject({ status: 401 })
      expect(await say(origin, ['GET /future/shipment/none HTTP/1.0', 'Host: evil.example'])).toMatchObject({ status: 421 })
    },
  )

  test(`within a tunnel of the proxy, the name counts too (${server})`, async () => {
    const { origin } = await hosted(server)
    await trusted()
    const get = async (host: string) => {
      const socket = connectTo(origin)
      socket.write('CONNECT platform.altinn.no:443 HTTP/1.1\r\nHost: platform.altinn.no:443\r\n\r\n')
      await new Promise<void>((resolve) => void socket.once('data', () => resolve()))
      const line = connectSecurely({ socket, servername: 'platform.altinn.no' })
      line.write(`${shipment}\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
      return read(await text(line)).status
    }

    expect(await get('platform.altinn.no')).toBe(401)
    expect(await get('evil.example')).toBe(421)
  })
}

test('a call of another name changes nothing, also with a body', async () => {
  const { origin, simulator } = await hosted('express')
  const body = 'grant_type=none'

  const head = ['POST /worlds/made/token HTTP/1.1', 'Host: evil.example', `Content-Length: ${body.length}`]
  expect((await say(origin, head, body)).status).toBe(421)
  expect(simulator.worlds().map(({ name }) => name)).toEqual(['default'])
})

test('an app that mounts the service decides itself by which names it is called', async () => {
  const { origin } = await hosted('mounted')
  const { host, pathname } = new URL(origin)

  const path = `${pathname}/future/shipment/none`
  expect(await say(`http://${host}`, [`GET ${path} HTTP/1.1`, 'Host: evil.example'])).toMatchObject({ status: 401 })
})

test('a query that looks like a control row does not let a name in', async () => {
  const { origin } = await hosted('express')

  for (const path of ['/worlds/x?/_standin/', '/?/_standin/', '/worlds/x/future?/_standin/', '/production?/_standin/x'])
    expect((await say(origin, [`GET ${path} HTTP/1.1`, 'Host: evil.example'])).status, path).toBe(421)
})

test('the public address, the names to serve and the name to listen on are names of the server', async () => {
  const running = await startSimulator({
    port: 0,
    host: 'localhost',
    publicUrl: 'https://standin.example.com/base',
    serveNames: ['Other.example'],
    caFolder,
  })
  onTestFinished(() => running.close())
  const origin = `http://localhost:${running.port}`

  for (const host of ['standin.example.com', 'standin.example.com:443', 'other.example']) expect(await statusAt(origin, host)).toBe(401)
  expect(await statusAt(origin, 'more.other.example')).toBe(421)
})

test('on a connection from elsewhere, every name is answered', async () => {
  const [own] = Object.values(networkInterfaces())
    .flat()
    .filter((each) => each && !each.internal && each.family === 'IPv4')
  const running = await startSimulator({ port: 0, host: '0.0.0.0' })
  onTestFinished(() => running.close())

  if (own) expect(await statusAt(`http://${own.address}:${running.port}`, 'standin.example.com')).toBe(401)
  expect(await statusAt(`http://127.0.0.1:${running.port}`, 'standin.example.com')).toBe(421)
})
