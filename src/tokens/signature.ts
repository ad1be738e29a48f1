/** Checks the signatures of Standin's own tokens. Source: RFC 7518, sections 3.3 and 3.4. */

import type { CryptoKey } from 'jose'
import { utf8 } from '../wire/values/utf8.ts'
import { bytesOf } from './read-token.ts'

/** RS256, as the live services sign. ES256 where the token generator says so. */
export type SigningAlgorithm = 'RS256' | 'ES256'

interface SignatureCheck {
  readonly alg: SigningAlgorithm
  /** The public key, which is one for this algorithm. */
  readonly key: CryptoKey
  /** What is signed. */
  readonly input: Uint8Array<ArrayBuffer>
  /** For ES256: 64 bytes, the two numbers without a frame. */
  readonly signature: Uint8Array<ArrayBuffer>
}

/** False for a signature of any other form. */
export type VerifySignature = (check: SignatureCheck) => Promise<boolean>

const parameters = { RS256: { name: 'RSASSA-PKCS1-v1_5' }, ES256: { name: 'ECDSA', hash: 'SHA-256' } }

/** Works on every machine. */
export const webSignature: VerifySignature = ({ alg, key, input, signature }) =>
  crypto.subtle.verify(parameters[alg], key, signature, input)

/** Whether a token, which must be readable, is signed with a key. */
export function isSigned(token: string, by: Pick<SignatureCheck, 'alg' | 'key'>, verify: VerifySignature): Promise<boolean> {
  const dot = token.lastIndexOf('.')
  const signature = bytesOf(token.slice(dot + 1))
  return signature ? verify({ ...by, input: utf8(token.slice(0, dot)), signature }) : Promise.resolve(false)
}
