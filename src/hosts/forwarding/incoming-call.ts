/** Answers forwarded calls on the server that owns the world. */
import { once } from 'node:events'
import { constants, type ServerHttp2Session, type ServerHttp2Stream } from 'node:http2'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  BodyTooLarge,
  type Call,
  type CallBody,
  ClientGone,
  gatherChunks,
  header,
  isStream,
  type PendingAnswer,
  type Sent,
} from '../../service/wire/call.ts'
import { bugAnswer } from '../../service/wire/error-answers.ts'
import { type AnswerHead, type CallHead, readBytes } from './link.ts'

export interface Owner {
  /** Answers a call. Returns `undefined`, leaving the body unread, if this server no longer owns the world. */
  carrier(call: Call): Promise<PendingAnswer | undefined> | PendingAnswer | undefined
  alarm(defect: unknown): void
  /** Returns the object that represents a client's connection. */
  connectionOf(name: string): object
}

export function receiveCalls(session: ServerHttp2Session, { carrier, alarm, connectionOf }: Owner): void {
  const calls = new Map<string, ServerHttp2Stream>()
  let arrived: Promise<unknown> = Promise.resolve()

  async function receive(stream: ServerHttp2Stream, headSize: number, bodySize: number): Promise<void> {
    // Calls start in the order they were sent; otherwise pipelined calls would be reordered.
    const inOrder = Promise.all([readBytes(stream, headSize + bodySize), arrived])
    arrived = inOrder
    const [bytes] = await inOrder
    // The stream must keep flowing for the trailers to arrive.
    stream.resume()
    if (bytes) await answer(stream, JSON.parse(bytes.toString('utf8', 0, headSize)), bytes.subarray(headSize))
  }
  async function answer(stream: ServerHttp2Stream, { isLocal, connection, body, ...head }: CallHead, inline: Buffer): Promise<void> {
    const leaving = new AbortController()
    let given = 0
    const over = new Promise<Sent>((resolve) => {
      stream
        .on('trailers', ({ bytes, complete }) => resolve({ bytes: Number(bytes), complete: complete === 'true' }))
        .on('close', () => resolve({ bytes: given, complete: false }))
    })
    void over.then(({ complete }) => {
      if (complete) return
      leaving.abort()
      stream.close(constants.NGHTTP2_CANCEL)
    })
    let made: PendingAnswer | undefined
    try {
      made = await carrier({
        ...head,
        body: body && bodyOf(stream, leaving.signal, head, body === 'inline' ? inline : undefined),
        signal: leaving.signal,
        connection: connection === undefined ? undefined : connectionOf(connection),
        isLocal: () => isLocal,
      })
    } catch (defect) {
      alarm(defect)
      made = { answer: bugAnswer(), sent() {} }
    }
    if (made) void over.then(made.sent)
    if (stream.closed || stream.destroyed) return
    if (made) await send(stream, made, (bytes) => (given += bytes))
    else stream.respond({ ':status': constants.HTTP_STATUS_MISDIRECTED_REQUEST }, { endStream: true })
  }

  session.on('stream', (stream, { call, head, body }) => {
    // Errors are ignored here, because a `close` event follows every error.
    stream.on('error', () => {})
    if (call !== undefined) {
      // The call might have ended in the meantime.
      if (!calls.get(String(call))?.emit('body', stream)) stream.close(constants.NGHTTP2_NO_ERROR)
      return
    }
    const id = String(stream.id)
    calls.set(id, stream)
    stream.once('close', () => calls.delete(id))
    receive(stream, Number(head), Number(body)).catch(alarm)
  })
}

async function send(stream: ServerHttp2Stream, { answer, signal }: PendingAnswer, count: (bytes: number) => void): Promise<void> {
  const { body = '', ...rest } = answer
  const head = Buffer.from(JSON.stringify(rest satisfies AnswerHead))
  if (!isStream(body)) {
    const whole = Buffer.from(body)
    stream.respond({ head: head.byteLength, body: whole.byteLength })
    count(whole.byteLength)
    stream.end(Buffer.concat([head, whole]))
    return
  }
  stream.respond({ head: head.byteLength })
  stream.write(head)
  const source = Readable.from(body, { objectMode: false }).on('data', ({ byteLength }: Uint8Array) => count(byteLength))
  // On failure, the forwarder sees a reset, just as a directly connected client would see a broken connection.
  await pipeline(source, stream, { ...(signal && { signal }) }).catch(() => {})
}

/**
 * `inline`: the body, if it arrived with the call. If not, the body is requested on the first read, and only then does a client that waits
 * for `100 Continue` receive it.
 */
function bodyOf(call: ServerHttp2Stream, signal: AbortSignal, { headers }: Pick<Call, 'headers'>, inline?: Buffer): CallBody {
  async function* chunks(): AsyncIterable<Uint8Array> {
    if (inline) yield inline
    else yield* requestedBody(call, signal)
  }
  const length = inline?.byteLength ?? Number(header(headers, 'content-length') ?? 0)
  return {
    chunks,
    whole: (limit) => (inline && inline.byteLength <= limit ? inline : undefined),
    async collect(limit, arrived) {
      if (length > limit) throw new BodyTooLarge(limit)
      return gatherChunks(chunks(), limit, arrived)
    },
  }
}

/** Requests a body from the forwarder, which sends it in a separate stream. */
async function* requestedBody(call: ServerHttp2Stream, signal: AbortSignal): AsyncIterable<Uint8Array> {
  let stream: ServerHttp2Stream | undefined
  try {
    call.additionalHeaders({ ':status': constants.HTTP_STATUS_CONTINUE })
    const [body]: ServerHttp2Stream[] = await once(call, 'body', { signal })
    stream = body
    const whole = new Promise<boolean>((resolve) => {
      body?.on('trailers', (trailers) => resolve(trailers.whole === 'true')).on('close', () => resolve(false))
    })
    if (body) yield* body.iterator({ destroyOnReturn: false })
    if (!(await whole)) throw new ClientGone()
  } catch {
    throw new ClientGone()
  } finally {
    stream?.close(constants.NGHTTP2_NO_ERROR)
  }
}
