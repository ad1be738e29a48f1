/** Forwards calls to the real service, and passes its replies back unchanged. */
import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { carriedHeaders, type Headers } from '../../../../real/bodies.ts'
import type { Destination } from '../../../../real/target.ts'
import { type Answer, type Call, ClientGone, header } from '../../../../service/wire/call.ts'
import type { Content } from '../../exchange.ts'
import type { Copies, Copy } from './copies.ts'
import { failureOf, framed, replyTo, type SentBody, sendBody, watchSilence } from './sending.ts'
import type { Upstream } from './upstream.ts'

/** The result of a forwarded call. */
export interface Passed {
  readonly reply: { readonly status: number; readonly headers: Headers; readonly body: Content }
  readonly broken: 'client' | 'service' | undefined
}

export interface Forwarding {
  readonly answer: Answer
  /** Called when the host has sent the answer, or as much as the client accepted. */
  sent(complete: boolean): void
}

export interface Sending {
  readonly destination: Destination
  readonly headers: Headers
  /** The whole body, a body that is still arriving, or none. */
  readonly body: SentBody
  /** Called once the service's reply has ended or its connection has broken. The client might not have read all of it yet. */
  ended(passed: () => Promise<Passed>): void
}

/** `silence`: milliseconds in which a reply must begin. Throws {@link Misuse} if no reply arrives. */
export function createForward(upstream: Upstream, copies: Copies, silence: number) {
  return async (call: Pick<Call, 'method' | 'signal'>, { destination, headers, body, ended }: Sending): Promise<Forwarding> => {
    const { url } = destination
    const name = url.origin
    const sent = upstream.request(url, { method: call.method, headers: framed(headers, body) })
    const leave = () => sent.destroy(new ClientGone())
    // An abort also ends the call during the reply, while the reader is waiting for more bytes.
    call.signal.addEventListener('abort', leave, { once: true })
    if (call.signal.aborted) leave()
    watchSilence(sent, silence)
    try {
      const arriving = replyTo(sent)
      void sendBody(sent, body, arriving)
      const reply = await arriving
      const { headers: replied, length } = headersOf(reply)
      const head = { status: reply.statusCode ?? 502, headers: replied }
      const copy = copies.begin(Number(replied['content-length']) || undefined)
      let isEnded = false
      const end = (broken: Passed['broken']) => {
        if (isEnded) return
        isEnded = true
        ended(async () => ({ reply: { ...head, body: await copy.end() }, broken }))
      }
      const { body: passed, isWhole } = bodyOf(reply, copy, call, end)
      return {
        answer: { ...head, headers: isWhole ? { ...replied, ...length } : replied, body: passed },
        sent(complete) {
          call.signal.removeEventListener('abort', leave)
          if (complete) return
          reply.destroy()
          end('client')
        },
      }
    } catch (thrown) {
      call.signal.removeEventListener('abort', leave)
      sent.destroy()
      throw call.signal.aborted ? new ClientGone() : failureOf(thrown, name, silence)
    }
  }
}

/** Returns the reply's body, in one piece if the whole body arrived together with the headers. */
function bodyOf(
  reply: IncomingMessage,
  copy: Copy,
  { method, signal }: Pick<Call, 'method' | 'signal'>,
  end: (broken: Passed['broken']) => void,
) {
  reply.on('error', () => {})
  // A 304 is not sent in one piece, because the host would add a length to it.
  if (reply.complete && reply.statusCode !== 304) {
    const bytes: Buffer | null = reply.read()
    // Emits `end`, which returns the connection to the agent.
    reply.resume()
    if (bytes) copy.add(bytes)
    end(undefined)
    return { body: method === 'HEAD' ? undefined : (bytes ?? new Uint8Array()), isWhole: true }
  }
  async function* copied(): AsyncIterable<Uint8Array> {
    try {
      for await (const chunk of reply) {
        copy.add(chunk)
        yield chunk
      }
      end(undefined)
    } catch (error) {
      end(signal.aborted ? 'client' : 'service')
      throw error
    }
  }
  return { body: Readable.from(copied(), { objectMode: false }), isWhole: false }
}

/** Returns the headers of a reply without its connection headers. `length`: the header for a chunked reply. */
function headersOf({ rawHeaders, headers: read }: IncomingMessage): { headers: Headers; length: Headers } {
  const named = namedIn(read.connection)
  const headers: Headers = Object.create(null)
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const [name, value] = [(rawHeaders[at] ?? '').toLowerCase(), rawHeaders[at + 1] ?? '']
    if (ofConnection.has(name) || named.includes(name)) continue
    const earlier = headers[name]
    headers[name] = earlier === undefined ? value : [earlier, value].flat()
  }
  const isChunked = read['transfer-encoding'] !== undefined && read['content-length'] === undefined
  return { headers, length: isChunked ? { 'transfer-encoding': 'chunked' } : {} }
}

/** Returns the headers that a `Connection` header lists, which belong to the connection too. */
const namedIn = (connection = '') =>
  connection
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())

const ofConnection = new Set(['connection', 'keep-alive', 'proxy-connection', 'te', 'trailer', 'transfer-encoding', 'upgrade'])

/** Returns the headers of a call that are forwarded. */
export function sentHeaders(call: Pick<Call, 'headers'>): Headers {
  const named = namedIn(header(call.headers, 'connection'))
  const carried = carriedHeaders(call.headers as Parameters<typeof carriedHeaders>[0])
  for (const name in carried) if (named.includes(name) || ofStandin.test(name)) delete carried[name]
  const expect = header(call.headers, 'expect')
  return expect === undefined ? carried : { ...carried, expect }
}

const ofStandin = /^(?:x-standin-|prefer$|proxy-authorization$)/

/** Rewrites the URL of a resumable upload, because the upload would otherwise bypass the comparison. */
export function withLocation(answer: Answer, { url, within }: Destination, { base }: Call): Answer {
  const { location } = answer.headers
  if (base === undefined || typeof location !== 'string' || answer.headers['tus-resumable'] === undefined) return answer
  const there = url.href.endsWith(within) ? url.href.slice(0, -within.length) : url.origin
  if (!location.startsWith(`${there}/`)) return answer
  return { ...answer, headers: { ...answer.headers, location: base + location.slice(there.length) } }
}
