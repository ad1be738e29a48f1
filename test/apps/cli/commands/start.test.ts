/** `standin start` in its own process: what it prints, and how it stops. */
import { type ChildProcess, spawn } from 'node:child_process'
import type { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { connect } from 'node:tls'
import { expect, onTestFinished } from 'vitest'
import { createControlClient } from '../../../../src/control/client.ts'
import { isAlive } from '../../../../src/platform/node-path.ts'
import { command, failure, misuse, run, startProcess as start } from '../../../support/command-line.ts'
import { folderWith } from '../../../support/folder.ts'
import { otherServer } from '../../../support/listen.ts'
import { test } from '../../../support/rule.ts'

const codeOf = async (child: ChildProcess) => child.exitCode ?? ((await once(child, 'exit')) as [number | null])[0]

/** Makes a call that takes as long as `latency`, and waits until the server has it. */
async function slowCall(url: string, latency: string): Promise<{ answered: Promise<number | string> }> {
  const control = createControlClient({ base: url, send: fetch })
  await control.call('control.defineScenario', { body: { name: 'slow', summary: 'Slow', rules: [{ on: 'all', latency }] } })
  await control.call('control.activateScenario', { params: { name: 'slow' } })
  const answered = fetch(`${url}/future/shipment/none`, { headers: { connection: 'close' } }).then(
    ({ status }) => status,
    () => 'broken off',
  )
  const arrived = async () => (await control.call('control.listJournal')).total > 0
  while (!(await arrived()));
  return { answered }
}

test('--json prints one line with all facts, and SIGTERM ends the server with 0', async () => {
  const { child, line, rest } = start(['--json', '--dialect', 'live', '--clock', 'frozen', '--pace', 'instant'])
  const { url, port, version, ...said } = JSON.parse(await line())
  const health = await fetch(`${url}/_standin/health`)
  child.kill('SIGTERM')

  expect(said).toEqual({ pid: child.pid, world: 'default', dialect: 'live', pace: 'instant', clock: 'frozen' })
  expect(url).toBe(`http://127.0.0.1:${port}`)
  expect(version).toMatch(/^\d+\.\d+\.\d+$/)
  expect(health.status).toBe(200)
  expect(await codeOf(child)).toBe(0)
  expect(await rest()).toEqual([])
})

test('--tls serves https, and the ready line names the CA', async ({ folder }) => {
  const { line } = start(['--json', '--tls', '--ca-folder', 'kept', '--serve-names', 'a.example b.example'], folder)
  const { url, port, ca } = JSON.parse(await line())
  const certificate = await new Promise<X509Certificate | undefined>((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', ca: readFileSync(ca, 'utf8'), servername: 'b.example' }, () => {
      resolve(socket.getPeerX509Certificate())
      socket.destroy()
    })
    socket.on('error', reject)
  })

  expect(url).toBe(`https://127.0.0.1:${port}`)
  expect(ca).toBe(join(realpathSync(folder), 'kept', 'ca.pem'))
  expect(certificate?.subjectAltName).toContain('DNS:a.example, DNS:b.example')
})

test('without --json it prints its address, its settings and its documents, and then logs calls', async () => {
  const folder = folderWith({ 'standin.config.yaml': 'pace: real\ncallers:\n  - { clientId: a, limits: { fileTransfer.search: 1 } }\n' })
  const { child, line, rest } = start([], folder)
  const [, url] = /listens on (http:\S+)$/.exec(await line()) ?? []
  const statuses = []
  for (const path of ['/_standin/version', '/future/shipment/none']) statuses.push((await fetch(url + path)).status)
  child.kill('SIGINT')
  const said = (await rest()).join('\n')

  expect(statuses).toEqual([200, 401])
  for (const word of [
    /HTTPS_PROXY/,
    /dialect +spec/,
    /pace +real/,
    /clock +real/,
    /worlds\/<name>/,
    /README\.md/,
    /\/_standin\/openapi\.json/,
  ]) {
    expect(said).toMatch(word)
  }
  expect(said).toMatch(/Z GET \/future\/shipment\/none 401 [\d.]+ms unauthenticated: the call has no Authorization header$/)
  expect(said).not.toContain('/_standin/version 200')
  expect(await codeOf(child)).toBe(0)
})

test('with --log json every line is JSON, the first and the last too', async () => {
  const { child, line, rest } = start(['--log', 'json', '--trust-any-token'])
  const first = JSON.parse(await line())
  const errors = text(child.stderr)
  await fetch(`${first.url}/future/shipment/none`)
  child.kill('SIGTERM')
  const said = (await rest()).map((each) => JSON.parse(each))
  const warned = (await errors)
    .trimEnd()
    .split('\n')
    .map((each) => JSON.parse(each))

  expect(first).toMatchObject({ level: 'info', event: 'listening', world: 'default', pid: child.pid })
  expect(said).toMatchObject([{ operation: 'notifications.getShipment', status: 401 }])
  expect(warned.map(({ level, message }) => `${level} ${message.split(' ', 1)[0]}`)).toEqual(['warn WARNING:', 'warn Stopping'])
})

