/** Sends calls on to the real service, and its replies back unchanged. Each call and its reply are passed to the comparison. */
import type { ClientRequest, IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { carriedHeaders, type Headers, messageOf } from '../../../../real/bodies.ts'
import type { Destination } from '../../../../real/target.ts'
import { type Answer, type Call, ClientGone, header } from '../../../../service/wire/call.ts'
import { Misuse } from '../../../../service/wire/misuse.ts'
import type { Content } from '../../exchange.ts'
import type { Copies, Copy } from './copies.ts'
import { connectTime, type Upstream } from './upstream.ts'

/** What became of a call, when the last byte of its reply has gone out or its connection has broken. */
export interface Passed {
  readonly reply: { readonly status: number; readonly headers: Headers; readonly body: Content } | undefined
  readonly broken: 'client' | 'service' | undefined
}

export interface Forwarding {
  readonly answer: Answer
  /** The host has sent the answer, or as much as the client took. */
  sent(complete: boolean): Promise<Passed>
}

export interface Sending {
  readonly destination: Destination
  readonly headers: Headers
  /** The whole body, a body that arrives, or none. */
  readonly body: Uint8Array | AsyncIterable<Uint8Array> | undefined
}

/** Milliseconds that a service has to say that it wants the body of a call with `Expect: 100-continue`. */
const continueTime = 1_000

/** `silence`: milliseconds in which a reply must begin. Throws {@link Misuse} where no reply comes. */
export function createForward(upstream: Upstream, copies: Copies, silence: number) {
  return async (call: Pick<Call, 'method' | 'signal'>, { destination, headers, body }: Sending): Promise<Forwarding> => {
    const { url } = destination
    const name = url.origin
    const sent = upstream.request(url, { method: call.method, headers: framed(headers, body) })
    const leave = () => sent.destroy(new ClientGone())
    // Also during the reply, whose reader waits for its next bytes.
    call.signal.addEventListener('abort', leave, { once: true })
    if (call.signal.aborted) leave()
    watchSilence(sent, silence)
    try {
      const arriving = replyTo(sent)
      void sendBody(sent, body, arriving)
      const reply = await arriving
      const head = { status: reply.statusCode ?? 502, headers: repliedHeaders(reply) }
      const copy = copies.begin(Number(reply.headers['content-length']) || undefined)
      const { body: replied, isWhole, isBroken } = await bodyOf(reply, copy, call)
      return {
        answer: { ...head, headers: isWhole ? { ...head.headers, ...lengthLike(reply) } : head.headers, body: replied },
        async sent(complete) {
          call.signal.removeEventListener('abort', leave)
          const broken = isBroken() ? 'service' : complete ? undefined : 'client'
          if (!complete) reply.destroy()
          return { reply: { ...head, body: await copy.end() }, broken }
        },
      }
    } catch (thrown) {
      call.signal.removeEventListener('abort', leave)
      sent.destroy()
      throw call.signal.aborted ? new ClientGone() : failureOf(thrown, name, silence)
    }
  }
}

class Silent extends Error {}

/** A slow client is not the fault of the service: its time counts while it owes a reply, or does not read. */
function watchSilence(sent: ClientRequest, silence: number): void {
  let hasReply = false
  sent.once('response', () => (hasReply = true))
  sent.setTimeout(silence, () => {
    if (!hasReply && (sent.writableFinished || sent.writableNeedDrain)) sent.destroy(new Silent())
  })
  sent.once('socket', (socket) => {
    if (!socket.connecting) return
    const timer = setTimeout(() => sent.destroy(new Silent()), Math.min(silence, connectTime))
    for (const event of ['connect', 'close'] as const) socket.once(event, () => clearTimeout(timer))
  })
}

/** A connection may also end without an error, for example after 101. */
const replyTo = (sent: ClientRequest) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    sent.once('response', resolve).on('error', reject)
    sent.once('close', () => reject(new Error('the connection ended without a reply')))
  })

async function sendBody(sent: ClientRequest, body: Sending['body'], arriving: Promise<IncomingMessage>): Promise<void> {
  if (body === undefined || body instanceof Uint8Array) {
    sent.end(body)
    return
  }
  try {
    if (sent.getHeader('expect') !== undefined && (await isRefused(sent, arriving))) {
      sent.end()
      return
    }
    for await (const chunk of body) {
      if (sent.destroyed) return
      if (!sent.write(chunk)) await drained(sent)
    }
    sent.end()
  } catch (error) {
    sent.destroy(error as Error)
  }
}

