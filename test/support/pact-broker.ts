/** Starts a real Pact Broker with its own database, for the tests in a file. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { freePort } from '../../src/persistence/stored-worlds.ts'
import { brokerFolder, gemEnvironment } from '../../tools/broker-gems.ts'

/** Milliseconds allowed for the start. On an idle machine, the broker takes about four seconds. */
const toStart = 60_000

export interface PactBroker {
  readonly url: string
  log(): string
  stop(): Promise<void>
}

export async function startBroker(): Promise<PactBroker> {
  const port = await freePort('127.0.0.1')
  const data = mkdtempSync(join(tmpdir(), 'standin-broker-'))
  const url = `http://127.0.0.1:${port}`
  const child = spawn('bundle', ['exec', 'puma', '--bind', `tcp://127.0.0.1:${port}`, '--threads', '1:4', 'config.ru'], {
    cwd: brokerFolder,
    env: {
      ...gemEnvironment(brokerFolder),
      BROKER_DATABASE: join(data, 'broker.sqlite'),
      // Disables the check for similar names, because the tests' names are similar. The block in config.ru has no effect here.
      PACT_BROKER_CHECK_FOR_POTENTIAL_DUPLICATE_PACTICIPANT_NAMES: 'false',
      // By default, webhooks may call only HTTPS URLs, and never this machine. The documentation uses GitHub as an example.
      PACT_BROKER_WEBHOOK_SCHEME_WHITELIST: 'http https',
      PACT_BROKER_WEBHOOK_HOST_WHITELIST: '127.0.0.1 api.github.com',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (said = (said + part).slice(-20_000)))
  const ended = once(child, 'exit')
  async function stop() {
    child.kill('SIGKILL')
    await ended
    rmSync(data, { recursive: true, force: true })
  }
  if (!(await answers(`${url}/diagnostic/status/heartbeat`, () => child.exitCode !== null))) {
    await stop()
    throw new Error(`The Pact Broker did not start:\n${said}`)
  }
  return { url, log: () => said, stop }
}

async function answers(url: string, isOver: () => boolean): Promise<boolean> {
  const until = performance.now() + toStart
  while (performance.now() < until && !isOver()) {
    const reply = await fetch(url).catch(() => undefined)
    if (reply?.status === 200) return true
    await setTimeout(100)
  }
  return false
}
