/** Sends a call to the real service, and explains a missing reply. */
import type { ClientRequest, IncomingMessage } from 'node:http'
import { type Headers, messageOf } from '../../../../real/bodies.ts'
import { ClientGone } from '../../../../service/wire/call.ts'
import { Misuse } from '../../../../service/wire/misuse.ts'
import { connectTime } from './upstream.ts'

export type SentBody = Uint8Array | AsyncIterable<Uint8Array> | undefined

/** Milliseconds to wait for a service to request the body of a call with `Expect: 100-continue`. Then the body is sent anyway. */
const continueTime = 1_000

class Silent extends Error {}

/** Destroys a call if the service does not reply or stops reading the body for too long. Time spent waiting for a client is ignored. */
export function watchSilence(sent: ClientRequest, silence: number): void {
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

/** Rejects if the connection ends without a reply, which can happen without an error, for example after a 101. */
export const replyTo = (sent: ClientRequest) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    const close = () => reject(new Error('the connection ended without a reply'))
    sent.once('close', close).on('error', reject)
    sent.once('response', (reply) => {
      sent.off('close', close)
      resolve(reply)
    })
  })

export async function sendBody(sent: ClientRequest, body: SentBody, arriving: Promise<IncomingMessage>): Promise<void> {
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

/** True if the reply arrived before the service requested the body. */
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

/** Declares the length of a body. Otherwise, Node.js would write the body of a DELETE as if it were the next request. */
export function framed(headers: Headers, body: SentBody): Headers {
  if (body instanceof Uint8Array) {
    const { expect: _, ...others } = headers
    return { ...others, 'content-length': String(body.byteLength) }
  }
  if (body === undefined || headers['content-length'] !== undefined) return headers
  return { ...headers, 'transfer-encoding': 'chunked' }
}

/** Thrown if the service cuts the connection after receiving the call. */
export class Severed extends Error {}

export function failureOf(thrown: unknown, name: string, silence: number): Error {
  if (thrown instanceof Misuse || thrown instanceof ClientGone) return thrown
  if (thrown instanceof Silent) return new Misuse(`${name} did not reply within ${silence / 1000} s.`, undefined, 504)
  const code = Object(thrown).code
  if (code === 'ECONNRESET' || code === 'EPIPE' || /without a reply/.test(messageOf(thrown))) return new Severed(messageOf(thrown))
  if (code === 'HPE_HEADER_OVERFLOW') return new Misuse(`${name} sent headers that are too large: ${messageOf(thrown)}.`, undefined, 502)
  const [does, why] = String(code).startsWith('HPE_')
    ? ['is not an HTTP server', messageOf(thrown)]
    : ['is not responding', messageOf(thrown)]
  return new Misuse(`${name} ${does}: ${why}.`, undefined, 502)
}
