/** The proxy for the addresses of the live services, and closing a server with such calls. */
import { text } from 'node:stream/consumers'
import { connect as connectSecurely, type TLSSocket } from 'node:tls'
import { expect, test, vi } from 'vitest'
import { startServer } from '../../../src/hosts/http/server.ts'
import { initialized, sender, statusOf } from '../../support/file-transfers.ts'
import { connectTo, hosted, servers } from '../../support/hosts.ts'
import { orderTo, toEmail } from '../../support/orders.ts'
import { rule } from '../../support/rule.ts'
import { testCertificates, trusted } from '../../support/tls.ts'

/** The answer of the proxy to CONNECT, as bytes. */
function asked(origin: string, target: string, more = '') {
  const socket = connectTo(origin)
  socket.write(`CONNECT ${target} HTTP/1.1\r\nHost: ${target}\r\n\r\n${more}`)
  const head = new Promise<string>((resolve, reject) => {
    socket.once('error', reject).once('readable', () => resolve(String(socket.read())))
  })
  return { socket, head }
}

/** A connection to a host through the proxy. */
async function through(origin: string, host: string): Promise<TLSSocket> {
  await trusted()
  const { socket, head } = asked(origin, `${host}:443`)
  expect(await head).toBe('HTTP/1.1 200 Connection Established\r\n\r\n')
  return connectSecurely({ socket, servername: host })
}

async function get(origin: string, host: string, path: string): Promise<string> {
  const line = await through(origin, host)
  line.write(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
  return text(line)
}

for (const server of servers) {
  test.each([
    ['platform.tt02.altinn.no', 'test'],
    ['test.maskinporten.no', 'test'],
    ['altinn-testtools-token-generator.azurewebsites.net', 'test'],
    ['platform.altinn.no', 'production'],
    ['maskinporten.no', 'production'],
  ])(`a client that calls %s through the proxy reaches the environment %s (${server})`, async (host, environment) => {
    const { origin, simulator } = await hosted(server)
    expect(await get(origin, host, '/future/shipment/none')).toMatch(/^HTTP\/1\.1 401 /)
    expect(simulator.world.journal.calls.list()).toMatchObject([{ operation: 'notifications.getShipment', environment }])
  })

  test(`links begin with the address that the client called (${server})`, async () => {
    const { origin, client } = await hosted(server)
    const token = await client.token({ org: 'ttd', orgNo: '991825827' })
    const line = await through(origin, 'platform.tt02.altinn.no')
    const body = JSON.stringify(orderTo(toEmail()))
    line.write(
      `POST /future/orders HTTP/1.1\r\nHost: platform.tt02.altinn.no\r\nConnection: close\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    )

    expect(await text(line)).toMatch(/\r\nlocation: https:\/\/platform\.tt02\.altinn\.no\/notifications\/api\/v1\/orders\/chain\//i)
  })

  test.each(['example.org:443', '127.0.0.1:9', 'localhost:443', '169.254.169.254:80', 'platform.tt02.altinn.no.example:443'])(
    `nothing is passed on to %s (${server})`,
    async (target) => {
      const { origin } = await hosted(server)
      const { head, socket } = asked(origin, target)
      const [first = '', ...rest] = (await head).split('\r\n')
      socket.destroy()

      expect(first).toBe(`HTTP/1.1 403 Standin does not serve ${target}`)
      expect(JSON.parse(rest.at(-1) ?? '')).toMatchObject({
        status: 403,
        detail: expect.stringContaining('Add the name with --serve-names'),
        choices: expect.arrayContaining(['platform.tt02.altinn.no', 'maskinporten.no']),
      })
    },
  )

  test(`a server closes when calls through its proxy have ended, with silent tunnels open (${server})`, async () => {
    const { own, names, proxied: certificate } = await testCertificates()
    const carrier = async () => ({ answer: { status: 200, headers: {}, body: 'here' }, sent() {} })
    const tls = server === 'tls' ? own : undefined
    const running = await startServer({ carrier, port: 0, host: '127.0.0.1', grace: 60_000, tls, proxy: { names, certificate } })
    const { head } = asked(running.url, 'platform.altinn.no:443')
    await head
    const line = await through(running.url, 'platform.altinn.no')
    line.write('GET / HTTP/1.1\r\nHost: platform.altinn.no\r\n\r\n')
    await new Promise((resolve) => line.once('data', resolve))
    line.on('error', () => {})

    await running.close()
  })

  rule('decisions §5', `a client that breaks off an upload through the proxy is noticed (${server})`, async () => {
    const { origin, client, simulator } = await hosted(server)
    const fileTransferId = await initialized(client)
    const line = await through(origin, 'platform.tt02.altinn.no')
    line.on('error', () => {})
    line.write(
      `POST /broker/api/v1/filetransfer/${fileTransferId}/upload HTTP/1.1\r\nHost: platform.tt02.altinn.no\r\nAuthorization: Bearer ${await client.token(sender)}\r\nContent-Length: 1000\r\n\r\nabc`,
    )
    await vi.waitUntil(async () => (await statusOf(client, fileTransferId)).status === 'UploadStarted')
    line.destroy()

    await vi.waitUntil(() => simulator.world.journal.calls.list().some(({ status, code }) => status === 499 && code === 'NOT-00002'))
  })
}

test('a client may send its handshake together with CONNECT, and may call without TLS', async () => {
  const { origin, simulator } = await hosted('tls')
  const { socket } = asked(origin, 'platform.altinn.no:80', 'GET /x HTTP/1.1\r\nHost: platform.altinn.no\r\nConnection: close\r\n\r\n')

  expect(await text(socket)).toMatch(/HTTP\/1\.1 404 /)
  expect(simulator.world.journal.calls.list()).toMatchObject([{ environment: 'production', status: 404 }])
})

test('a call with a whole address is served for the names of the proxy, and refused for others', async () => {
  const { origin, simulator } = await hosted('tls')
  const ask = async (target: string) => {
    const socket = connectTo(origin)
    const { host } = new URL(target)
    socket.write(`GET ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
    return text(socket)
  }

  expect(await ask('http://platform.altinn.no/x')).toMatch(/^HTTP\/1\.1 404 /)
  expect(await ask(`${origin.replace('https', 'http')}/x`)).toMatch(/^HTTP\/1\.1 404 /)
  const refused = await ask('http://example.org/x')

  expect(refused).toMatch(/^HTTP\/1\.1 403 /)
  expect(refused).toContain('Standin does not serve \\"example.org\\"')
  expect(simulator.world.journal.calls.list().map(({ environment }) => environment)).toEqual(['production', 'test'])
})

test('control rows do not answer under the names of the live services', async () => {
  const { origin } = await hosted('tls')

  expect(await get(origin, 'platform.tt02.altinn.no', '/_standin/health')).toMatch(/^HTTP\/1\.1 403 /)
})

test('a client whose hosts file names Standin reaches the environment of the name', async () => {
  const { origin, simulator } = await hosted('tls')
  const line = connectSecurely({ port: Number(new URL(origin).port), host: '127.0.0.1', servername: 'platform.altinn.no' })
  line.write('GET /x HTTP/1.1\r\nHost: platform.altinn.no\r\nConnection: close\r\n\r\n')

  expect(await text(line)).toMatch(/^HTTP\/1\.1 404 /)
  expect(simulator.world.journal.calls.list()).toMatchObject([{ environment: 'production' }])
})
