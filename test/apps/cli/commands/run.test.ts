/** `standin run`, `standin start --detach` and `standin stop`, and what npm leaves behind: processes of their own. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { command, failure, run } from '../../../support/command-line.ts'
import { folderWith } from '../../../support/folder.ts'
import { otherServer } from '../../../support/listen.ts'

const root = join(import.meta.dirname, '../../../..')

function start(file: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const child = spawn(file, args, { cwd: root, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  const code = once(child, 'exit').then(([exit, signal]) => (exit ?? signal) as number | string)
  return { child, code }
}

const standin = (...args: string[]) => start(process.execPath, [command, ...args])

/** A program for `node -e`. */
const program = (code: string) => [process.execPath, '-e', code]

/** Resolves when nothing listens at an address any more. */
async function portClosed(url: string): Promise<void> {
  while (await fetch(url, { headers: { connection: 'close' } }).then(Boolean, () => false)) await setTimeout(20)
}

test('a command runs against a server of its own, which it finds in STANDIN_URL, and its exit code is passed on', async () => {
  const asks = `fetch(process.env.STANDIN_URL + '/_standin/version').then(async (r) => console.log(process.env.STANDIN_URL, await r.text()))`
  const { child, code } = standin('run', '--dialect', 'live', '--', ...program(asks))
  const said = await text(child.stdout)

  expect(said).toMatch(/^http:\/\/127\.0\.0\.1:\d+ \{"name":"standin".*"dialect":"live"/)
  expect(await code).toBe(0)
  await portClosed(said.split(' ', 1)[0] ?? '')
})

test('a command that fails has its calls printed, and what its client did wrong', async () => {
  const twice = `const get = () => fetch(process.env.STANDIN_URL + '/future/shipment/x'); get().then(get).then(() => process.exit(7))`
  const { child, code } = standin('run', '--verdicts', '--', ...program(twice))
  const said = await text(child.stderr)

  expect(await code).toBe(7)
  expect(said).toContain('The command exited with code 7. The last 2 of 2 calls in world default:')
  expect(said).toMatch(/GET \/future\/shipment\/x +401/)
  expect(said).toMatch(/^anonymous\n {2}2 calls: 1 bad\n {2}bad: refused-unchanged: /m)
})

test('of a command that passes, --verdicts prints what its client did wrong, and nothing else', async () => {
  const twice = program(`const get = () => fetch(process.env.STANDIN_URL + '/future/shipment/x'); get().then(get)`)
  const outcome = async (...args: string[]) => {
    const { child, code } = standin('run', ...args, '--', ...twice)
    return [await text(child.stderr), await code]
  }

  expect(await outcome('--verdicts')).toEqual([
    expect.stringMatching(
      /^The command passed, but a client behaved badly:\n\nanonymous\n {2}2 calls: 1 bad\n {2}bad: refused-unchanged: /,
    ),
    0,
  ])
  expect(await outcome()).toEqual(['', 0])
})

test('a command that makes no call is told so, and with --require-calls that is a mistake', async () => {
  const asks = (path: string) => program(`fetch(process.env.STANDIN_URL + '${path}').then((r) => r.text())`)
  const outcome = async (...args: string[]) => {
    const { child, code } = standin('run', ...args)
    const said = await text(child.stderr)
    return [await code, said.replace(/127\.0\.0\.1:\d+/, 'here')]
  }
  const none = 'The command made no call to http://here, so there is nothing to judge. Does your client use STANDIN_URL?\n'

  expect(await outcome('--', ...program(''))).toEqual([0, ''])
  expect(await outcome('--verdicts', '--', ...asks('/_standin/health'))).toEqual([0, none])
  expect(await outcome('--require-calls', '--', ...asks('/_standin/health'))).toEqual([2, none])
  // The world of a test may be gone at the end, or may never have been made.
  expect(await outcome('--verdicts', '--require-calls', '--', ...asks('/worlds/mine/nowhere'))).toEqual([0, ''])
  const [code, said] = await outcome('--verdicts', '--require-calls', '--', ...program('process.exit(7)'))
  expect([code, said]).toEqual([7, expect.stringContaining('It made no calls.')])
})

test.each([
  ['run', 2, '"standin run" needs a command after --, such as "standin run -- npm test".'],
  ['run -- none-such-command', 1, '"none-such-command" cannot be run: '],
  ['run -- ', 1, 'The command is empty. Specify a program to run.'],
  ['run npm test', 2, '"standin run" does not take the argument "npm"'],
  ['clock show -- npm test', 2, '"standin clock show" does not take the argument "npm".'],
])('standin %s says what is wrong', async (line, code, said) => {
  expect(await run(line.split(' '))).toMatchObject({ code, err: expect.stringContaining(said) })
})

test('a signal ends the command and then the server', async () => {
  const asks = `console.log(process.env.STANDIN_URL); setInterval(() => {}, 1000)`
  const { child, code } = standin('run', '--', ...program(asks))
  const [url] = (await once(createInterface(child.stdout), 'line')) as [string]
  child.kill('SIGTERM')

  expect(await code).toBe(143)
  await portClosed(url)
})

/** A server that says where it is, and may ignore that it is asked to end. */
const serving = (
  stays: boolean,
) => `${stays ? "for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => console.log('asked'));" : ''}
const server = require('node:http').createServer((_, res) => res.end())
server.listen(0, '127.0.0.1', () => console.log('http://127.0.0.1:' + server.address().port))
setTimeout(() => process.exit(), 60000).unref()`

/** A shell that gets a signal ends without what it runs, or waits for it. */
const inShell = (code: string) => ['sh', '-c', '"$0" -e "$1"; true', process.execPath, code]

const hasGroups = process.platform !== 'win32'

test.skipIf(!hasGroups).each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('%s ends what a shell runs as the command', async (signal) => {
  const { child, code } = standin('run', '--', ...inShell(serving(false)))
  const [url] = (await once(createInterface(child.stdout), 'line')) as [string]
  child.kill(signal)

  await portClosed(url)
  expect(await code).toEqual(expect.any(Number))
})

test.skipIf(!hasGroups)('what a command leaves in the background ends with it', async () => {
  const leaves = `const { spawn } = require('node:child_process')
    const child = spawn(process.execPath, ['-e', process.argv[1]], { stdio: ['ignore', 'pipe', 'ignore'] })
    child.stdout.once('data', (said) => process.stdout.write(said, () => process.exit(3)))`
  const { child, code } = standin('run', '--', ...program(leaves), serving(false))
  const said = await text(child.stdout)

  expect(await code).toBe(3)
  await portClosed(said.trim())
})

test.skipIf(!hasGroups)('a second signal ends a command that does not end at the first', async () => {
  const { child, code } = standin('run', '--', ...program(serving(true)))
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  const url = (await lines.next()).value as string
  child.kill('SIGTERM')
  await lines.next()
  // Two signals at one moment count as one.
  await setTimeout(150)
  child.kill('SIGTERM')

  expect(await code).toBe(137)
  await portClosed(url)
})

test('a server in the background stays when the command ends, and standin stop ends it', async () => {
  const env = { XDG_STATE_HOME: folderWith() }
  const started = await run(['start', '--detach', '--port', '0', '--json'], { env })
  const { url, pid, log } = JSON.parse(started.out)
  onTestFinished(() => kill(pid))
  const health = await fetch(`${url}/_standin/health`)
  const stopped = await run(['stop', '--url', url], { env })

  expect(started).toMatchObject({ code: 0, err: '' })
  expect(log.startsWith(env.XDG_STATE_HOME)).toBe(true)
  expect(health.status).toBe(200)
  expect(stopped).toEqual({ code: 0, out: `Standin at ${url} has stopped.\n`, err: '' })
  await portClosed(url)
  expect(await run(['stop', '--url', url], { env })).toMatchObject(failure('was started with "standin start --detach"'))
})

test('standin stop without a server names those that run', async () => {
  const env = { XDG_STATE_HOME: folderWith() }
  const stop = async () => (await run(['stop', '--url', 'http://127.0.0.1:9'], { env })).err
  const none = await stop()
  const { url, pid } = JSON.parse((await run(['start', '--detach', '--port', '0', '--json'], { env })).out)
  onTestFinished(() => kill(pid))
  const folder = join(env.XDG_STATE_HOME, 'standin', 'servers')
  writeFileSync(join(folder, '1.json'), JSON.stringify({ url: 'http://127.0.0.1:1', pid: process.pid, log: '' }))
  writeFileSync(join(folder, '2.json'), 'nonsense')

  expect(none).toContain('No server is running in the background.')
  expect(await stop()).toContain(
    `These servers are running in the background; stop one with "standin stop --url":\n  ${url} (process ${pid})\n`,
  )
  expect(await stop()).not.toContain('127.0.0.1:1 ')
  await run(['stop', '--url', url], { env })
})

test.each([
  ['whose CA is not trusted', ['--tls', '--ca-folder', 'kept']],
  ['that listens for other machines', ['--host', '0.0.0.0', '--admin-token', 'secret']],
])('standin stop ends a server %s', async (_, options) => {
  const surroundings = { folder: folderWith(), env: { XDG_STATE_HOME: folderWith() } }
  const started = await run(['start', '--detach', '--port', '0', '--json', ...options], surroundings)
  const { url, pid } = JSON.parse(started.out)
  onTestFinished(() => kill(pid))

  expect(await run(['stop', '--url', url], surroundings)).toEqual({ code: 0, out: `Standin at ${url} has stopped.\n`, err: '' })
  expect(() => process.kill(pid, 0)).toThrow('ESRCH')
})

test('standin stop leaves a process alone that got the number of a server', async () => {
  const env = { XDG_STATE_HOME: folderWith() }
  const url = await otherServer((_req, res) => res.end('{"status":"ok"}'))
  const folder = join(env.XDG_STATE_HOME, 'standin', 'servers')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `${new URL(url).port}.json`), JSON.stringify({ url, pid: process.pid, log: '' }))

  expect(await run(['stop', '--url', url], { env })).toEqual({ code: 0, out: `Standin at ${url} was not running.\n`, err: '' })
})

