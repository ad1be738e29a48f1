/** Sends a request whose body is a stream. */
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'

/** The fetch of Node 24 keeps all bytes of a stream until the end. Rejects as the connection and the stream do. A reply may come before the last byte is sent. */
export async function upload({ method, url, headers, body }: Request): Promise<Response> {
  const { request } = await (url.startsWith('https:') ? import('node:https') : import('node:http'))
  const sending = request(url, { method, headers: Object.fromEntries(headers) })
  const replying: Promise<[IncomingMessage]> = once(sending, 'response') as Promise<[IncomingMessage]>
  const sent = pipeline(Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]), sending).catch(() => {})
  const [reply] = await replying
  const text = await buffer(reply)
  sending.destroy()
  await sent
  const said = Object.entries(reply.headers).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, String(value)]],
  )
  return new Response(text.length > 0 ? text : null, { status: reply.statusCode ?? 500, headers: said })
}
