/** Forwards calls to an untrusted service, with a deadline and a memory limit. */
import { type IncomingHttpHeaders, type IncomingMessage, request as plainRequest, type ServerResponse } from 'node:http'
import { request as secureRequest } from 'node:https'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { carriedHeaders, type Headers, messageOf, mostBody, unpack, wholeBody } from '../../../real/bodies.ts'
import { Misuse } from '../../../service/wire/misuse.ts'

export interface CarryLimits {
  /** Milliseconds for a complete call: request body, provisional replies (1xx), and the reply. */
  readonly deadline: number
  /** True to buffer every reply, as the verifier does. If false, replies that need no mapping are streamed. */
  readonly whole: boolean
}

/** Maximum total size of all replies that a verifier buffers, in bytes. */
const mostOfRun = 2 ** 28

export interface Outgoing {
  readonly method: string
  readonly url: URL
  readonly headers: Headers
  /** If the body is a stream, `headers` must contain its length. */
  readonly body: Buffer | Readable
  /** The service's URL, for error messages. */
  readonly service: string
  /** The URL that the call was sent to. Only redirects to the same origin are passed on. */
  readonly here?: string
}

export interface Returning {
  readonly headers: Headers
  readonly body: Buffer | undefined
}

export interface Change {
  /** True if the reply must be buffered. */
  reads(headers: IncomingHttpHeaders): boolean
  /** Returns the reply to send back. The body is `undefined` if the reply is streamed. */
  back(reply: Returning): Returning
}

export type Carry = (outgoing: Outgoing, response: ServerResponse, change?: Change) => Promise<void>

const asItIs: Change = { reads: () => false, back: (reply) => reply }

/** The returned function rejects with {@link Misuse} if no complete reply arrives in time, or if the reply is too large. */
export function createCarry({ deadline, whole }: CarryLimits): Carry {
  let left = whole ? mostOfRun : Number.POSITIVE_INFINITY
  return async ({ method, url, headers, body, service, here }, response, { reads, back } = asItIs) => {
    const sent = (url.protocol === 'https:' ? secureRequest : plainRequest)(url, { method, headers: framed(headers, body) })
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      sent.destroy(new Error('it is late'))
    }, deadline)
    const failed = (words: string) => (thrown: unknown) => {
      if (thrown instanceof Misuse) throw thrown
      const why = isLate ? `${service} did not send a complete reply within ${deadline / 1000} s.` : `${words}: ${messageOf(thrown)}.`
      throw new Misuse(why, undefined, 502)
    }
    response.once('close', () => response.writableFinished || sent.destroy())
    try {
      const arriving = replyTo(sent)
      if (body instanceof Readable) pipeline(body, sent).catch((error: Error) => sent.destroy(error))
      else sent.end(body)
      const arrived = await arriving.catch(failed(`Cannot connect to ${service}`))
      const status = arrived.statusCode ?? 502
      const replied = carriedHeaders(arrived.headers)
      if (method === 'HEAD' || !(whole || reads(arrived.headers))) {
        response.writeHead(status, withoutRedirection(status, back({ headers: replied, body: undefined }).headers, here))
        await pipeline(arrived, response)
        return
      }
      const bytes = await wholeBody(arrived, service).catch(failed(`The reply from ${service} was interrupted`))
      await demandModestUnpacked(bytes, arrived.headers, service)
      left -= bytes.length
      if (left < 0) throw new Misuse(`The replies from ${service} exceed ${mostOfRun} bytes in total.`, undefined, 502)
      const reply = back({ headers: replied, body: bytes })
      response.writeHead(status, withoutRedirection(status, framed(reply.headers, reply.body ?? bytes), here)).end(reply.body)
    } finally {
      clearTimeout(timer)
    }
  }
}

/** Throws {@link Misuse} if the decompressed body exceeds {@link mostBody} bytes, because the verifier decompresses it in memory. */
async function demandModestUnpacked(bytes: Buffer, headers: IncomingHttpHeaders, service: string): Promise<void> {
  if ((await unpack(bytes, headers['content-encoding'], mostBody)) === 'too large')
    throw new Misuse(`${service} sent a body that decompresses to more than ${mostBody} bytes.`, undefined, 502)
}

type Sent = ReturnType<typeof plainRequest>

/** Rejects if the connection ends without a reply, which can happen without an error, for example after a 101. */
const replyTo = (sent: Sent) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    sent.once('response', resolve).on('error', reject)
    sent.once('close', () => reject(new Error('the connection ended without a reply')))
  })

/** Removes redirects to other servers, because a verifier would follow them and send the call's body again without any checks. */
function withoutRedirection(status: number, headers: Headers, here = 'http://standin.test'): Headers {
  const { location, ...others } = headers
  const isElsewhere = status >= 300 && status < 400 && URL.parse(String(location), here)?.origin !== new URL(here).origin
  return isElsewhere ? others : headers
}

/** Sets the body's length explicitly; otherwise a server would read the body of a DELETE from Node.js as a second request. */
function framed(headers: Headers, body: Buffer | Readable): Headers {
  if (!(body instanceof Readable))
    return body.length === 0 && headers['content-length'] === undefined ? headers : { ...headers, 'content-length': String(body.length) }
  return headers['content-length'] === undefined ? { ...headers, 'transfer-encoding': 'chunked' } : headers
}
