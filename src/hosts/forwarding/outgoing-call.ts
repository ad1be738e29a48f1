/** A call on its way to the owner of its world, at the server that forwards it. */
import {
  type ClientHttp2Session,
  type ClientHttp2Stream,
  constants,
  type IncomingHttpHeaders,
  type IncomingHttpStatusHeader,
} from 'node:http2'
import { PassThrough, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Call, type CallBody, ClientGone, type PendingAnswer } from '../../service/wire/call.ts'
import { type AnswerHead, type CallHead, paths, readBytes } from './session.ts'

/** The server that owns the world went away while a call was on its way to it. */
export class OwnerGone extends Error {
  override readonly message = 'The server that owns the world went away during the call.'
}

/** The largest body that is sent with its call, before the owner asks for it. */
const largestInline = 2 ** 16

/** `connection` names the client's connection. `not-here` and `unreachable`: the owner did not process the call. */
export async function sendCall(
  session: ClientHttp2Session,
  call: Call,
  connection: string | undefined,
): Promise<PendingAnswer | 'not-here' | 'unreachable'> {
  const { method, url, base, place, headers, isOwn, body, signal } = call
  // A client that waits for `100 Continue` gets it when the owner reads.
  const inline = headers.expect === undefined ? body?.whole?.(largestInline) : undefined
  const callHead: CallHead = {
    method,
    url,
    base,
    place,
    headers,
    ...(isOwn && { isOwn }),
    connection,
    isLocal: call.isLocal(),
    body: body && (inline ? 'inline' : 'later'),
  }
  const head = Buffer.from(JSON.stringify(callHead))
  const stream = session.request(
    { ':method': 'POST', ':path': paths.call, head: head.byteLength, body: inline?.byteLength ?? 0 },
    { endStream: false, waitForTrailers: true },
  )
  // The event 'close' follows.
  stream.on('error', () => {})
  stream.write(inline ? Buffer.concat([head, inline]) : head)
  if (body) stream.once('continue', () => void sendBody(session, String(stream.id), body))

  const leave = () => stream.close(constants.NGHTTP2_CANCEL)
  signal.addEventListener('abort', leave, { once: true })
  if (signal.aborted) leave()
  const answer = await answerOf(stream, signal)
  signal.removeEventListener('abort', leave)
  if (answer) return answer
  if (signal.aborted) return { answer: { status: 499, headers: {} }, sent() {} }
  if (stream.rstCode === constants.NGHTTP2_REFUSED_STREAM) return 'unreachable'
  throw new OwnerGone()
}

/** Sends a body in a stream of its own: the stream of the call stays open for its trailers. */
async function sendBody(session: ClientHttp2Session, call: string, { chunks }: CallBody): Promise<void> {
  if (session.destroyed) return
  const stream = session.request({ ':method': 'POST', ':path': paths.body, call }, { endStream: false, waitForTrailers: true })
  let whole = false
  async function* untilGone(): AsyncIterable<Uint8Array> {
    try {
      yield* chunks()
      whole = true
    } catch {
      // The client left. The trailers tell it, behind the bytes that did arrive.
    }
  }
  stream.on('wantTrailers', () => stream.sendTrailers({ whole: String(whole) }))
  // The owner closes the stream when it needs no more of the body.
  await pipeline(Readable.from(untilGone(), { objectMode: false }), stream).catch(() => {})
}

/** `undefined` if the stream breaks before the whole head, or before a body that the owner had in memory. */
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
  const rest = bytes.subarray(headSize)
  return {
    answer: { ...answer, body: response.body === undefined ? streamedBody(stream, signal) : rest },
    sent({ bytes, complete }) {
      stream.on('wantTrailers', () => stream.sendTrailers({ bytes: String(bytes), complete: String(complete) }))
      stream.resume().end()
    },
  }
}

/** The chunks of a stream, which stays open for the trailers when their reader stops. */
function streamedBody(stream: ClientHttp2Stream, signal: AbortSignal): Readable {
  const body = new PassThrough({ signal }).on('error', () => {})
  stream.on('close', () => {
    if (stream.rstCode !== constants.NGHTTP2_NO_ERROR) body.destroy(new ClientGone())
  })
  return stream.pipe(body)
}