test('a server in the background that cannot start says why', async () => {
  const url = await otherServer((_req, res) => void res.end())
  const failed = await run(['start', '--detach', '--port', new URL(url).port], { env: { XDG_STATE_HOME: folderWith() } })

  expect(failed).toMatchObject(failure(/The server did not start\. Its output:\nstandin: Port \d+ on 127\.0\.0\.1 is in use/))
})

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended.
  }
}

const wait = ['start', '--port', '0', '--json']

const underNpm: [what: string, file: string, args: string[]][] = [
  ['npm start', 'npm', ['start', '--silent', '--', '--port', '0', '--json']],
  ['npx standin start', 'npx', ['--no', 'standin', ...wait]],
  [
    'npx standin run',
    'npx',
    [
      '--no',
      'standin',
      'run',
      '--',
      ...program('console.log(JSON.stringify({ url: process.env.STANDIN_URL })); setInterval(() => {}, 1000)'),
    ],
  ],
]

test.each(underNpm)('the end of %s leaves no process', async (_, file, args) => {
  const { child, code } = start(file, args)
  const { url } = JSON.parse(await firstJson(child))
  child.kill('SIGTERM')
  await code
  await portClosed(url)
})

// Only there a process can see who is above its parent.
test.skipIf(process.platform !== 'linux').each(underNpm)('killing npm below %s leaves no process', async (_, file, args) => {
  const { child, code } = start(file, args)
  const { url } = JSON.parse(await firstJson(child))
  child.kill('SIGKILL')
  await code
  await portClosed(url)
})

async function firstJson({ stdout }: ChildProcess): Promise<string> {
  if (stdout) for await (const line of createInterface(stdout)) if (line.startsWith('{')) return line
  throw new Error('It said nothing.')
}

test('without npm a server stays when its parent ends', async () => {
  const parent = `const { spawn } = require('node:child_process')
    const child = spawn(process.execPath, ${JSON.stringify([command, ...wait])}, { stdio: ['ignore', 'pipe', 'ignore'] })
    child.stdout.once('data', (said) => { console.log(String(said)); process.exit() })`
  const { npm_lifecycle_event: _, ...env } = process.env
  const child = spawn(process.execPath, ['-e', parent], { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] })
  const { url, pid } = JSON.parse(await text(child.stdout))
  onTestFinished(() => kill(pid))
  // Longer than the watch takes to look at its parent.
  await setTimeout(500)

  expect((await fetch(`${url}/_standin/health`)).status).toBe(200)
})
