/** Runs the commands for a Pact Broker as a user would type them. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { inject, onTestFinished, type TestAPI, test } from 'vitest'
import { startSimulator } from '../../src/index.ts'
import type { Answer, Carrier } from '../../src/service/wire/call.ts'
import { gemEnvironment, rubyConsumer } from '../../tools/broker-gems.ts'
import { run } from './command-line.ts'
import { start } from './standin.ts'

const brokerUrl = inject('brokerUrl')

/** A test that needs the broker. */
export const withBroker = test.runIf(brokerUrl) as TestAPI

/** Runs a command with the variables that Pact's tools read. */
export const standinWithBroker = (line: string, folder?: string) =>
  run(line.split(' '), { env: { PACT_BROKER_BASE_URL: brokerUrl ?? '' }, ...(folder && { folder }) })

/** Runs a program from the gems without blocking this process, in which Standin must be able to answer the program. */
export async function bundle(env: Readonly<Record<string, string>>, ...args: readonly string[]) {
  const child = spawn('bundle', ['exec', ...args], {
    cwd: rubyConsumer,
    env: { ...gemEnvironment(rubyConsumer), PACT_DO_NOT_TRACK: 'true', ...env },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [out, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')])
  return { code, out }
}

/** Calls the broker as an API browser would. */
export async function askBroker(method: string, path: string, body?: unknown): Promise<unknown> {
  const reply = await fetch(new URL(path, brokerUrl), {
    method,
    headers: { accept: 'application/hal+json', 'content-type': 'application/json' },
    body: body === undefined ? null : JSON.stringify(body),
  })
  if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${await reply.text()}`)
  return reply.json()
}

/** Starts a Standin server whose delivery manifests have the wrong name for the status. Returns the server's URL. */
export async function brokenProvider(): Promise<string> {
  const broken = ({ body, ...answer }: Answer): Answer => {
    if (typeof body !== 'string') throw new Error('A manifest is a text.')
    return { ...answer, body: body.replace('"status"', '"stotus"') }
  }
  const around =
    (carrier: Carrier): Carrier =>
    async (call) => {
      const pending = await carrier(call)
      return { ...pending, answer: call.url.includes('/future/shipment/') ? broken(pending.answer) : pending.answer }
    }
  const running = await startSimulator({ port: 0, clock: 'frozen', now: Date.parse(start), around })
  onTestFinished(running.close)
  return running.url
}
