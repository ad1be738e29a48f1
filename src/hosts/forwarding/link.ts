/** The connection between two servers: a CONNECT in which both prove that they know the same secret, then HTTP/2. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingHttpHeaders, request } from 'node:http'
import type { Http2Session, SessionOptions } from 'node:http2'
import { request as requestSecurely } from 'node:https'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { TLSSocket } from 'node:tls'
import type { Answer, Call } from '../../service/wire/call.ts'

/** Returns a random string of at least 32 bytes that all servers know. It never crosses the network. */
export type Secret = () => Promise<string> | string

/** The CONNECT target. No internet host has this name (RFC 6761). */
export const reservedTarget = 'forwarding.standin.invalid:443'
/** Servers with different versions do not forward calls to each other. */
export const version = '2'
/** The number of bytes in a nonce, and in a proof. */
const proofSize = 32

/** The headers in the CONNECT request, and in its reply, which adds the owner's proof. */
const introduction = (nonce: Buffer, proof?: Buffer) => ({
  'standin-forwarding': version,
  'standin-nonce': nonce.toString('hex'),
  ...(proof && { 'standin-proof': proof.toString('hex') }),
})
/** The peer's nonce and proof; `undefined` for a peer with another version. */
export function readIntroduction(headers: IncomingHttpHeaders) {
  const read = (text: unknown) => (typeof text === 'string' && /^[0-9a-f]{64}$/.test(text) ? Buffer.from(text, 'hex') : undefined)
  const nonce = read(headers['standin-nonce'])
  return nonce && headers['standin-forwarding'] === version ? { nonce, proof: read(headers['standin-proof']) } : undefined
}

/**
 * Returns a function that computes either side's proof. `nonces`: forwarder, owner. They prevent a replay, and the label prevents one side
 * from returning the other's proof. Over TLS the proof is bound to the session keys: a man in the middle has a different session with each
 * side.
 */
function proofs(secret: string, socket: Socket, ...nonces: readonly Buffer[]) {
  const binding =
    socket instanceof TLSSocket ? socket.exportKeyingMaterial(32, 'EXPORTER-standin-forwarding', Buffer.alloc(0)) : Buffer.alloc(32)
  return (side: 'forwarder' | 'owner'): Buffer => {
    const label = Buffer.from(`standin forwarding ${version} ${side}\0`)
    const hmac = createHmac('sha256', secret)
    return hmac.update(Buffer.concat([label, ...nonces, binding])).digest()
  }
}
const isSame = (shown: Buffer | undefined, expected: Buffer) =>
  shown?.byteLength === expected.byteLength && timingSafeEqual(shown, expected)

async function longEnough(secret: Secret): Promise<string> {
  const text = await secret()
  if (Buffer.byteLength(text) < 32) throw new Error('The forwarding secret has fewer than 32 bytes.')
  return text
}

/** The peer is reachable but accepts no calls from this server. */
export class NotAdmitted extends Error {}

/** Connects to an owner and exchanges proofs. Rejects with {@link NotAdmitted}, or with a connection error. */
export async function connectTo(address: string, secret: Secret, signal: AbortSignal): Promise<Socket> {
  const [text, nonce] = [await longEnough(secret), randomBytes(proofSize)]
  const options = {
    method: 'CONNECT',
    path: reservedTarget,
    headers: { host: reservedTarget, ...introduction(nonce) },
    agent: false as const,
    signal,
    // The proofs are bound to the TLS session, so this machine need not trust the certificate.
    rejectUnauthorized: false,
    ALPNProtocols: ['http/1.1'],
  }
  const connect = address.startsWith('https:') ? requestSecurely : request
  const [response, socket, early] = await once(connect(address, options).end(), 'connect')
  socket.on('error', () => socket.destroy())
  const owner = response.statusCode === 200 ? readIntroduction(response.headers) : undefined
  const proofOf = proofs(text, socket, nonce, owner?.nonce ?? nonce)
  if (!isSame(owner?.proof, proofOf('owner'))) {
    socket.destroy()
    const reason = owner ? 'it uses another forwarding secret' : `it answers ${response.statusCode}`
    throw new NotAdmitted(`The server at ${address} accepts no calls from this one: ${reason}.`)
  }
  socket.unshift(early)
  socket.setNoDelay().setKeepAlive(true, 5_000)
  await new Promise((resolve) => socket.write(proofOf('forwarder'), resolve))
  return socket
}

/** Replies to a CONNECT with the owner's proof. Resolves to true if the forwarder then proves itself. */
export async function admit(socket: Socket, forwarderNonce: Buffer, secret: Secret): Promise<boolean> {
  const [text, nonce] = [await longEnough(secret), randomBytes(proofSize)]
  const proofOf = proofs(text, socket, forwarderNonce, nonce)
  const headers = Object.entries(introduction(nonce, proofOf('owner'))).map(([name, value]) => `${name}: ${value}\r\n`)
  // Node's HTTP/2 aborts the process if an earlier write ends after it has taken over the socket.
  await new Promise((resolve) => socket.write(`HTTP/1.1 200 Connection Established\r\n${headers.join('')}\r\n`, resolve))
  return isSame(await readBytes(socket, proofSize), proofOf('forwarder'))
}

/** A call without its body. It is sent as JSON at the start of the request, because HTTP/2 headers allow neither `connection` nor 70 KB. */
export interface CallHead extends Pick<Call, 'method' | 'url' | 'base' | 'place' | 'headers' | 'isOwn'> {
  readonly isLocal: boolean
  /** Identifies the client's connection. Absent if the host sees no connections. */
  readonly connection?: string | undefined
  /** `inline`: the body follows the head. `later`: the owner must request it with status 100. */
  readonly body?: 'inline' | 'later' | undefined
}
export type AnswerHead = Omit<Answer, 'body'>

/** Disables Node's limit on resets, which protects against strangers: it would cut off all clients if many of them disconnect. */
export const sessionOptions: SessionOptions & { readonly streamResetBurst: number; readonly streamResetRate: number } = {
  settings: { enablePush: false, initialWindowSize: 2 ** 18, maxConcurrentStreams: 2 ** 31 - 1 },
  peerMaxConcurrentStreams: 2 ** 31 - 1,
  maxSessionMemory: 1_024,
  streamResetBurst: 2 ** 31 - 1,
  streamResetRate: 2 ** 31 - 1,
}

/** Flow control is per stream only: a limit for the whole connection would let a slow client block the others. */
export const withoutWindow = (session: Http2Session): Http2Session =>
  session.on('connect', () => session.setLocalWindowSize(2 ** 31 - 1)).on('error', () => session.destroy())

/** Reads the next `size` bytes; `undefined` if the stream ends first. */
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
