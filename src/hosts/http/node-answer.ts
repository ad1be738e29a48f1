/** Writes an answer to a Node server response, and reports how many bytes were sent. */
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Answer, type Cut, isStream, type PendingAnswer } from '../../service/wire/call.ts'
import { reasonPhrase } from '../../service/wire/refusal.ts'
import { drained, restOf } from './continuing.ts'

export function writeAnswer(req: IncomingMessage, res: ServerResponse, { answer, sent, signal }: PendingAnswer): void {
  if (res.destroyed || req.socket.destroyed) {
    sent({ bytes: 0, complete: false })
    return
  }
  const { body, cut } = answer
  if (cut && cut.afterBytes === undefined) {
    sever(res, cut)
    sent({ bytes: 0, complete: false })
    return
  }
  // `hasBody` is needed because `complete` is also false for a request without a body that is answered immediately.
  const rest = !req.complete && hasBody(req) ? restOf(req) : undefined
  if (body === undefined || !isStream(body)) writeWhole(res, { answer, sent }, body ?? '', rest)
  else writeStream(res, { answer, sent, signal }, body, rest)
}

/**
 * Resolves once the rest of a request that was answered early has arrived. Node might close the connection after the reply; if bytes still
 * arrive then, the client loses the reply.
 */
type Rest = Promise<void> | undefined

function endAfter(rest: Rest, res: ServerResponse, ended?: () => void): void {
  if (rest !== undefined) void rest.then(() => res.end(ended))
  else res.end(ended)
}

/** Writes the status line and the headers. As in the service, a reply to HEAD has no content-length. Source: file-transfer §0. */
function writeHead(res: ServerResponse, { status, headers }: Answer, length: number | undefined): void {
  // The journal stores the headers object, so it must not be modified.
  const isFramed = length === undefined || status === 204 || headers['transfer-encoding'] !== undefined
  const out = isFramed || res.req.method === 'HEAD' ? headers : { ...headers, 'content-length': length }
  res.writeHead(status, reasonPhrase(status), (headers.vary === undefined ? out : withVary(res, out)) as OutgoingHttpHeaders)
}

/** Returns headers whose `vary` also contains the value that an earlier middleware, such as CORS, has set. */
const withVary = (res: ServerResponse, out: Answer['headers'] | OutgoingHttpHeaders) => ({
  ...out,
  vary: [res.getHeader('vary'), out.vary]
    .flat()
    .filter((each) => each !== undefined)
    .join(', '),
})

function writeWhole(res: ServerResponse, { answer, sent }: PendingAnswer, body: string | Uint8Array, rest: Rest): void {
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

/** Sends the whole body without ending the response. */
function writeEarly(res: ServerResponse, body: string | Uint8Array, report: (complete: boolean) => void): void {
  const close = () => report(res.writableFinished)
  res.once('close', close)
  res.flushHeaders()
  res.write(body, (failure) => {
    res.off('close', close)
    report(!failure)
  })
}

function writeStream(res: ServerResponse, { answer, sent, signal }: PendingAnswer, body: AsyncIterable<Uint8Array>, rest: Rest): void {
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
  pipeline(source, counted, res, { end: rest === undefined, ...(signal && { signal }) }).then(
    () => {
      sent({ bytes, complete: true })
      if (rest !== undefined) endAfter(rest, res)
    },
    () => sent({ bytes, complete: false }),
  )
}

type Chunks = AsyncIterable<Uint8Array> | Iterable<Uint8Array>

/** Cuts the connection once the bytes before the cut have been sent. */
function writeUntilCut(res: ServerResponse, chunks: Chunks, cut: Cut, sent: PendingAnswer['sent'], rest: Rest): void {
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
  const whole = () => endAfter(rest, res, () => sent({ bytes, complete: true }))
  write().then((reached) => (reached ? end() : whole()), end)
}

/** Resolves when `write` calls `done`, which also happens if the connection breaks. */
const flushed = (write: (done: () => void) => unknown) => new Promise<void>((resolve) => void write(resolve))

/**
 * Closes or resets a connection. On a close, the client's remaining bytes are read, because unread bytes would turn the close into a reset.
 */
function sever({ req, socket }: ServerResponse, { how }: Cut): void {
  if (how === 'reset') {
    reset(socket)
    return
  }
  socket?.end()
  void drained(req)
}

/** Resets the TCP connection, even below TLS. Closes a pipe, which cannot be reset (a user's app may listen on a pipe). */
function reset(socket: Socket | null): void {
  try {
    tcpOf(socket)?.resetAndDestroy()
  } catch {
    socket?.destroy()
  }
}

/** Returns the TCP connection below a TLS connection, which can be nested. Node has no public API for this. */
export function tcpOf(socket: (Socket & { readonly _parent?: Socket | null }) | null): Socket | null {
  return socket?._parent ? tcpOf(socket._parent) : socket
}

export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] !== undefined && headers['content-length'] !== '0')
}
