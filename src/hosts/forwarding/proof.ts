/** The mutual authentication of two servers that share a secret, which never crosses the network. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { Socket } from 'node:net'
import { TLSSocket } from 'node:tls'

/** The target of the CONNECT that opens a link. No host of the internet has this name (RFC 6761). */
export const reservedTarget = 'forwarding.standin.invalid:443'
/** Servers of different versions do not forward calls to each other. */
export const version = '2'
/** Bytes of a nonce, and of a proof. */
export const proofSize = 32

/** The headers of that CONNECT, and of its reply, which has the proof of the owner. */
export const introduction = (nonce: Buffer, proof?: Buffer) => ({
  'standin-forwarding': version,
  'standin-nonce': nonce.toString('hex'),
  ...(proof && { 'standin-proof': proof.toString('hex') }),
})
/** The nonce and the proof of a server of this version; `undefined` for any other. */
export function readIntroduction(headers: IncomingHttpHeaders): { readonly nonce: Buffer; readonly proof: Buffer | undefined } | undefined {
  const read = (text: unknown) => (typeof text === 'string' && /^[0-9a-f]{64}$/.test(text) ? Buffer.from(text, 'hex') : undefined)
  const nonce = read(headers['standin-nonce'])
  return nonce && headers['standin-forwarding'] === version ? { nonce, proof: read(headers['standin-proof']) } : undefined
}

/** Throws for a secret that could be guessed. */
export async function readSecret(secret: () => Promise<string> | string): Promise<string> {
  const text = await secret()
  if (Buffer.byteLength(text) < 32) throw new Error('The secret of forwarding has fewer than 32 bytes.')
  return text
}

/**
 * The proof of one side. `nonces`: of forwarder and owner. A label per side keeps one side from returning the proof of the other, and the
 * nonces prevent a replay. Over TLS the proof is bound to the session keys: a man in the middle has a different session with each side.
 */
export function proofOf(side: 'forwarder' | 'owner', secret: string, socket: Socket, nonces: readonly Buffer[]): Buffer {
  const binding =
    socket instanceof TLSSocket ? socket.exportKeyingMaterial(32, 'EXPORTER-standin-forwarding', Buffer.alloc(0)) : Buffer.alloc(32)
  const label = Buffer.from(`standin forwarding ${version} ${side}\0`)
  return createHmac('sha256', secret)
    .update(Buffer.concat([label, ...nonces, binding]))
    .digest()
}

export const isSame = (one: Buffer | undefined, other: Buffer): boolean =>
  one?.byteLength === other.byteLength && timingSafeEqual(one, other)
