/** Connects two servers: a CONNECT request, then TLS with a key that both servers derive from a shared secret, then HTTP/2. */
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { request } from 'node:http'
import { type ClientHttp2Session, connect, type Http2Session, type SessionOptions } from 'node:http2'
import { request as requestSecurely } from 'node:https'
import type { Duplex } from 'node:stream'
import type { Answer, Call } from '../../service/wire/call.ts'

/** Returns a random string of at least 32 bytes, known to all servers. It is never sent over the network. */
export type Secret = () => Promise<string> | string

/** The CONNECT target. No internet host can have this name (RFC 6761). */
export const reservedTarget = 'forwarding.standin.invalid:443'
/** A header of the CONNECT request. Servers with different versions do not forward calls to each other. */
export const versionHeader = 'standin-forwarding'
export const version = '3'
/** Options for TLS with a shared key instead of certificates. */
export const secured = { minVersion: 'TLSv1.3', ciphers: 'TLS_AES_128_GCM_SHA256' } as const

export async function keyFrom(secret: Secret): Promise<Buffer> {
  const text = await secret()
  if (Buffer.byteLength(text) < 32) throw new Error('The forwarding secret has fewer than 32 bytes.')
  return createHmac('sha256', text).update(`standin forwarding ${version}`).digest()
}

/** Thrown if the peer is reachable but accepts no calls from this server. */
export class NotAdmitted extends Error {
  constructor(address: string, reason: string) {
    super(`The server at ${address} does not accept calls from this server: ${reason}.`)
  }
}

/** Connects to an owner. Rejects with {@link NotAdmitted}, or with a connection error. */
export async function connectTo(address: string, secret: Secret, signal: AbortSignal): Promise<ClientHttp2Session> {
  const psk = await keyFrom(secret)
  const options = {
    method: 'CONNECT',
    path: reservedTarget,
    headers: { host: reservedTarget, [versionHeader]: version },
    agent: false as const,
    signal,
    // The shared key authenticates both servers, so there is no need to trust the certificate.
    rejectUnauthorized: false,
    ALPNProtocols: ['http/1.1'],
  }
  const ask = address.startsWith('https:') ? requestSecurely : request
  const [response, socket] = await once(ask(address, options).end(), 'connect')
  socket.on('error', () => socket.destroy())
  if (response.statusCode !== 200) {
    socket.destroy()
    throw new NotAdmitted(address, `it returned ${response.statusCode}`)
  }
  socket.setNoDelay().setKeepAlive(true, 5_000)
  const session = connect(`https://${reservedTarget}`, {
    ...sessionOptions,
    ...secured,
    socket,
    pskCallback: () => ({ psk, identity: 'standin' }),
    // Only a server that does not know the key presents a certificate.
    checkServerIdentity: (_, { raw }) => (raw ? new NotAdmitted(address, 'it presents a certificate instead of the key') : undefined),
  })
  try {
    await once(withoutWindow(session), 'remoteSettings', { signal })
    return session
  } catch (error) {
    session.destroy()
    const isTls = error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_SSL')
    throw isTls ? new NotAdmitted(address, 'it uses a different forwarding secret') : error
  }
}

/**
 * A call without its body. Sent as JSON at the start of the HTTP/2 request's body, because HTTP/2 allows neither a `connection` header nor
 * headers of 70 KB.
 */
export interface CallHead extends Pick<Call, 'method' | 'url' | 'base' | 'place' | 'headers' | 'isOwn'> {
  readonly isLocal: boolean
  /** Identifies the client's connection. Absent if the host cannot see connections. */
  readonly connection?: string | undefined
  /** `inline`: the body follows the head. `later`: the owner must request it with status 100. */
  readonly body?: 'inline' | 'later' | undefined
}
export type AnswerHead = Omit<Answer, 'body'>

/** Disables Node's limit on stream resets: if many clients disconnected at the same time, the limit would cut off all the others. */
export const sessionOptions: SessionOptions & { readonly streamResetBurst: number; readonly streamResetRate: number } = {
  settings: { enablePush: false, initialWindowSize: 2 ** 18, maxConcurrentStreams: 2 ** 31 - 1 },
  peerMaxConcurrentStreams: 2 ** 31 - 1,
  maxSessionMemory: 1_024,
  streamResetBurst: 2 ** 31 - 1,
  streamResetRate: 2 ** 31 - 1,
}

/**
 * Maximizes the connection's flow control window, so that flow control is effectively per stream only. With a limit for the whole
 * connection, one slow client could block all other clients.
 */
export const withoutWindow = (session: Http2Session): Http2Session =>
  session.on('connect', () => session.setLocalWindowSize(2 ** 31 - 1)).on('error', () => session.destroy())

/** Reads the next `size` bytes. Resolves to `undefined` if the stream ends first. */
export function readBytes(stream: Duplex, size: number): Promise<Buffer | undefined> {
  const { promise, resolve } = Promise.withResolvers<Buffer | undefined>()
  function read(): void {
    const bytes: Buffer | null = stream.read(size)
    if (bytes !== null) resolve(bytes.byteLength === size ? bytes : undefined)
  }
  const end = () => resolve(undefined)
  stream.on('readable', read).on('end', end).on('close', end)
  if (stream.destroyed) end()
  else read()
  return promise.finally(() => stream.off('readable', read).off('end', end).off('close', end))
}
