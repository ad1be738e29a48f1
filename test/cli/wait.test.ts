/** `standin wait`. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { portOf } from '../../src/cli/wait.ts'
import { startSimulator } from '../../src/index.ts'
import { otherServer, run, serverForFile } from '../support/command-line.ts'

const loading = await serverForFile({ scenarios: () => new Promise(() => {}) })

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

test('waiting ends when the server is ready', async () => {
  const port = await freePort()
  const waiting = run(['wait', '--url', `http://127.0.0.1:${port}`])
  const { promise: documents, resolve: load } = Promise.withResolvers<Record<string, unknown>>()
  let asked = 0
  const { close } = await startSimulator({
    port,
    scenarios: () => documents,
    around: (carrier) => (call) => {
      if (++asked === 2) load({})
      return carrier(call)
    },
  })
  onTestFinished(close)

  expect(await waiting).toEqual({ code: 0, out: `Standin is ready at http://127.0.0.1:${port}\n`, err: '' })
  expect(asked).toBeGreaterThan(1)
})

test('waiting ends with its timeout, and says what the server answered', async () => {
  const { code, err } = await run(['wait', '--url', loading.url, '--timeout', '200ms'])

  expect(code).toBe(1)
  expect(err).toMatch(/^standin: Not ready in 200 ms\. Standin is still loading\. Ask again\. \(503 at http:/)
})

test('the last answer is reported also when the server does not answer again', async () => {
  let calls = 0
  const url = await otherServer((_req, res) => {
    if (++calls === 1) res.writeHead(503).end(JSON.stringify({ detail: 'Standin is still loading.' }))
  })
  const { code, err } = await run(['wait', '--url', url, '--timeout', '300ms'])

  expect([code, calls]).toEqual([1, 2])
  expect(err).toMatch(/^standin: Not ready in 300 ms\. Standin is still loading\./)
})

test('waiting ends with its timeout when a server never answers', async () => {
  const url = await otherServer(() => {})
  const { code, err } = await run(['wait', '--url', url, '--timeout', '200ms'])

  expect(code).toBe(1)
  expect(err).toContain('Not ready in 200 ms.')
})

test.each(['{"ready":true}', 'null', '<html></html>'])(
  'another program on the port that answers everything with %s is not Standin',
  async (body) => {
    const url = await otherServer((_req, res) => res.end(body))
    const { code, err } = await run(['wait', '--url', url, '--timeout', '200ms'])

    expect(code).toBe(1)
    expect(err).toMatch(/Another program answers at|Is it Standin that runs at/)
  },
)

test.each([
  [['standin', 'start', '--port', '8080', '--data', '/data', ''], 8080],
  [['/sbin/docker-init', '--', 'standin', 'start', '--port=8081'], 8081],
  [['standin', 'start', '--port', '1', '--port', '2'], 2],
  [['standin', 'start'], 4300],
  [[], 4300],
])('the health check of a container with the command %j asks port %i', (command, port) => {
  expect(portOf(command, 4300)).toBe(port)
})

test('in a container without a port in its command, the environment names it', async () => {
  const { port, close } = await startSimulator({ port: 0 })
  onTestFinished(close)
  expect(await run(['wait', '--container'], { env: { STANDIN_PORT: String(port) } })).toMatchObject({
    code: 0,
    out: `Standin is ready at http://127.0.0.1:${port}\n`,
  })
})
