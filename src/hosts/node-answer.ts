/** Writes an answer to a response of Node's server, and reports how it went. */
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Answer, AnswerOnItsWay, Cut } from '../wire/http/call.ts'
import { reasonPhrase } from '../wire/refusals.ts'
import { hasBody, hasLeft } from './node-call.ts'

/** Milliseconds that a client may go on sending what nobody reads, before its connection is closed. */
const drainTime = 5_000

export function writeAnswer(req: IncomingMessage, res: ServerResponse, { answer, sent }: AnswerOnItsWay): void {
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

function writeWhole(res: ServerResponse, answer: Answer, body: string | Uint8Array, sent: AnswerOnItsWay['sent']): void {
  const length = typeof body === 'string' ? Buffer.byteLength(body) : body.byteLength
  writeHead(res, answer, length)
  const { cut } = answer
  if (cut?.afterBytes !== undefined && cut.afterBytes < length) {
    writeUntilCut(res, [Buffer.from(body)], cut, sent)
    return
  }
  res.once('close', () => sent({ bytes: length, complete: res.writableFinished }))
  res.end(body)
}

function writeStream(res: ServerResponse, answer: Answer, body: AsyncIterable<Uint8Array>, sent: AnswerOnItsWay['sent']): void {
  writeHead(res, answer, undefined)
  if (answer.cut) {
    writeUntilCut(res, body, answer.cut, sent)
    return
  }
  const source = body instanceof Readable ? body : Readable.from(body, { objectMode: false })
  let bytes = 0
  async function* counted(chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
    for await (const chunk of chunks) {
      bytes += chunk.byteLength
      yield chunk
    }
  }
  pipeline(source, counted, res).then(
    () => sent({ bytes, complete: true }),
    () => sent({ bytes, complete: false }),
  )
}

type Chunks = AsyncIterable<Uint8Array> | Iterable<Uint8Array>

/** The connection is severed only when what comes before has gone out. */
function writeUntilCut(res: ServerResponse, chunks: Chunks, cut: Cut, sent: AnswerOnItsWay['sent']): void {
  const limit = cut.afterBytes ?? 0
  let bytes = 0
  /** Whether there was that much. */
  async function write(): Promise<boolean> {
    res.flushHeaders()
    if (limit === 0) await flushed((done) => res.socket?.write('', done) ?? done())
    if (limit === 0) return true
    for await (const chunk of chunks) {
      const part = chunk.subarray(0, limit - bytes)
      await flushed((done) => res.write(part, done))
      if (res.destroyed) return true
      bytes += part.byteLength
      if (bytes >= limit) return true
    }
    return false
  }
  const end = () => {
    sever(res, cut)
    sent({ bytes, complete: false })
  }
  const whole = () => res.end(() => sent({ bytes, complete: true }))
  write().then((reached) => (reached ? end() : whole()), end)
}

/** Also when the connection is dead. */
const flushed = (write: (done: () => void) => unknown) => new Promise<void>((resolve) => void write(resolve))

/** A connection that is only ended lets the other side finish; what it still sends is taken in, or else the end would become a reset. */
function sever({ req, socket }: ServerResponse, { how }: Cut): void {
  if (how === 'reset') {
    reset(socket)
    return
  }
  socket?.end()
  closeWhenDrained(req)
}

/** Only a bare TCP connection can send a reset. TLS and pipes, of an app of a user, can only break off. */
function reset(socket: Socket | null): void {
  try {
    socket?.resetAndDestroy()
  } catch {
    socket?.destroy()
  }
}

/** The rest of a body that nobody wants is taken in for a while, so that its sender gets to read the answer. */
function closeWhenDrained(req: IncomingMessage): void {
  req.resume()
  const timer = setTimeout(() => req.destroy(), drainTime)
  timer.unref()
  req.once('close', () => clearTimeout(timer))
}
