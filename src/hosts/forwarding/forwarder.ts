/** Forwards calls to the servers that own the worlds, over one persistent HTTP/2 connection per server. */
import { randomUUID } from 'node:crypto'
import {
  type ClientHttp2Session,
  type ClientHttp2Stream,
  constants,
  type IncomingHttpHeaders,
  type IncomingHttpStatusHeader,
} from 'node:http2'
import { PassThrough, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { clearInterval, setInterval } from 'node:timers'
import { type Call, type CallBody, ClientGone, type PendingAnswer } from '../../service/wire/call.ts'
import { getOrCreate } from '../../service/wire/when-needed.ts'
import { type AnswerHead, type CallHead, connectTo, NotAdmitted, readBytes, type Secret } from './link.ts'

export interface ForwarderOptions {
  readonly secret: Secret
  alarm(defect: unknown): void
  /** Reports why a reachable server accepts no calls. */
  tell(text: string): void
  /** Milliseconds of real time within which a server must accept a new connection. Default: 3,000. */
  readonly connectTimeout?: number
}

/**
 * `not-here`: the server does not own the world, and has not read the body. `unreachable`: the server did not receive the call. In both
 * cases, the call may be sent to another server. `gone`: the connection to the server was lost during the call.
 */
export type Forwarded = PendingAnswer | 'not-here' | 'unreachable' | 'gone'

/**
 * Milliseconds of real time between pings, and the number of unanswered pings before the connection is closed. Pings detect a suspended
 * process, which keeps its connections open.
 */
const pings = { beat: 1_000, silent: 4 }
/** Maximum size in bytes of a body that is sent along with the call, before the owner requests the body. */
const largestInline = 2 ** 16
/** Keeps the stream open for trailers. */
const withTrailers = { endStream: false, waitForTrailers: true }

export function createForwarder({ secret, alarm, tell, connectTimeout = 3_000 }: ForwarderOptions) {
  const id = randomUUID()
  const sessions = new Map<string, Promise<ClientHttp2Session | undefined>>()
  /** The last problem reported for each server that accepts no calls. */
  const complaints = new Map<string, string>()
  const connections = new WeakMap<object, string>()
  let lastConnection = 0
  let isClosed = false

  const nameOf = (connection: object) => getOrCreate(connections, connection, () => `${id} ${++lastConnection}`)

  async function open(address: string): Promise<ClientHttp2Session | undefined> {
    const forget = () => sessions.delete(address)
    try {
      const session = await connectTo(address, secret, AbortSignal.timeout(connectTimeout))
      watch(session.on('close', forget))
      complaints.delete(address)
      return session
    } catch (error) {
      forget()
      if (error instanceof NotAdmitted) complain(address, error.message)
      // Connection errors have a code. They mean that the server is not running.
      else if (!(error instanceof Error && 'code' in error)) alarm(error)
      return undefined
    }
  }
  function complain(address: string, text: string): void {
    if (complaints.get(address) !== text) tell(`${text}\n`)
    complaints.set(address, text)
  }

  return {
    /** Forwards a call to the server at a URL, such as `http://10.0.0.7:4300`, and returns the answer. */
    async forward(call: Call, address: string): Promise<Forwarded> {
      const session = isClosed ? undefined : await getOrCreate(sessions, address, () => open(address))
      if (session === undefined || session.closed || session.destroyed) return 'unreachable'
      return sendCall(session, call, call.connection && nameOf(call.connection))
    },
    /** Closes all connections. Calls in flight fail. */
    close(): void {
      isClosed = true
      for (const opening of sessions.values()) void opening.then((session) => session?.destroy())
    },
  }
}

/** Closes the connection if the owner stops answering. Counts pings instead of time, which also passes while this process is suspended. */
function watch(session: ClientHttp2Session): void {
  const { socket } = session
  let [received, silent] = [0, 0]
  const timer = setInterval(() => {
    // A destroyed session has no socket, but emits `close` only once the connection has ended.
    if (session.destroyed) return
    silent = socket.bytesRead > received ? 0 : silent + 1
    received = socket.bytesRead
    if (silent >= pings.silent) session.destroy()
    else session.ping(() => {})
  }, pings.beat).unref()
  session.once('close', () => clearInterval(timer))
}

/** `connection`: identifies the client's connection. */
async function sendCall(session: ClientHttp2Session, call: Call, connection: string | undefined): Promise<Forwarded> {
  const { body, signal, ...rest } = call
  // A client that waits for `100 Continue` receives this status once the owner reads the body.
  const inline = call.headers.expect === undefined ? body?.whole?.(largestInline) : undefined
  const callHead: CallHead = { ...rest, connection, isLocal: call.isLocal(), body: body && (inline ? 'inline' : 'later') }
  const head = Buffer.from(JSON.stringify(callHead))
  const stream = session.request({ ':method': 'POST', head: head.byteLength, body: inline?.byteLength ?? 0 }, withTrailers)
  const leave = () => stream.close(constants.NGHTTP2_CANCEL)
  // Errors are ignored here, because a `close` event follows every error.
  stream.on('error', () => {})
  stream.write(inline ? Buffer.concat([head, inline]) : head)
  // Sending the body fails if the owner is shutting down, because it then accepts no new streams.
  if (body) stream.once('continue', () => void sendBody(session, stream.id, body).catch(leave))

  signal.addEventListener('abort', leave, { once: true })
  if (signal.aborted) leave()
  const answer = await answerOf(stream, signal)
  signal.removeEventListener('abort', leave)
  if (answer) return answer
  if (signal.aborted) return { answer: { status: 499, headers: {} }, sent() {} }
  return stream.rstCode === constants.NGHTTP2_REFUSED_STREAM ? 'unreachable' : 'gone'
}

/** Sends a body in a separate stream, because the call's stream stays open for its trailers. */
async function sendBody(session: ClientHttp2Session, call: number | undefined, { chunks }: CallBody): Promise<void> {
  const stream = session.request({ ':method': 'POST', call }, withTrailers)
  let whole = false
  async function* untilGone(): AsyncIterable<Uint8Array> {
    try {
      yield* chunks()
      whole = true
    } catch {
      // The client disconnected. The trailers report this, after the bytes that did arrive.
    }
  }
  stream.on('wantTrailers', () => stream.sendTrailers({ whole: String(whole) }))
  // The owner closes the stream when it needs nothing more from the body.
  await pipeline(Readable.from(untilGone(), { objectMode: false }), stream).catch(() => {})
}

/** Returns `undefined` if the stream breaks before the headers are complete, or before a body that the owner had in memory arrives. */
async function answerOf(stream: ClientHttp2Stream, signal: AbortSignal): Promise<PendingAnswer | 'not-here' | undefined> {
  const response = await new Promise<(IncomingHttpHeaders & IncomingHttpStatusHeader) | undefined>((resolve) => {
    stream.once('response', resolve).once('close', () => resolve(undefined))
  })
  if (response === undefined) return undefined
  if (response[':status'] === constants.HTTP_STATUS_MISDIRECTED_REQUEST) {
    stream.close(constants.NGHTTP2_NO_ERROR)
    return 'not-here'
  }
  const headSize = Number(response.head)
  const bytes = await readBytes(stream, headSize + Number(response.body ?? 0))
  if (bytes === undefined) return undefined
  const answer: AnswerHead = JSON.parse(bytes.toString('utf8', 0, headSize))
  return {
    answer: { ...answer, body: response.body === undefined ? streamedBody(stream, signal) : bytes.subarray(headSize) },
    sent({ bytes, complete }) {
      stream.on('wantTrailers', () => stream.sendTrailers({ bytes: String(bytes), complete: String(complete) }))
      stream.resume().end()
    },
  }
}

/** Returns the stream's chunks. The stream stays open for the trailers even if the reader stops. */
function streamedBody(stream: ClientHttp2Stream, signal: AbortSignal): Readable {
  const body = new PassThrough({ signal }).on('error', () => {})
  stream.on('close', () => {
    if (stream.rstCode !== constants.NGHTTP2_NO_ERROR) body.destroy(new ClientGone())
  })
  return stream.pipe(body)
}
