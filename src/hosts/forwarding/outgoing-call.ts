/** A call on its way to the owner of its world, at the server that forwards it. */
import * as http2 from 'node:http2'
import { PassThrough, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Call, type CallBody, ClientGone, type PendingAnswer } from '../../service/wire/call.ts'
import { type AnswerHead, type CallHead, readBytes } from './session.ts'

/**
 * `not-here`: the server does not have the world, and has not read the body. `unreachable`: it did not get the call. After either, another
 * server may get the call. `gone`: the server went away during the call.
 */
export type Forwarded = PendingAnswer | 'not-here' | 'unreachable' | 'gone'

const { constants } = http2
/** The largest body that is sent with its call, before the owner asks for it. */
const largestInline = 2 ** 16
/** The stream stays open behind its bytes, for trailers. */
const withTrailers = { endStream: false, waitForTrailers: true }

/** `connection` names the client's connection. */
export async function sendCall(session: http2.ClientHttp2Session, call: Call, connection: string | undefined): Promise<Forwarded> {
  const { body, signal, ...rest } = call
  // A client that waits for `100 Continue` gets it when the owner reads.
  const inline = call.headers.expect === undefined ? body?.whole?.(largestInline) : undefined
  const callHead: CallHead = { ...rest, connection, isLocal: call.isLocal(), body: body && (inline ? 'inline' : 'later') }
  const head = Buffer.from(JSON.stringify(callHead))
  const stream = session.request({ ':method': 'POST', head: head.byteLength, body: inline?.byteLength ?? 0 }, withTrailers)
  const leave = () => stream.close(constants.NGHTTP2_CANCEL)
  // The event 'close' follows.
  stream.on('error', () => {})
  stream.write(inline ? Buffer.concat([head, inline]) : head)
  // An owner that closes takes no more streams.
  if (body) stream.once('continue', () => void sendBody(session, stream.id, body).catch(leave))

  signal.addEventListener('abort', leave, { once: true })
  if (signal.aborted) leave()
  const answer = await answerOf(stream, signal)
  signal.removeEventListener('abort', leave)
  if (answer) return answer
  if (signal.aborted) return { answer: { status: 499, headers: {} }, sent() {} }
  return stream.rstCode === constants.NGHTTP2_REFUSED_STREAM ? 'unreachable' : 'gone'
}

/** Sends a body in a stream of its own: the stream of the call stays open for its trailers. */
async function sendBody(session: http2.ClientHttp2Session, call: number | undefined, { chunks }: CallBody): Promise<void> {
  const stream = session.request({ ':method': 'POST', call }, withTrailers)
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
async function answerOf(stream: http2.ClientHttp2Stream, signal: AbortSignal): Promise<PendingAnswer | 'not-here' | undefined> {
  const response = await new Promise<(http2.IncomingHttpHeaders & http2.IncomingHttpStatusHeader) | undefined>((resolve) => {
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

/** The chunks of a stream, which stays open for the trailers when their reader stops. */
function streamedBody(stream: http2.ClientHttp2Stream, signal: AbortSignal): Readable {
  const body = new PassThrough({ signal }).on('error', () => {})
  stream.on('close', () => {
    if (stream.rstCode !== constants.NGHTTP2_NO_ERROR) body.destroy(new ClientGone())
  })
  return stream.pipe(body)
}
