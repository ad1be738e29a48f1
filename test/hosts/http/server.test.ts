/** What only a real connection shows. */
import { once } from 'node:events'
import { Agent, createServer, IncomingMessage, request, ServerResponse } from 'node:http'
import { request as requestSecurely, Agent as SecureAgent } from 'node:https'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test, vi } from 'vitest'
import { drained } from '../../../src/hosts/http/continuing.ts'
import { startServer } from '../../../src/hosts/http/server.ts'
import { initialized, sender, statusOf, request as transferRequest } from '../../support/file-transfers.ts'
import { connectTo, hosted, servers } from '../../support/hosts.ts'
import { listenOn } from '../../support/listen.ts'
import { filePath } from '../../support/resumable.ts'
import { rule } from '../../support/rule.ts'

interface Sent {
  method?: string
  headers?: Record<string, string>
  body?: Uint8Array | string
}

/** Calls over a kept connection. */
function ask(agent: Agent, url: string, { body, ...options }: Sent = {}): Promise<{ status: number | undefined; text: string }> {
  return new Promise((resolve, reject) => {
    const ask = url.startsWith('https:') ? requestSecurely : request
    const asked = ask(url, { agent, ...options }, (reply) => {
      text(reply).then((said) => resolve({ status: reply.statusCode, text: said }), reject)
    })
    asked.on('error', reject)
    asked.end(body)
  })
}

/** Sends bytes and reads until the server closes the connection. */
function say(origin: string, bytes: string): Promise<string> {
  const socket = connectTo(origin)
  socket.write(bytes)
  return text(socket)
}

for (const host of servers) {
  test(`after an early refusal, the connection carries the next call at once (${host})`, async () => {
    const { origin, client } = await hosted(host)
    const agent = new (host === 'tls' ? SecureAgent : Agent)({ keepAlive: true, maxSockets: 1 })
    const headers = {
      authorization: `Bearer ${await client.token({ orgNo: '347147753' })}`,
      'content-type': 'multipart/form-data; boundary=part',
    }
    const field = `--part\r\nContent-Disposition: form-data; name="Metadata.FileName"\r\n\r\n${'x'.repeat(1_000_000)}\r\n--part--\r\n`

    const refused = await ask(agent, `${origin}/broker/api/v1/filetransfer/upload`, { method: 'POST', headers, body: field })
    const next = await ask(agent, `${origin}/_standin/health`)
    agent.destroy()

    expect([refused.status, next.status]).toEqual([400, 200])
  })
}