test('with --log json a start that fails says so in JSON, and what it thinks of the environment too', async () => {
  const { port } = new URL(await otherServer((_req, res) => void res.end()))
  const { code, out, err } = await run(['start', '--log', 'json', '--port', port], { env: { STANDIN_PROT: '1' } })

  expect({ code, out }).toEqual({ code: 1, out: '' })
  expect(
    err
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toMatchObject([
    { level: 'warn', message: expect.stringContaining('Unknown environment variable: "STANDIN_PROT". Did you mean STANDIN_PORT?') },
    { level: 'error', message: expect.stringContaining(`Port ${port} on 127.0.0.1 is in use.`) },
  ])
})

test('with --log-level error no warning is shown', async () => {
  const { child, line } = start(['--log', 'text', '--log-level', 'error', '--trust-any-token'])
  const errors = text(child.stderr)
  await line()
  child.kill('SIGTERM')

  expect(await errors).toBe('')
})

test('running calls finish before the server stops', async () => {
  const { child, line } = start(['--json'])
  const { answered } = await slowCall(JSON.parse(await line()).url, 'PT0.4S')
  child.kill('SIGTERM')

  expect(await answered).toBe(401)
  expect(await codeOf(child)).toBe(0)
})

test('a second signal stops at once', async () => {
  const { child, line } = start([])
  const [, url] = /listens on (http:\S+)$/.exec(await line()) ?? []
  // A call whose body never ends keeps the server from stopping.
  const call = request(`${url}/_standin/scenarios`, { method: 'POST', headers: { expect: '100-continue' } })
  const broken = once(call, 'error')
  call.write('{')
  await once(call, 'continue')
  const said = once(child.stderr, 'data')
  child.kill('SIGTERM')
  expect(String(await said)).toContain('A second signal stops immediately.')
  // Two signals at nearly the same time count as one.
  await setTimeout(150)
  child.kill('SIGTERM')

  expect(await codeOf(child)).toBe(1)
  await broken
})

test('with --until-stdin-ends the server reads its input, and ends with it', async () => {
  const child = spawn(process.execPath, [command, 'start', '--port', '0', '--json', '--until-stdin-ends'])
  onTestFinished(() => void child.kill('SIGKILL'))
  const [said] = await once(child.stdout, 'data')
  const { url } = JSON.parse(String(said))
  child.stdin.write('a line that nobody asked for\n')
  const { status } = await fetch(`${url}/_standin/health`)
  child.stdin.end()

  expect(status).toBe(200)
  expect(await codeOf(child)).toBe(0)
})

test('with --until-stdin-ends the server ends with a program that is killed, also behind a shell', async () => {
  const line = `'${process.execPath}' '${command}' start --port 0 --json --until-stdin-ends; true`
  const program = `require('node:child_process').spawn('sh', ['-c', ${JSON.stringify(line)}], { stdio: ['pipe', 'inherit', 'inherit'] })`
  const parent = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void parent.kill('SIGKILL'))
  const [said] = await once(parent.stdout, 'data')
  const { pid } = JSON.parse(String(said))
  const closed = once(parent.stdout, 'close')
  parent.kill('SIGKILL')
  // The server has the other end of this pipe until it ends.
  await closed

  expect(isAlive(pid)).toBe(false)
})

test('with --until-stdin-ends a call that never ends does not keep the server', { timeout: 60_000 }, async () => {
  const child = spawn(process.execPath, [command, 'start', '--port', '0', '--json', '--until-stdin-ends'])
  onTestFinished(() => void child.kill('SIGKILL'))
  const [said] = await once(child.stdout, 'data')
  const call = request(`${JSON.parse(String(said)).url}/_standin/scenarios`, { method: 'POST', headers: { expect: '100-continue' } })
  const broken = once(call, 'error')
  call.write('{')
  await once(call, 'continue')
  child.stdin.end()

  expect(await codeOf(child)).toBe(1)
  await broken
})

test('--until-stdin-ends is refused for a server in the background', async () => {
  expect(await run(['start', '--detach', '--until-stdin-ends'])).toMatchObject(misuse('With --detach, the server has no standard input'))
})

test('a closed pipe does not stop the server', async () => {
  const { child, line } = start([])
  const [, url] = /listens on (http:\S+)$/.exec(await line()) ?? []
  child.stdout?.destroy()
  const statuses: number[] = []
  for (let call = 0; call < 3; call++) statuses.push((await fetch(`${url}/_standin/health`)).status)

  expect(statuses).toEqual([200, 200, 200])
  expect(child.exitCode).toBeNull()
})

