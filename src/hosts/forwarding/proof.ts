/** How two servers show each other that they know the secret, without saying it. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { Socket } from 'node:net'
import { TLSSocket } from 'node:tls'

/** The target of the CONNECT that begins a link. No host of the internet has this name (RFC 6761). */
export const reservedTarget = 'forwarding.standin.invalid:443'
/** The headers of that CONNECT, and of its reply. */
const versionHeader = 'standin-forwarding'
export const nonceHeader = 'standin-nonce'
/** Servers of different versions forward nothing to each other. */
export const version = '1'

export const nonceSize = 32
export const newNonce = (): Buffer => randomBytes(nonceSize)
const noncePattern = /^[0-9a-f]{64}$/
/** Undefined for anything but the hexadecimal digits of a nonce. */
export const readNonce = (text: unknown): Buffer | undefined =>
  typeof text === 'string' && noncePattern.test(text) ? Buffer.from(text, 'hex') : undefined

export const introduction = (nonce: Buffer) => ({ host: reservedTarget, [versionHeader]: version, [nonceHeader]: nonce.toString('hex') })
/** The nonce of a forwarder that speaks this version; undefined for everybody else. */
export const readIntroduction = (headers: IncomingHttpHeaders): Buffer | undefined =>
  headers[versionHeader] === version ? readNonce(headers[nonceHeader]) : undefined

const leastSecret = 32

/** Throws for a secret that could be guessed. */
export async function readSecret(secret: () => Promise<string> | string): Promise<string> {
  const text = await secret()
  if (Buffer.byteLength(text) < leastSecret) throw new Error(`The secret of forwarding has fewer than ${leastSecret} bytes.`)
  return text
}

export interface Meeting {
  readonly secret: string
  readonly socket: Socket
  readonly ofForwarder: Buffer
  readonly ofOwner: Buffer
  /** The id of the forwarder, of 16 bytes. */
  readonly id: Buffer
}

/**
 * The proof of one side. Each side has its own label, so that none can send the proof of the other back. The nonces of both make it new. Over
 * TLS the keys of the session are part of it: who stands in the middle has another session with each side.
 */
export function proofOf(side: 'forwarder' | 'owner', { secret, socket, ofForwarder, ofOwner, id }: Meeting): Buffer {
  const binding =
    socket instanceof TLSSocket ? socket.exportKeyingMaterial(32, 'EXPORTER-standin-forwarding', Buffer.alloc(0)) : Buffer.alloc(32)
  const parts = [Buffer.from(`standin forwarding ${version} ${side}\0`), ofForwarder, ofOwner, id, binding]
  return createHmac('sha256', secret).update(Buffer.concat(parts)).digest()
}

export const isSame = (one: Buffer, other: Buffer): boolean => one.byteLength === other.byteLength && timingSafeEqual(one, other)
