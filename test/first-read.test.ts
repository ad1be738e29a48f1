/** What is due is done before a call is answered: over HTTP, the first read after a reply is always the same. */
import { Agent, request as call } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { expect, onTestFinished, vi } from 'vitest'
import { createControlClient } from '../src/control/client.ts'
import { createClient, type Identity } from '../src/service/areas/client.ts'
import { startProcess } from './support/command-line.ts'
import { initialized, statusOf, uploaded } from './support/file-transfers.ts'
import { orderTo, toEmail, toPhone, ttd } from './support/orders.ts'
import { append, begun, concatenate, type Here, part } from './support/resumable.ts'
import { rule } from './support/rule.ts'

/** Sends calls over connections that are kept, or over a new one each. */
function sender(keepAlive: boolean) {
  const agent = new Agent({ keepAlive, maxSockets: 16 })
  onTestFinished(() => agent.destroy())
  return async (request: Request, world: string): Promise<Response> => {
    const body = new Uint8Array(await request.arrayBuffer())
    const headers = { ...Object.fromEntries(request.headers), 'x-standin-world': world, 'content-length': String(body.byteLength) }
    return new Promise((resolve, reject) => {
      const asked = call(request.url, { agent, method: request.method, headers }, (reply) => {
        const { statusCode: status = 0, headers: said } = reply
        const answer = (content: Buffer<ArrayBuffer>) =>
          new Response(status === 204 ? null : content, { status, headers: said as Record<string, string> })
        buffer(reply).then((content) => resolve(answer(content as Buffer<ArrayBuffer>)), reject)
      })
      asked.on('error', reject)
      asked.end(body)
    })
  }
}

/** A server of its own process, whose clock runs and whose steps take no time. Gives a client of each of its worlds. */
async function server(keepAlive: boolean) {
  const { line } = startProcess(['--json', '--pace', 'instant', '--rate-limits', 'off'])
  const { url } = JSON.parse(await line()) as { url: string }
  const sendTo = sender(keepAlive)
  return (world: string): Here => {
    const send = (request: Request) => sendTo(request, world)
    const control = createControlClient({ base: url, send: fetch })
    const tokens = new Map<string, Promise<string>>()
    const token = (as: Identity) => {
      const key = JSON.stringify(as)
      const made = tokens.get(key) ?? control.call('control.makeToken', { body: as }).then(({ token: text }) => text)
      tokens.set(key, made)
      return made
    }
    return { client: createClient({ base: url, send, token, wait: async () => {} }), send, origin: url }
  }
}

// A busy machine makes thousands of calls slow.
vi.setConfig({ testTimeout: 120_000 })

let orders = 0

/** What a client sees that reads right after the reply, and what it should see. */
const reads: Record<string, { readonly end: string; read(here: Here): Promise<string | undefined> }> = {
  'an order': {
    end: 'Order_Completed',
    async read({ client }) {
      const recipient = orders++ % 2 === 0 ? toEmail() : toPhone()
      const { body } = await client.call('notifications.createOrder', { as: ttd, body: orderTo(recipient, { idempotencyId: `${orders}` }) })
      return (await client.call('notifications.getShipment', { as: ttd, params: { id: body.notification.shipmentId } })).body.status
    },
  },
  'an upload': { end: 'Published', read: async ({ client }) => (await statusOf(client, await uploaded(client))).status },
  'a resumable upload': {
    end: 'Published',
    async read(here) {
      const { fileTransferId, place } = await begun(here, 3)
      await append(here, place, 0, 'one')
      return (await statusOf(here.client, fileTransferId)).status
    },
  },
  'a concatenated upload': {
    end: 'Published',
    async read(here) {
      const fileTransferId = await initialized(here.client)
      const parts = [await part(here, fileTransferId, 'one'), await part(here, fileTransferId, 'two')]
      await concatenate(here, fileTransferId, parts)
      return (await statusOf(here.client, fileTransferId)).status
    },
  },
}

const [worlds, times] = [4, Number(process.env.TIMES ?? 1_000)]

function counted(seen: readonly (string | undefined)[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const each of seen) counts[String(each)] = (counts[String(each)] ?? 0) + 1
  return counts
}

for (const [what, { end, read }] of Object.entries(reads)) {
  for (const keepAlive of [true, false]) {
    rule('decisions §8', `at pace instant the first read of ${what} sees its end (${keepAlive ? 'kept' : 'new'} connections)`, async () => {
      const at = await server(keepAlive)
      const seen = await Promise.all(
        Array.from({ length: worlds }, async (_, nth) => {
          const here = at(`world-${nth}`)
          const statuses: (string | undefined)[] = []
          while (statuses.length < times / worlds) statuses.push(await read(here))
          return statuses
        }),
      )

      expect(counted(seen.flat())).toEqual({ [end]: times })
    })
  }
}
