/** A server in a process of its own, with a folder that keeps its worlds. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const command = fileURLToPath(new URL('../../src/cli/standin.js', import.meta.url))

export interface Served {
  readonly url: string
  /** Milliseconds. */
  readonly readyAfter: number
  kill(): Promise<void>
}

export async function serve(folder: string, sync: string): Promise<Served> {
  const began = performance.now()
  const args = ['start', '--port', '0', '--json', '--rate-limits', 'off', '--data', folder, '--data-sync', sync]
  const child = spawn(process.execPath, [command, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  const exited = once(child, 'exit')
  const { value } = await createInterface(child.stdout)[Symbol.asyncIterator]().next()
  if (value === undefined) throw new Error('The server ended before it was ready.')
  return {
    url: JSON.parse(String(value)).url,
    readyAfter: performance.now() - began,
    async kill() {
      child.kill('SIGKILL')
      await exited
    },
  }
}

const parties = {
  orderer: { org: 'ttd', orgNo: '991825827', scope: 'altinn:serviceowner/notifications.create' },
  sender: { orgNo: '347147753', scope: 'altinn:broker.write altinn:broker.read' },
  recipient: { orgNo: '370916446', scope: 'altinn:broker.read' },
}
export type Tokens = Readonly<Record<keyof typeof parties, string>>
export const partyNumbers = { sender: `0192:${parties.sender.orgNo}`, recipient: `0192:${parties.recipient.orgNo}` }

export async function tokensOf(url: string): Promise<Tokens> {
  const made = Object.entries(parties).map(async ([name, party]) => {
    const body = JSON.stringify({ ...party, ttl: 86_400 })
    const reply = await fetch(`${url}/_standin/tokens`, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    return [name, ((await reply.json()) as { token: string }).token]
  })
  return Object.fromEntries(await Promise.all(made)) as Tokens
}
