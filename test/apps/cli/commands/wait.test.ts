/** `standin wait`. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { startSimulator } from '../../../../src/index.ts'
import { command, failure, run, serverForFile } from '../../../support/command-line.ts'
import { folderWith } from '../../../support/folder.ts'
import { otherServer } from '../../../support/listen.ts'

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
  expect(await run(['wait', '--url', loading.url, '--timeout', '200ms'])).toMatchObject(
    failure(/^standin: Not ready after 200 ms\. Standin is still loading\. Try again\. \(503 at http:/),
  )
})

test('the last answer is reported also when the server does not answer again', async () => {
  let calls = 0
  const url = await otherServer((_req, res) => {
    if (++calls === 1) res.writeHead(503).end(JSON.stringify({ detail: 'Standin is still loading.' }))
  })
  const { code, err } = await run(['wait', '--url', url, '--timeout', '300ms'])

  expect([code, calls]).toEqual([1, 2])
  expect(err).toMatch(/^standin: Not ready after 300 ms\. Standin is still loading\./)
})

test('waiting ends with its timeout when a server never answers', async () => {
  const url = await otherServer(() => {})
  expect(await run(['wait', '--url', url, '--timeout', '200ms'])).toMatchObject(failure('Not ready after 200 ms.'))
})

const lacksWget = spawnSync('wget', ['--version']).status !== 0
const waitOn = fileURLToPath(new URL('../../../../node_modules/wait-on/bin/wait-on', import.meta.url))

/** The exit code of a program. */
async function exit(program: string, ...args: string[]): Promise<number> {
  const [code] = await once(spawn(program, args, { stdio: 'ignore' }), 'exit')
  return code
}

test.skipIf(lacksWget)('wget --spider tells a server that is ready from one that is not (skipped without wget)', async () => {
  const { url, close } = await startSimulator({ port: 0 })
  onTestFinished(close)
  const spider = (origin: string) => exit('wget', '--spider', '--quiet', '--tries=1', '--no-proxy', `${origin}/_standin/ready`)

  // 8: the server answered with an error.
  expect([await spider(url), await spider(loading.url)]).toEqual([0, 8])
})

test('wait-on waits for the server by HEAD', async () => {
  const { url, close } = await startSimulator({ port: 0 })
  onTestFinished(close)
  const wait = (origin: string) => exit(process.execPath, waitOn, '--timeout', '3000', `${origin}/_standin/ready`)

  expect(await Promise.all([wait(url), wait(loading.url)])).toEqual([0, 1])
})

test.each(['{"ready":true}', 'null', '<html></html>'])(
  'another program on the port that answers everything with %s is not Standin',
  async (body) => {
    const url = await otherServer((_req, res) => res.end(body))
    expect(await run(['wait', '--url', url, '--timeout', '200ms'])).toMatchObject(
      failure(/Another program is listening at|Is Standin running at/),
    )
  },
)

/** Runs a script of the shell as in a container: with processes and mounts of its own, as a user without a home. The shell is process 1. Resolves to what it prints first. */
async function inContainer(script: string, env: Readonly<Record<string, string>> = {}): Promise<string> {
  const own = ['--user', '--map-user', '65532', '--map-group', '65532', '--mount', '--pid', '--fork', '--kill-child', '--mount-proc']
  const child = spawn('unshare', [...own, 'sh', '-c', `unset HOME; ${script}`], {
    cwd: folderWith(),
    env: { ...process.env, ...env, NODE: process.execPath, STANDIN: command },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [said] = await once(child.stdout, 'data')
  return String(said)
}

const check = '"$NODE" "$STANDIN" wait --container --timeout 20s 2>&1'
const canUnshare =
  spawnSync('unshare', ['--user', '--map-user', '65532', '--mount', '--pid', '--fork', '--mount-proc', 'true']).status === 0

test.skipIf(!canUnshare).each([
  [
    'the first process is the server',
    'http://127.0.0.1',
    (port: number) => `${check} & exec "$NODE" "$STANDIN" start >/dev/null --port ${port}`,
  ],
  [
    'another process started the server',
    'http://127.0.0.1',
    (port: number) => `"$NODE" "$STANDIN" start >/dev/null --port=${port} & ${check}`,
  ],
  [
    'a container beside it has a server, too',
    'http://127.0.0.1',
    (port: number) =>
      `unshare --user --mount "$NODE" "$STANDIN" start --port 0 >/dev/null & "$NODE" "$STANDIN" start >/dev/null --port ${port} & ${check}`,
  ],
  [
    'the server listens on one address',
    'http://[::1]',
    (port: number) => `${check} & exec "$NODE" "$STANDIN" start >/dev/null --port ${port} --host ::1`,
  ],
  [
    'the environment names the port',
    'http://127.0.0.1',
    (port: number) => `export STANDIN_PORT=${port}; ${check} & exec "$NODE" "$STANDIN" start >/dev/null`,
  ],
  [
    'the file names the port',
    'http://127.0.0.1',
    (port: number) => `echo port: ${port} > standin.config.yaml; ${check} & exec "$NODE" "$STANDIN" start >/dev/null`,
  ],
  [
    'its own CA signs',
    'https://127.0.0.1',
    (port: number) => `${check} & exec "$NODE" "$STANDIN" start >/dev/null --port ${port} --tls --ca-folder ca`,
  ],
])('the health check of a container finds the server where %s', async (_, url, script) => {
  const port = await freePort()
  expect(await inContainer(script(port))).toBe(`Standin is ready at ${url}:${port}\n`)
})

test.skipIf(!canUnshare)('the health check of a container without a server says so', async () => {
  const failed = await inContainer(check.replace('20s', '200ms'), { STANDIN_PORT: String(await freePort()) })
  expect(failed).toMatch(/^standin: Not ready after 200 ms\. Cannot connect to .* No process in this container runs "standin start"\.\n$/)
})

test.skipIf(!canUnshare)('the health check of a container refuses a server with any free port', async () => {
  const refused = await inContainer(`"$NODE" "$STANDIN" start >/dev/null --port 0 & ${check}`)
  expect(refused).toBe("standin: This container's server listens on any free port. Set its port with --port or STANDIN_PORT.\n")
})
