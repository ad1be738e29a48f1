/** Forwarded calls at the owner of their world. */
import { constants, type ServerHttp2Session, type ServerHttp2Stream } from 'node:http2'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { bugAnswer } from '../../service/engine/misuse-answer.ts'
import { gatherChunks, isStream } from '../../service/wire/body.ts'
import { BodyTooLarge, type Call, type CallBody, ClientGone, header, type PendingAnswer, type Sent } from '../../service/wire/call.ts'
import { type AnswerHead, type CallHead, paths, readBytes } from './session.ts'

/** Answers a call; `undefined` if its world is no longer here. In that case nothing of the body was read. */
export type OwnerCarrier = (call: Call) => Promise<PendingAnswer | undefined> | PendingAnswer | undefined

interface Owner {
  readonly carrier: OwnerCarrier
  alarm(defect: unknown): void
  /** The object that stands for a client's connection. */
  connectionOf(name: string): object
}

export function receiveCalls(session: ServerHttp2Session, owner: Owner): void {
  const demands = new Map<string, (body: ServerHttp2Stream | undefined) => void>()
  let arrived: Promise<unknown> = Promise.resolve()

  /** Asks the forwarder for a body. Resolves with the stream that brings it. */
  function demand(call: ServerHttp2Stream): Promise<ServerHttp2Stream | undefined> {
    const { promise, resolve } = Promise.withResolvers<ServerHttp2Stream | undefined>()
    demands.set(String(call.id), resolve)
    call.once('close', () => resolve(undefined))
    if (call.closed) resolve(undefined)
    else call.additionalHeaders({ ':status': constants.HTTP_STATUS_CONTINUE })
    return promise.finally(() => demands.delete(String(call.id)))
  }
  async function receive(stream: ServerHttp2Stream, headSize: number, bodySize: number): Promise<void> {
    const reading = readBytes(stream, headSize + bodySize)
    // Calls begin in the order in which they were sent, so that pipelined calls keep their order.
    const before = arrived
    arrived = Promise.all([before, reading])
    await before
    const bytes = await reading
    // The trailers follow.
    stream.resume()
    if (bytes) await answer(stream, JSON.parse(bytes.toString('utf8', 0, headSize)), bytes.subarray(headSize))
  }
  async function answer(stream: ServerHttp2Stream, { isLocal, connection, body, ...head }: CallHead, inline: Buffer): Promise<void> {
    const leaving = new AbortController()
    let given = 0
    let report: ((sent: Sent) => void) | undefined
    let isOver = false
    function end(sent: Sent): void {
      if (isOver) return
      isOver = true
      report?.(sent)
      if (sent.complete) return
      leaving.abort()
      stream.close(constants.NGHTTP2_CANCEL)
    }
    stream
      .on('trailers', ({ bytes, complete }) => end({ bytes: Number(bytes), complete: complete === 'true' }))
      .on('close', () => end({ bytes: given, complete: false }))
    async function say(made: PendingAnswer): Promise<void> {
      if (isOver) made.sent({ bytes: 0, complete: false })
      report = made.sent
      if (!isOver) await send(stream, made, (bytes) => (given += bytes))
    }
    const call: Call = {
      ...head,
      body: body && bodyOf(head.headers, body === 'inline' ? inline : () => demand(stream)),
      signal: leaving.signal,
      connection: connection === undefined ? undefined : owner.connectionOf(connection),
      isLocal: () => isLocal,
    }
    try {
      const made = await owner.carrier(call)
      if (made) await say(made)
      else if (!stream.destroyed) stream.respond({ ':status': constants.HTTP_STATUS_MISDIRECTED_REQUEST }, { endStream: true })
    } catch (defect) {
      owner.alarm(defect)
      await say({ answer: bugAnswer(), sent() {} })
    }
  }

  session.on('stream', (stream, { ':path': path, call, head, body }) => {
    // The event 'close' follows.
    stream.on('error', () => {})
    if (path === paths.body) demands.get(String(call))?.(stream)
    else receive(stream, Number(head), Number(body)).catch(owner.alarm)
  })
}

async function send(stream: ServerHttp2Stream, { answer, signal }: PendingAnswer, count: (bytes: number) => void): Promise<void> {
  const { body = '', ...rest } = answer
  const head = Buffer.from(JSON.stringify(rest satisfies AnswerHead))
  const sizes = { ':status': constants.HTTP_STATUS_OK, head: head.byteLength }
  if (!isStream(body)) {
    const whole = Buffer.from(body)
    stream.respond({ ...sizes, body: whole.byteLength })
    count(whole.byteLength)
    stream.end(Buffer.concat([head, whole]))
    return
  }
  async function* counted(chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
    for await (const chunk of chunks) {
      count(chunk.byteLength)
      yield chunk
    }
  }
  stream.respond(sizes)
  stream.write(head)
  // After a failure, the forwarder sees a reset: a client of this server would see its connection break, too.
  await pipeline(Readable.from(counted(body), { objectMode: false }), stream, { ...(signal && { signal }) }).catch(() => {})
}

type Demand = () => Promise<ServerHttp2Stream | undefined>

/** A body that came with its call, or one to ask for when it is first read: a client that waits for `100 Continue` gets it then. */
function bodyOf(headers: Call['headers'], source: Buffer | Demand): CallBody {
  const inline = typeof source === 'function' ? undefined : source
  async function* chunks(): AsyncIterable<Uint8Array> {
    if (typeof source === 'function') yield* arriving(await source())
    else if (source.byteLength > 0) yield source
  }
  const length = inline?.byteLength ?? Number(header(headers, 'content-length') ?? 0)
  return {
    chunks,
    whole: (limit) => (inline && inline.byteLength <= limit ? inline : undefined),
    async collect(limit, arrived) {
      if (length > limit) return Promise.reject(new BodyTooLarge(limit))
      if (inline === undefined) return gatherChunks(chunks(), limit, arrived)
      arrived?.(inline.byteLength)
      return inline
    },
  }
}

async function* arriving(stream: ServerHttp2Stream | undefined): AsyncIterable<Uint8Array> {
  if (stream === undefined) throw new ClientGone()
  const whole = new Promise<boolean>((resolve) => {
    stream.on('trailers', (trailers) => resolve(trailers.whole === 'true')).on('close', () => resolve(false))
  })
  try {
    yield* stream.iterator({ destroyOnReturn: false })
    if (!(await whole)) throw new ClientGone()
  } catch {
    throw new ClientGone()
  } finally {
    stream.close(constants.NGHTTP2_NO_ERROR)
  }
}