/** True if the reply came before the service wanted the body. */
function isRefused(sent: ClientRequest, arriving: Promise<IncomingMessage>): Promise<boolean> {
  sent.flushHeaders()
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), continueTime)
    const settle = (isReply: boolean) => {
      clearTimeout(timer)
      resolve(isReply)
    }
    sent.once('continue', () => settle(false))
    arriving.then(
      () => settle(true),
      () => settle(true),
    )
  })
}

const drained = (sent: ClientRequest) =>
  new Promise<void>((resolve) => {
    const end = () => {
      sent.off('drain', end).off('close', end)
      resolve()
    }
    sent.on('drain', end).on('close', end)
  })

/** A body that has arrived with the head is sent with it. */
async function bodyOf(reply: IncomingMessage, copy: Copy, { method, signal }: Pick<Call, 'method' | 'signal'>) {
  let isBroken = false
  reply.on('error', () => {})
  await new Promise<void>((resolve) => process.nextTick(resolve))
  // The host would give a 304 a length.
  if (reply.complete && reply.statusCode !== 304) {
    const bytes: Buffer | null = reply.read()
    // The event 'end', by which the connection becomes free again.
    reply.resume()
    if (bytes) copy.add(bytes)
    return { body: method === 'HEAD' ? undefined : (bytes ?? new Uint8Array()), isWhole: true, isBroken: () => false }
  }
  async function* copied(): AsyncIterable<Uint8Array> {
    try {
      for await (const chunk of reply) {
        copy.add(chunk)
        yield chunk
      }
    } catch (error) {
      isBroken = !reply.complete && !signal.aborted
      throw error
    }
  }
  return { body: Readable.from(copied(), { objectMode: false }), isWhole: false, isBroken: () => isBroken }
}

/** Without a length, a reply comes in chunks. */
const lengthLike = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined && headers['content-length'] === undefined ? { 'transfer-encoding': 'chunked' } : {}

/** Those of the connection stay here. */
function repliedHeaders({ headersDistinct, headers }: IncomingMessage): Headers {
  const named = namedIn(headers.connection)
  const replied: Headers = {}
  for (const name in headersDistinct) {
    const values = headersDistinct[name] ?? []
    if (!ofConnection.has(name) && !named.includes(name)) replied[name] = values.length === 1 ? (values[0] ?? '') : values
  }
  return replied
}

/** The headers that `Connection` names belong to the connection. */
const namedIn = (connection = '') => connection.toLowerCase().split(/\s*,\s*/)

const ofConnection = new Set(['connection', 'keep-alive', 'proxy-connection', 'te', 'trailer', 'transfer-encoding', 'upgrade'])

/** The headers of a call that are sent on. */
export function sentHeaders(call: Pick<Call, 'headers'>): Headers {
  const named = namedIn(header(call.headers, 'connection'))
  const carried = carriedHeaders(call.headers as Parameters<typeof carriedHeaders>[0])
  for (const name in carried) if (named.includes(name) || ofStandin.test(name)) delete carried[name]
  const expect = header(call.headers, 'expect')
  return expect === undefined ? carried : { ...carried, expect }
}

const ofStandin = /^(?:x-standin-|prefer$|proxy-authorization$)/

/** The length of a body must be told: Node.js would write that of a DELETE as if it were the next request. */
function framed(headers: Headers, body: Sending['body']): Headers {
  if (body instanceof Uint8Array) {
    const { expect: _, ...others } = headers
    return { ...others, 'content-length': String(body.byteLength) }
  }
  if (body === undefined || headers['content-length'] !== undefined) return headers
  return { ...headers, 'transfer-encoding': 'chunked' }
}

/** Thrown where the service cut the connection after it got the call. */
export class Severed extends Error {}

function failureOf(thrown: unknown, name: string, silence: number): Error {
  if (thrown instanceof Misuse || thrown instanceof ClientGone) return thrown
  if (thrown instanceof Silent) return new Misuse(`${name} gave no reply within ${silence / 1000} s.`, undefined, 504)
  const code = Object(thrown).code
  if (code === 'ECONNRESET' || code === 'EPIPE' || /without a reply/.test(messageOf(thrown))) return new Severed(messageOf(thrown))
  const [does, why] = String(code).startsWith('HPE_') ? ['sends no HTTP', messageOf(thrown)] : ['does not answer', messageOf(thrown)]
  return new Misuse(`${name} ${does}: ${why}.`, undefined, 502)
}
