/** What only a real connection shows. */
import { Agent, IncomingMessage, request, ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startServer } from '../../src/hosts/server.ts'
import { hosted } from '../support/hosts.ts'
import { rule } from '../support/rule.ts'

interface Sent {
  method?: string
  headers?: Record<string, string>
  body?: Uint8Array | string
}

/** Calls over a kept connection. */
function ask(agent: Agent, url: string, { body, ...options }: Sent = {}): Promise<{ status: number | undefined; text: string }> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { agent, ...options }, (reply) => {
      text(reply).then((said) => resolve({ status: reply.statusCode, text: said }), reject)
    })
    asked.on('error', reject)
    asked.end(body)
  })
}

/** Sends bytes and reads until the server closes the connection. */
function say(origin: string, bytes: string): Promise<string> {
  const { hostname, port } = new URL(origin)
  const socket = connect(Number(port), hostname)
  socket.write(bytes)
  return text(socket)
}

test('after an early refusal, the connection carries the next call at once', async () => {
  const { origin, client } = await hosted('express')
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
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

rule('decisions §1', 'a request that is not readable as HTTP is refused in the form of every refusal', async () => {
  const { origin } = await hosted('express')

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

test('two calls in one packet are answered in order', async () => {
  const { origin } = await hosted('express')

  const said = await say(
    origin,
    'GET /_standin/health HTTP/1.1\r\nHost: localhost\r\n\r\nGET /nothing HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n',
  )

  expect(said.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 404'])
})

test('Express does not change the prototypes of requests and responses', async () => {
  const answer = { status: 200, headers: {}, body: 'here' }
  const server = await startServer({ carrier: () => ({ answer, sent() {} }), port: 0, host: '127.0.0.1' })
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