test('a port that is taken is a failure that names it', async () => {
  const { port } = new URL(await otherServer((_req, res) => void res.end()))
  const { code, out, err } = await run(['start', '--port', port])

  expect({ code, out }).toEqual({ code: 1, out: '' })
  expect(err).toBe(`standin: Port ${port} on 127.0.0.1 is in use. Use another port, or --port 0 for any free port.\n`)
})

test('an address of another machine is a failure', async () => {
  expect(await run(['start', '--port', '0', '--host', '192.0.2.1'])).toMatchObject(
    failure("192.0.2.1 is not one of this machine's addresses (--host)."),
  )
})

const mistakes: [sentence: string, args: string[], files: Record<string, string>, said: string][] = [
  ['a folder of fixtures that is not there', ['--fixtures', 'none'], {}, 'does not exist.'],
  ['a certificate without its key', ['--tls-cert', 'a.pem'], {}, '--tls-cert needs --tls-key'],
  ['a key without its certificate', ['--tls-key', 'a.pem'], {}, '--tls-key needs --tls-cert'],
  ['a certificate that is not there', ['--tls-cert', 'a.pem', '--tls-key', 'a.pem'], {}, '--tls-cert: ENOENT'],
  [
    'a file that is not a certificate',
    ['--tls-cert', 'a.pem', '--tls-key', 'a.pem'],
    { 'a.pem': 'x' },
    'TLS certificate and key cannot be used',
  ],
  ['a kept world without a folder', ['--data-sync', 'power'], {}, 'Add --data <folder>.'],
  ['a name that no host can have', ['--serve-names', 'https://a'], {}, '"https://a" is not a host name'],
  ['a mistake in a fixture', ['--fixtures', '.'], { 'people.json': '{}' }, 'people.json: {} is not a list.'],
  ['a mistake in the callers of the file', [], { 'standin.config.yml': 'callers: [{}]' }, 'standin.config.yml: callers, [0].limits'],
]

test.each(mistakes)('%s is misuse', async (_sentence, args, files, said) => {
  expect(await run(['start', '--port', '0', ...args], { folder: folderWith(files) })).toMatchObject(misuse(said))
})

test('the process ends with the exit code of the command', async () => {
  const child = spawn(process.execPath, [command, 'start', '--port', 'x'], { stdio: ['ignore', 'ignore', 'pipe'] })
  const err = await text(child.stderr)

  expect(await codeOf(child)).toBe(2)
  expect(err).toContain('--port is "x"')
})

test('--record-pact writes what a client did as a pact when the server stops, and names what it leaves out', async ({ folder }) => {
  const { child, line } = start(['--json', '--record-pact', 'my app'], folder)
  const { url } = JSON.parse(await line())
  const said = text(child.stderr)
  await fetch(`${url}/api/GetEnterpriseToken?env=tt02&org=ttd&orgNo=991825827&scopes=altinn:serviceowner/notifications.create`)
  const { status } = await fetch(`${url}/future/shipment/11111111-1111-4111-8111-111111111111`)
  child.kill('SIGTERM')

  expect(await codeOf(child)).toBe(0)
  const file = 'pacts/my-app-notification-and-file-transfer-service.json'
  const { consumer, interactions } = JSON.parse(readFileSync(join(folder, file), 'utf8'))
  expect(consumer).toEqual({ name: 'my app' })
  expect(interactions).toMatchObject([{ request: { method: 'GET' }, response: { status } }])
  expect(await said).toContain('Left out: GET authentication.getEnterpriseToken, answered 200: token calls are not part of a pact.\n')
  expect(await said).toContain(`Wrote ${file}: 1 interactions.\n`)
})

test('--record-pact says at the start and at the end that it replaces a contract', async ({ folder }) => {
  const file = 'pacts/my-app-notification-and-file-transfer-service.json'
  mkdirSync(join(folder, 'pacts'))
  writeFileSync(join(folder, file), 'before')
  const { child, line } = start(['--json', '--record-pact', 'my-app'], folder)
  const { url } = JSON.parse(await line())
  const said = text(child.stderr)
  await fetch(`${url}/future/shipment/11111111-1111-4111-8111-111111111111`)
  child.kill('SIGTERM')

  expect(await said).toBe(`${file} exists. It will be replaced when Standin stops.\nReplaced ${file}: 1 interactions.\n`)
  expect(JSON.parse(readFileSync(join(folder, file), 'utf8')).interactions).toHaveLength(1)
})

test('--record-pact needs the bodies of the journal', async () => {
  expect(await run(['start', '--port', '0', '--record-pact', 'my-app', '--journal-bodies', 'off'])).toMatchObject(
    misuse('--record-pact reads bodies from the journal'),
  )
})
