/** Writes an answer to a response of Node's server, and reports how it went. */
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Answer, Cut, Delivery } from '../wire/call.ts'
import { reasonPhrase } from '../wire/refusals.ts'
import { hasBody, hasLeft } from './node-call.ts'

/** Milliseconds that a client may go on sending what nobody reads, before its connection is closed. */
const drainTime = 5_000

export function writeAnswer(req: IncomingMessage, res: ServerResponse, { answer, sent }: Delivery): void {
  if (hasLeft(req, res)) {
    sent({ bytes: 0, complete: false })
    return
  }
  const { body, cut } = answer
  if (cut && cut.afterBytes === undefined) {
    sever(res, cut)
    sent({ bytes: 0, complete: false })
    return
  }
  // A request without a body is not complete either, when it is answered at once.
  if (!req.complete && hasBody(req)) closeWhenDrained(req)
  if (body === undefined || typeof body === 'string' || body instanceof Uint8Array) writeWhole(res, answer, body ?? '', sent)
  else writeStream(res, answer, body, sent)
}

function writeHead(res: ServerResponse, { status, headers }: Answer, length: number | undefined): void {
  // The answer's own headers are the journal's as well.
  const out = length === undefined || status === 204 ? headers : { ...headers, 'content-length': length }
  res.writeHead(status, reasonPhrase(status), out as OutgoingHttpHeaders)
}

function writeWhole(res: ServerResponse, answer: Answer, body: string | Uint8Array, sent: Delivery['sent']): void {
  const length = typeof body === 'string' ? Buffer.byteLength(body) : body.byteLength
  writeHead(res, answer, length)
  const { cut } = answer
  if (cut?.afterBytes !== undefined && cut.afterBytes < length) {
    const { afterBytes: bytes } = cut
    res.write(Buffer.from(body).subarray(0, bytes), () => sever(res, cut))
    if (bytes === 0) res.flushHeaders()
    sent({ bytes, complete: false })
    return
  }
  res.once('close', () => sent({ bytes: length, complete: res.writableFinished }))
  res.end(body)
}

function writeStream(res: ServerResponse, answer: Answer, body: AsyncIterable<Uint8Array>, sent: Delivery['sent']): void {
  writeHead(res, answer, undefined)
  const source = body instanceof Readable ? body : Readable.from(body, { objectMode: false })
  const limit = answer.cut?.afterBytes ?? Number.POSITIVE_INFINITY
  let bytes = 0
  async function* counted(chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
    for await (const chunk of chunks) {
      const part = chunk.subarray(0, limit - bytes)
      bytes += part.byteLength
      yield part
      if (bytes >= limit) throw new Error('cut')
    }
  }
  pipeline(source, counted, res).then(
    () => sent({ bytes, complete: true }),
    () => {
      if (answer.cut) sever(res, answer.cut)
      sent({ bytes, complete: false })
    },
  )
}

function sever({ socket }: ServerResponse, { how }: Cut): void {
  if (how === 'reset') socket?.resetAndDestroy()
  else socket?.end()
}

/** The rest of a body that nobody wants is taken in for a while, so that its sender gets to read the answer. */
function closeWhenDrained(req: IncomingMessage): void {
  req.resume()
  const timer = setTimeout(() => req.destroy(), drainTime)
  timer.unref()
  req.once('close', () => clearTimeout(timer))
}
