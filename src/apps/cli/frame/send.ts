/** Sends a call of a command, and reads its reply. */
import { once } from 'node:events'
import * as http from 'node:http'
import { Readable } from 'node:stream'
import type { ControlRequest, ControlResponse } from '../../../control/client.ts'
import { boundedJson } from '../../../service/wire/json.ts'

/** Bytes of the longest reply that is read as one text: a snapshot. */
const most = 2 ** 28

/**
 * Not by `fetch`: it takes a fifth of the time of a command to load (`npm run bench:start`), and keeps all bytes of a stream until the end.
 * Rejects as the connection and the stream do. A reply may come before the last byte is sent.
 */
export async function send(url: string, { method, headers, body, signal }: ControlRequest): Promise<ControlResponse> {
  const { request } = url.startsWith('https:') ? await import('node:https') : http
  const sending = request(url, { method, headers, ...(signal && { signal }) })
  const replying = once(sending, 'response') as Promise<[http.IncomingMessage]>
  if (body instanceof ReadableStream) await pass(body, sending, replying)
  else sending.end(body)
  const [reply] = await replying
  return {
    status: reply.statusCode ?? 500,
    headers: { has: (name) => name in reply.headers },
    get body() {
      return Readable.toWeb(reply) as ReadableStream<Uint8Array>
    },
    text: async () => {
      const text = await boundedJson(reply, { most, place: url })
      if (!sending.writableFinished) sending.destroy()
      return text
    },
  }
}

/** Resolves when all bytes are sent, or the reply is there. */
async function pass(body: ReadableStream<Uint8Array>, sending: http.ClientRequest, replying: Promise<unknown>): Promise<void> {
  const { pipeline } = await import('node:stream/promises')
  const sent = pipeline(Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]), sending)
  await Promise.race([sent.catch(() => replying), replying])
}
