/** A key that signs tokens, made or given, and the check of its signatures. Source: authentication §2.1, §3, RFC 7518 sections 3.3 and 3.4. */
import type { CryptoKey, JWK } from 'jose'
import { utf8 } from '../wire/text.ts'
import { bytesOf } from './read-token.ts'

let loading: Promise<typeof import('jose')> | undefined

/** Loads the library with the first token. */
export function jose(): Promise<typeof import('jose')> {
  loading ??= import('jose')
  return loading
}

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

export interface SigningKey {
  readonly privateKey: CryptoKey
  readonly publicKey: CryptoKey
  /** Its id is the thumbprint of the key, in 40 upper-case hex digits. */
  readonly publicJwk: JWK & { readonly kid: string }
  /** The bytes of `kid` in base64url. */
  readonly thumbprint: string
}

/** Takes long for RS256. `extractable`: whether it can be written. */
export async function generateSigningKey(alg: SigningAlgorithm, extractable = false): Promise<SigningKey> {
  const { generateKeyPair } = await jose()
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable })
  return withId(privateKey, publicKey)
}

/** Rejects with a {@link TypeError} for a text that is not an RSA private key of at least 2048 bits. */
export async function readSigningKey(text: string): Promise<SigningKey> {
  const { exportJWK, importJWK, importPKCS8 } = await jose()
  const alg = 'RS256'
  const key = text.trimStart().startsWith('{')
    ? await importJWK({ ...(JSON.parse(text) as JWK), ext: true }, alg)
    : await importPKCS8(text, alg, { extractable: true })
  if (key instanceof Uint8Array || key.type !== 'private') throw new TypeError('It is not a private key.')
  if ((key.algorithm as RsaKeyAlgorithm).modulusLength < 2048) throw new TypeError('An RSA key has at least 2048 bits.')
  const { kty, e, n } = await exportJWK(key)
  const publicKey = await importJWK({ kty, e, n, ext: true } as JWK, alg)
  return withId(key, publicKey as CryptoKey)
}

/** The id is the thumbprint of the public key. */
export async function withId(privateKey: CryptoKey, publicKey: CryptoKey): Promise<SigningKey> {
  const { base64url, exportJWK } = await jose()
  const { kty, ...numbers } = await exportJWK(publicKey)
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-1', await crypto.subtle.exportKey('spki', publicKey)))
  const kid = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .toUpperCase()
  return { privateKey, publicKey, publicJwk: { kty: kty ?? '', use: 'sig', kid, ...numbers }, thumbprint: base64url.encode(digest) }
}
