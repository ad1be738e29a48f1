/** Receives and answers the webhooks in a kill test. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import type { Seen } from './seen.ts'

export interface Receiver {
  readonly url: string
  /** Number of duplicate webhooks. */
  readonly repeats: number
  /** True if an event about a file transfer has arrived. */
  has(world: string, type: string, transfer: string): boolean
  close(): void
}

interface CloudEvent {
  readonly id: string
  readonly type: string
  readonly subject?: string
  readonly resourceinstance?: string
}

/** `wasDisturbed`: true if replies in this `performance.now()` range might not have been stored. */
export async function startReceiver(seen: Seen, wasDisturbed: (from: number, to: number) => boolean): Promise<Receiver> {
  /** Arrival times, by world and id. */
  const came = new Map<string, number>()
  const ids = new Map<string, string>()
  const types = new Set<string>()
  let repeats = 0

  function take(world: string, { id, type, subject, resourceinstance }: CloudEvent): void {
    if (resourceinstance === undefined) return
    const now = performance.now()
    const before = came.get(`${world} ${id}`)
    const what = `the ${type} webhook for file ${resourceinstance} in ${world}`
    if (before !== undefined) {
      repeats++
      if (!wasDisturbed(before, now))
        seen.wrongly(`${what} was repeated after ${Math.round(now - before)} ms, although nothing had happened`)
    }
    came.set(`${world} ${id}`, now)
    const event = `${world} ${type} ${resourceinstance} ${subject}`
    const first = ids.get(event)
    if (first !== undefined && first !== id) seen.wrongly(`${what} was published twice: ${first}, ${id}`)
    ids.set(event, id)
    types.add(`${world} ${type} ${resourceinstance}`)
  }
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      take(String(request.url).slice(1), (await json(request)) as CloudEvent)
      response.end()
    } catch {
      // The server was killed before it had sent the whole webhook.
      response.destroy()
    }
  }
  const server = createServer((request, response) => void answer(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get repeats() {
      return repeats
    },
    has: (world, type, transfer) => types.has(`${world} no.altinn.broker.${type} ${transfer}`),
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
