/** Writes an answer to a response of Node's server, and reports how it went. */
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Answer, AnswerOnItsWay, Cut } from '../wire/http/call.ts'
import { reasonPhrase } from '../wire/refusals.ts'
import { drained } from './drained.ts'
import { hasBody, hasLeft } from './node-call.ts'

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
  const rest = !req.complete && hasBody(req) ? drained(req) : undefined
  if (body === undefined || typeof body === 'string' || body instanceof Uint8Array) writeWhole(res, answer, body ?? '', sent, rest)
  else writeStream(res, answer, body, sent, rest)
}

/** The rest of a request that was answered early. With the end of a reply, Node may close the connection, and a connection that closes while it receives loses the reply. */
type Rest = Promise<void> | undefined

function endAfter(rest: Rest, res: ServerResponse, ended?: () => void): void {
  if (rest !== undefined) void rest.then(() => res.end(ended))
  else res.end(ended)
}

function writeHead(res: ServerResponse, { status, headers }: Answer, length: number | undefined): void {
  // The answer's own headers are the journal's as well.
  const out = length === undefined || status === 204 ? headers : { ...headers, 'content-length': length }
  res.writeHead(status, reasonPhrase(status), out as OutgoingHttpHeaders)
}

function writeWhole(res: ServerResponse, answer: Answer, body: string | Uint8Array, sent: AnswerOnItsWay['sent'], rest: Rest): void {
  const length = typeof body === 'string' ? Buffer.byteLength(body) : body.byteLength
  writeHead(res, answer, length)
  const { cut } = answer
  if (cut?.afterBytes !== undefined && cut.afterBytes < length) {
    writeUntilCut(res, [Buffer.from(body)], cut, sent, rest)
    return
  }
  if (rest !== undefined) {
    writeEarly(res, body, (complete) => sent({ bytes: length, complete }))
    endAfter(rest, res)
    return
  }
  res.once('close', () => sent({ bytes: length, complete: res.writableFinished }))
  res.end(body)
}

/** The reply has gone out before it ends. */
function writeEarly(res: ServerResponse, body: string | Uint8Array, report: (complete: boolean) => void): void {
  const close = () => report(res.writableFinished)
  res.once('close', close)
  res.flushHeaders()
  res.write(body, (failure) => {
    res.off('close', close)
    report(!failure)
  })
}

function writeStream(res: ServerResponse, answer: Answer, body: AsyncIterable<Uint8Array>, sent: AnswerOnItsWay['sent'], rest: Rest): void {
  writeHead(res, answer, undefined)
  if (answer.cut) {
    writeUntilCut(res, body, answer.cut, sent, rest)
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
  pipeline(source, counted, res, { end: rest === undefined }).then(
    () => {
      sent({ bytes, complete: true })
      if (rest !== undefined) endAfter(rest, res)
    },
    () => sent({ bytes, complete: false }),
  )
}

type Chunks = AsyncIterable<Uint8Array> | Iterable<Uint8Array>

/** The connection is severed only when what comes before has gone out. */
function writeUntilCut(res: ServerResponse, chunks: Chunks, cut: Cut, sent: AnswerOnItsWay['sent'], rest: Rest): void {
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
  const whole = () => endAfter(rest, res, () => sent({ bytes, complete: true }))
  write().then((reached) => (reached ? end() : whole()), end)
}

/** Also when the connection is dead. */
const flushed = (write: (done: () => void) => unknown) => new Promise<void>((resolve) => void write(resolve))

/** A connection that is only ended lets the other side finish; what it still sends is taken in, or else the end would become a reset. */
function sever({ req, socket }: ServerResponse, { how }: Cut): void {
  if (how === 'reset') {
    socket?.resetAndDestroy()
    return
  }
  socket?.end()
  void drained(req)
}