for (const host of servers) {
  test(`the last request of a connection is answered, and nothing that comes behind it (${host})`, async () => {
    const { origin } = await hosted(host)
    const line = 'GET /future/shipment/none HTTP/1.1\r\nHost: localhost\r\n'
    const said = await say(origin, `${line}\r\n${line}Connection: close\r\n\r\n${line}\r\n`)

    expect(said.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 401', 'HTTP/1.1 401'])
  })
}

for (const host of servers) {
  rule('decisions §1', `a request that is not readable as HTTP is refused in the form of every refusal (${host})`, async () => {
    const { origin } = await hosted(host)

    const garbage = await say(origin, 'GARBAGE\r\n\r\n')
    const header = await say(origin, `GET / HTTP/1.1\r\nHost: x\r\nX: ${'a'.repeat(17_000)}\r\n\r\n`)
    const expectation = await say(origin, 'GET / HTTP/1.1\r\nHost: x\r\nExpect: more\r\nConnection: close\r\n\r\n')

    for (const [said, status] of [
      [garbage, 400],
      [header, 431],
      [expectation, 417],
    ] as const) {
      expect(said).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
      expect(said).toMatch(/content-type: application\/problem\+json/i)
      expect(JSON.parse(said.slice(said.indexOf('\r\n\r\n')))).toMatchObject({
        status,
        traceId: expect.stringMatching(/^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/),
      })
    }
  })
}

test('an unreadable address is refused, not left without an answer', async () => {
  const { origin } = await hosted('express')

  for (const target of ['http://[/x', 'http://[/_standin/health']) {
    const said = await say(origin, `GET ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`)
    expect(said).toMatch(/^HTTP\/1\.1 400 /)
    expect(said).toMatch(/content-type: application\/problem\+json/i)
  }
})

test('an invalid host is refused before anything happens', async () => {
  const { origin, client, simulator } = await hosted('express')
  const fileTransferId = await initialized(client)
  const head = [
    `POST ${filePath(fileTransferId)} HTTP/1.1`,
    'Host: [',
    `Authorization: Bearer ${await client.token({ ...sender, scope: 'altinn:broker.write' })}`,
    'Tus-Resumable: 1.0.0',
    'Upload-Length: 13',
    'Connection: close',
  ]

  for (const first of [head[0], 'GET /_standin/health HTTP/1.1', 'GET /nothing HTTP/1.1'])
    expect(await say(origin, `${[first, ...head.slice(1)].join('\r\n')}\r\n\r\n`)).toMatch(/^HTTP\/1\.1 400 /)
  expect(await statusOf(client, fileTransferId)).toMatchObject({ status: 'Initialized' })
  expect(simulator.world.journal.calls.list().filter(({ status }) => status === 500)).toEqual([])
})

test('a defect is answered, whether the request has a body or not', async () => {
  const defects: unknown[] = []
  const defect = new Error('broken')
  const carrier = () => {
    throw defect
  }
  const server = await startServer({ carrier, port: 0, host: '127.0.0.1', alarm: (thrown) => defects.push(thrown) })
  onTestFinished(() => server.close())

  for (const init of [{}, { method: 'POST', body: 'x' }]) {
    const response = await fetch(server.url, init)
    expect([response.status, response.headers.get('x-standin-bug')]).toEqual([500, 'true'])
  }
  expect(defects).toEqual([defect, defect])
})

/** Sends a whole body before it reads anything, as many clients do. */
async function sendFirst(origin: string, head: readonly string[], bytes: number): Promise<string> {
  const socket = connectTo(origin)
  const failed = once(socket, 'error').then(([failure]) => Promise.reject(failure))
  socket.write(`${[...head, 'Host: localhost', `Content-Length: ${bytes}`].join('\r\n')}\r\n\r\n`)
  const chunk = Buffer.alloc(65_536)
  for (let left = bytes; left > 0; left -= chunk.length) {
    const room = socket.write(chunk.subarray(0, Math.min(left, chunk.length)))
    if (!room) await Promise.race([once(socket, 'drain'), failed])
  }
  failed.catch(() => {})
  return text(socket)
}

for (const [status, ...head] of [
  [401, `POST ${filePath('x')} HTTP/1.1`],
  [404, 'POST /nothing HTTP/1.1'],
  [405, 'PUT /future/orders HTTP/1.1'],
  [413, 'POST /future/orders HTTP/1.1', 'Content-Type: application/json'],
  [413, 'POST /_standin/clock/advance HTTP/1.1', 'Content-Type: application/json'],
  [417, 'POST /future/orders HTTP/1.1', 'Expect: more'],
] as const) {
  test.each(servers)(
    `a refusal (${status}) is read by a client that sends its whole body first and closes: ${head.join(', ')} (%s)`,
    async (host) => {
      const { origin, client } = await hosted(host)
      const authorization = `Authorization: Bearer ${await client.token({ org: 'ttd', orgNo: '991825827' })}`
      const more = status === 401 ? [] : [authorization]

      const said = await sendFirst(origin, [...head, ...more, 'Connection: close'], 40_000_000)

      expect(said.slice(0, 12)).toBe(`HTTP/1.1 ${status}`)
    },
  )
}

test('the rest of a request after an early refusal is read within limits', async () => {
  const ended = Promise.withResolvers<string>()
  const server = createServer((request) => {
    request.once('close', () => ended.resolve(request.complete ? 'complete' : 'broken off'))
    void drained(request, { bytes: 1_000_000, time: 60_000 })
  })
  const { url } = await listenOn(server)

  await expect(sendFirst(url, ['POST / HTTP/1.1'], 50_000_000)).rejects.toThrow()
  expect(await ended.promise).toBe('broken off')
})

for (const host of servers) {
  test(`two calls in one packet are answered in order (${host})`, async () => {
    const { origin } = await hosted(host)

    const said = await say(
      origin,
      'GET /_standin/health HTTP/1.1\r\nHost: localhost\r\n\r\nGET /nothing HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n',
    )

    expect(said.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 404'])
  })
}

for (const host of servers) {
  test(`a call in one packet with a call before it sees what that one did (${host})`, async () => {
    const { origin, client } = await hosted(host)
    const authorization = `Authorization: Bearer ${await client.token({ ...sender, scope: 'altinn:broker.write' })}`
    const body = JSON.stringify(transferRequest)
    const path = '/broker/api/v1/filetransfer'
    const calls = [
      [`POST ${path}`, 'Content-Type: application/json', `Content-Length: ${body.length}`, '', body],
      [`GET ${path}?resourceId=${transferRequest.resourceId}&role=Sender`, 'Connection: close', '', ''],
    ].map(([line, ...more]) => [`${line} HTTP/1.1`, 'Host: localhost', authorization, ...more].join('\r\n'))

    const said = await say(origin, calls.join(''))

    const [, ...replies] = said.split('HTTP/1.1 ')
    const [made, found] = replies.map((reply) => JSON.parse(reply.slice(reply.indexOf('\r\n\r\n'))))
    expect(found).toEqual([made.fileTransferId])
  })
}

test('Express does not change the prototypes of requests and responses', async () => {
  const answer = { status: 200, headers: {}, body: 'here' }
  const server = await startServer({ carrier: async () => ({ answer, sent() {} }), port: 0, host: '127.0.0.1' })
  onTestFinished(() => server.close())
  const changes: boolean[] = []
  const setPrototypeOf = vi.spyOn(Object, 'setPrototypeOf').mockImplementation((target: object, prototype) => {
    const ours = target instanceof IncomingMessage || target instanceof ServerResponse
    if (ours) changes.push(Object.getPrototypeOf(target) !== prototype)
    Reflect.setPrototypeOf(target, prototype)
    return target
  })
  onTestFinished(() => setPrototypeOf.mockRestore())
  const response = await fetch(server.url)

  expect(await response.text()).toBe('here')
  expect(changes).toEqual([false, false])
})

test.each(['GET /future/orders HTTP/1.1\r\nHost: x\r\n\r\n', 'CONNECT platform.altinn.no:443 HTTP/1.1\r\nHost: x\r\n\r\n'])(
  'a call without TLS on a port of TLS is told so: %j',
  async (call) => {
    const { origin } = await hosted('tls')
    const said = await say(origin.replace('https', 'http'), call)

    expect(said).toMatch(/^HTTP\/1\.1 400 /)
    expect(said).toContain('This port speaks HTTPS. Call it with https://, also as a proxy.')
  },
)
