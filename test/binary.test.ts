/** Uses the program of one file where nothing else is: without an environment, in the folder `/` (`npm run test:binary`). */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'

const program = resolve(import.meta.dirname, `../out/binary/standin${process.platform === 'win32' ? '.exe' : ''}`)

const begin = (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  spawn(program, args, { cwd: '/', env, stdio: ['ignore', 'pipe', 'pipe'] })

async function run(args: readonly string[], env?: Readonly<Record<string, string>>) {
  const child = begin(args, env)
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  return { out, err, code: code as number | null }
}

/** Serves until the test ends. */
async function serve(...flags: readonly string[]): Promise<{ child: ChildProcess; url: string }> {
  const child = begin(['start', '--port', '0', '--json', '--log', 'off', ...flags])
  onTestFinished(() => void child.kill('SIGKILL'))
  const [line] = await once(child.stdout, 'data')
  return { child, url: JSON.parse(String(line)).url }
}

test('it serves orders, and ends by SIGTERM', async () => {
  const { child, url } = await serve('--clock', 'frozen')
  const { out: token } = await run(['token', '--org', 'ttd', '--scope', 'altinn:serviceowner/notifications.create', '--url', url])
  const made = await fetch(`${url}/future/orders`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token.trim()}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      idempotencyId: 'case-1',
      recipient: { recipientSms: { phoneNumber: '+4799990001', smsSettings: { body: 'Hello' } } },
    }),
  })
  const advanced = await run(['clock', 'advance', '--until', 'settled', '--url', url, '--json'])
  const health = await (await fetch(`${url}/_standin/health`)).json()
  child.kill('SIGTERM')

  expect([made.status, health, advanced.err]).toEqual([201, { status: 'ok' }, ''])
  expect(await once(child, 'exit')).toEqual([0, null])
})

test('it has the dashboard, the documents, the contracts of assistants and the metrics inside', async () => {
  const { url } = await serve()
  const page = await fetch(`${url}/_standin/`)
  const script = /src="\.\/(assets\/[^"]+\.js)"/.exec(await page.text())?.[1]
  // The build of the program has left its files here, too.
  const documents = readdirSync(resolve(import.meta.dirname, '../dist/dashboard/assets')).find((name) =>
    name.startsWith('virtual_documents-'),
  )
  const parts = [`/_standin/${script}`, `/_standin/assets/${documents?.replace('.br', '')}`, '/_standin/openapi.json', '/_standin/metrics']
  const answers = await Promise.all(parts.map((path) => fetch(url + path)))
  const tool = await fetch(`${url}/_standin/mcp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'resources/list' }),
  })

  expect([page.status, ...answers.map(({ status }) => status)]).toEqual([200, 200, 200, 200, 200])
  expect(await tool.text()).toContain('docs')
})

test('its commands know the scenarios and the help, and read files of the user', async () => {
  const { url } = await serve()
  const [list, check, help, version] = await Promise.all([
    run(['scenario', 'list', '--url', url]),
    run(['scenario', 'check']),
    run(['--help']),
    run(['--version']),
  ])

  expect([list, check, help, version].map(({ err, code }) => [err, code])).toEqual(Array(4).fill(['', 0]))
  expect(list.out).toContain('outage-register')
  expect(check.out).toMatch(/^\d+ scenarios have no mistake\.$/m)
  expect(help.out).toContain('standin start')
})

test('it prints the licences of Standin, of Node.js and of the packages in it', async () => {
  const { out, err, code } = await run(['licences'])

  expect([code, err]).toEqual([0, ''])
  for (const name of ['standin', 'Node.js', 'express', 'preact', 'prom-client']) expect(out).toMatch(new RegExp(`^${name} \\d`, 'm'))
  expect(out).toContain('OpenSSL')
})

test('it makes a certificate authority', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'standin-binary-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const made = await run(['ca'], { XDG_STATE_HOME: folder, HOME: folder })

  expect([made.code, made.err, readdirSync(folder)]).toEqual([0, '', ['standin']])
})

test.each([['verify'], ['publish'], ['diff', 'openapi.json'], ['fixtures', 'make']])(
  '"%s" says that it needs the package',
  async (...words) => {
    const { err, code } = await run(words)

    expect(code).toBe(1)
    expect(err).toMatch(/^standin: "standin [a-z ]+" needs the package: .*npx standin/)
  },
)

test('a server starts in the background, and stops', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'standin-binary-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const env = { XDG_STATE_HOME: folder }
  const started = await run(['start', '--detach', '--port', '0', '--json'], env)
  const { url } = JSON.parse(started.out)
  const stopped = await run(['stop', '--url', url], env)

  expect([started.code, started.err, stopped.code, stopped.err]).toEqual([0, '', 0, ''])
})
