/** The mutual authentication of two servers that share a secret, which never crosses the network. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { Socket } from 'node:net'
import { TLSSocket } from 'node:tls'

/** The target of the CONNECT that opens a link. No host of the internet has this name (RFC 6761). */
export const reservedTarget = 'forwarding.standin.invalid:443'
/** The headers of that CONNECT, and of its reply. */
const versionHeader = 'standin-forwarding'
export const nonceHeader = 'standin-nonce'
export const proofHeader = 'standin-proof'
/** Servers of different versions do not forward calls to each other. */
export const version = '2'

/** Bytes of a nonce, and of a proof. */
export const proofSize = 32
export const newNonce = (): Buffer => randomBytes(proofSize)
/** `undefined` for anything but 32 bytes in hexadecimal digits. */
export const readHex = (text: unknown): Buffer | undefined =>
  typeof text === 'string' && /^[0-9a-f]{64}$/.test(text) ? Buffer.from(text, 'hex') : undefined

export const introduction = (nonce: Buffer) => ({ host: reservedTarget, [versionHeader]: version, [nonceHeader]: nonce.toString('hex') })
/** The nonce of a forwarder of this version; `undefined` for any other client. */
export const readIntroduction = (headers: IncomingHttpHeaders): Buffer | undefined =>
  headers[versionHeader] === version ? readHex(headers[nonceHeader]) : undefined

/** Throws for a secret that could be guessed. */
export async function readSecret(secret: () => Promise<string> | string): Promise<string> {
  const text = await secret()
  if (Buffer.byteLength(text) < 32) throw new Error('The secret of forwarding has fewer than 32 bytes.')
  return text
}

export interface Meeting {
  readonly secret: string
  readonly socket: Socket
  readonly ofForwarder: Buffer
  readonly ofOwner: Buffer
}

/**
 * The proof of one side. A label per side keeps one side from returning the proof of the other, and the two nonces prevent a replay. Over TLS
 * the proof is bound to the session keys: a man in the middle has a different session with each side.
 */
export function proofOf(side: 'forwarder' | 'owner', { secret, socket, ofForwarder, ofOwner }: Meeting): Buffer {
  const binding =
    socket instanceof TLSSocket ? socket.exportKeyingMaterial(32, 'EXPORTER-standin-forwarding', Buffer.alloc(0)) : Buffer.alloc(32)
  const parts = [Buffer.from(`standin forwarding ${version} ${side}\0`), ofForwarder, ofOwner, binding]
  return createHmac('sha256', secret).update(Buffer.concat(parts)).digest()
}

export const isSame = (one: Buffer | undefined, other: Buffer): boolean =>
  one?.byteLength === other.byteLength && timingSafeEqual(one, other)

/** The owner's reply to the introduction of a forwarder, with its own proof. */
export const welcome = (meeting: Meeting): string =>
  `HTTP/1.1 200 Connection Established\r\n${nonceHeader}: ${meeting.ofOwner.toString('hex')}\r\n` +
  `${proofHeader}: ${proofOf('owner', meeting).toString('hex')}\r\n\r\n`
/** The nonce and the proof of an owner; `undefined` for any other server. */
export function readWelcome(headers: IncomingHttpHeaders): { readonly ofOwner: Buffer; readonly proof: Buffer } | undefined {
  const [ofOwner, proof] = [readHex(headers[nonceHeader]), readHex(headers[proofHeader])]
  return ofOwner && proof && { ofOwner, proof }
}
