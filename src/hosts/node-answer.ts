/** Writes an answer to a response of Node's server and reports how the sending ended. */
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Answer, AnswerOnItsWay, Cut } from '../wire/http/call.ts'
import { reasonPhrase } from '../wire/refusals.ts'
import { hasBody, hasLeft } from './node-call.ts'

/** Milliseconds during which a client may still send an unread body. Then its connection is closed. */
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
  // A request without a body is not complete either if its answer comes at once.
  if (!req.complete && hasBody(req)) closeWhenDrained(req)
  if (body === undefined || typeof body === 'string' || body instanceof Uint8Array) writeWhole(res, answer, body ?? '', sent)
  else writeStream(res, answer, body, sent)
}

function writeHead(res: ServerResponse, { status, headers }: Answer, length: number | undefined): void {
  // The journal keeps the headers of the answer, so they are not changed.
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

/** Severs the connection only when the bytes before the cut have gone out. */
function writeUntilCut(res: ServerResponse, chunks: Chunks, cut: Cut, sent: AnswerOnItsWay['sent']): void {
  const limit = cut.afterBytes ?? 0
  let bytes = 0
  /** Resolves to false if the body is shorter than the limit. */
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

/** Resolves on a dead connection, too. */
const flushed = (write: (done: () => void) => unknown) => new Promise<void>((resolve) => void write(resolve))

/** After `end`, the client may finish sending. Its bytes are read, because unread bytes would turn the end into a reset. */
function sever({ req, socket }: ServerResponse, { how }: Cut): void {
  if (how === 'reset') {
    reset(socket)
    return
  }
  socket?.end()
  closeWhenDrained(req)
}

/** Only plain TCP has resets. A user's app may run on TLS or a pipe, which can only break off. */
function reset(socket: Socket | null): void {
  try {
    socket?.resetAndDestroy()
  } catch {
    socket?.destroy()
  }
}

/** Reads the unwanted rest of a body for a while, so that the client gets to read the answer. */
function closeWhenDrained(req: IncomingMessage): void {
  req.resume()
  const timer = setTimeout(() => req.destroy(), drainTime)
  timer.unref()
  req.once('close', () => clearTimeout(timer))
}
