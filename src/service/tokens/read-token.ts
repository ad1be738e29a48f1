/** Reads the parts of a token strictly: a token that two readers could understand differently is refused. */

import type { CryptoKey, JWK } from 'jose'
import { scan } from '../wire/json-scan.ts'
import { utf8 } from '../wire/text.ts'
import { type Claims, isClaims } from './caller.ts'

export interface ReadToken {
  readonly header: Claims
  readonly claims: Claims
}

export interface ReadOptions {
  /** Accepts `=` at the end of a part, as Maskinporten does. */
  readonly padding?: boolean
}

/** The most characters of a token. */
export const longestToken = 16 * 1024

const compact = /^[\w-]+\.[\w-]+\.[\w-]*$/
const padded = /^[\w-]+=*\.[\w-]+=*\.[\w-]*=*$/

/** Undefined for a text that is too long, has a member twice, or names a critical extension. Does not check the signature. */
export function readToken(token: string, { padding = false }: ReadOptions = {}): ReadToken | undefined {
  if (token.length > longestToken || !(padding ? padded : compact).test(token)) return undefined
  const [first = '', second = ''] = token.replaceAll('=', '').split('.')
  const header = readPart(first)
  const claims = readPart(second)
  // Standin understands no extension, so a token that demands one is refused (RFC 7515, section 4.1.11).
  return header && claims && header.crit === undefined ? { header, claims } : undefined
}

const encrypted = /^[\w-]+\.[\w-]*(?:\.[\w-]+){3}$/

/** True for a text in the form of a token whose header, or whose claims where they are not encrypted, are no JSON object. */
export function isBrokenToken(token: string): boolean {
  if (token.length > longestToken) return false
  const [head = '', claims = ''] = token.split('.', 2)
  if (encrypted.test(token)) return !parse(head)
  return compact.test(token) && !(parse(head) && parse(claims))
}

/** The bytes of a part; undefined for a text that is not base64url. */
export function bytesOf(part: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    const binary = atob(part.replaceAll('-', '+').replaceAll('_', '/'))
    const bytes = new Uint8Array(binary.length)
    // A loop, because `Uint8Array.from` calls a function for every byte.
    for (let at = 0; at < binary.length; at++) bytes[at] = binary.charCodeAt(at)
    return bytes
  } catch {
    return undefined
  }
}

const decoder = new TextDecoder('utf-8', { fatal: true })

/** The JSON object of a part, and its text; undefined for any other part. */
function parse(part: string): { readonly text: string; readonly value: Claims } | undefined {
  try {
    const bytes = bytesOf(part)
    if (!bytes) return undefined
    const text = decoder.decode(bytes)
    const value: unknown = JSON.parse(text)
    return isClaims(value) ? { text, value } : undefined
  } catch {
    return undefined
  }
}

/** The header or the claims. Undefined for a part that is not the JSON of an object without twins, in base64url. */
export function readPart(part: string): Claims | undefined {
  const { text, value } = parse(part) ?? {}
  try {
    // A text that comes back as it was has no member twice.
    return text === undefined || JSON.stringify(value) === text || !hasTwins(text) ? value : undefined
  } catch {
    // It is nested too deep to be written.
    return undefined
  }
}

/** Whether an object in a JSON text has a member twice, or lies too deep to tell. */
function hasTwins(text: string): boolean {
  const seen = new Set<string>()
  let twins = false
  const error = scan(text, (path, _, close) => {
    if (close !== undefined) return
    const member = path.join('\0')
    if (seen.has(member)) twins = true
    seen.add(member)
  })
  return error !== undefined || twins
}

/** The claims of a token, without checking its signature; undefined for a text that is not a token. Members may stand twice. */
export function readClaims(token: string): Claims | undefined {
  const [head = '', payload = '', signature, ...more] = token.split('.')
  return signature === undefined || more.length > 0 || !parse(head) ? undefined : parse(payload)?.value
}

/**
 * The organization that an application of the platform calls for: the issuer of its token. Undefined for a token without an issuer.
 * Source: notifications §2.
 */
export const issuerOf = ({ iss }: Claims): string | undefined => (typeof iss === 'string' && iss !== '' ? iss : undefined)

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
