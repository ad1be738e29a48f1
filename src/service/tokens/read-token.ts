/** Parses tokens strictly and fetches their issuers' key sets. Source: decisions §3. */

import type { JWK } from 'jose'
import { scan } from '../wire/json.ts'
import { type Claims, isClaims } from './caller.ts'

export interface ReadToken {
  readonly header: Claims
  readonly claims: Claims
}

export interface ReadOptions {
  /** Accepts `=` at the end of each part, as Maskinporten does. */
  readonly padding?: boolean
}

/** Maximum token length in characters. */
export const longestToken = 16 * 1024

const compact = /^[\w-]+\.[\w-]+\.[\w-]*$/
const padded = /^[\w-]+=*\.[\w-]+=*\.[\w-]*=*$/

/** Returns undefined if the string is too long, has a duplicate member, or lists a critical extension. Does not check the signature. */
export function readToken(token: string, { padding = false }: ReadOptions = {}): ReadToken | undefined {
  if (token.length > longestToken || !(padding ? padded : compact).test(token)) return undefined
  const [first = '', second = ''] = token.replaceAll('=', '').split('.')
  const header = readPart(first)
  const claims = readPart(second)
  // Standin supports no extensions, so it refuses tokens that require them (RFC 7515, section 4.1.11).
  return header && claims && header.crit === undefined ? { header, claims } : undefined
}

const encrypted = /^[\w-]+\.[\w-]*(?:\.[\w-]+){3}$/

/** True if a string looks like a token, but its header or unencrypted claims are not a JSON object. */
export function isBrokenToken(token: string): boolean {
  if (token.length > longestToken) return false
  const [head = '', claims = ''] = token.split('.', 2)
  if (encrypted.test(token)) return !parse(head)
  return compact.test(token) && !(parse(head) && parse(claims))
}

/** Decodes a part. Undefined if it is not base64url. */
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

/** Parses a part as a JSON object and returns it with its text. Undefined if that fails. */
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

/** Parses the header or the claims. Undefined if they are not a base64url-encoded JSON object, or have duplicate members. */
export function readPart(part: string): Claims | undefined {
  const { text, value } = parse(part) ?? {}
  try {
    // If serializing yields the same text, there are no duplicate members.
    return text === undefined || JSON.stringify(value) === text || !hasTwins(text) ? value : undefined
  } catch {
    // Too deeply nested to be serialized.
    return undefined
  }
}

/** True if an object in a JSON text has duplicate members or is nested too deeply to check. */
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

/** Returns a token's claims without checking its signature. Undefined if the string is not a token. Accepts duplicate members. */
export function readClaims(token: string): Claims | undefined {
  const [head = '', payload = '', signature, ...more] = token.split('.')
  return signature === undefined || more.length > 0 || !parse(head) ? undefined : parse(payload)?.value
}

/**
 * Returns a token's issuer: for a platform application, the organization that it acts for. Undefined if the token has no issuer. Source:
 * notifications §2.
 */
export const issuerOf = ({ iss }: Claims): string | undefined => (typeof iss === 'string' && iss !== '' ? iss : undefined)

export type ChooseKey = (keys: readonly JWK[]) => JWK | undefined

/** Chooses a key by id. No id is needed if a key set has only one key. */
export const keyWithId =
  (kid: string | undefined): ChooseKey =>
  (keys) =>
    kid === undefined ? (keys.length === 1 ? keys[0] : undefined) : keys.find((key) => key.kid === kid)

/** Chooses an RSA key by value, regardless of its id. */
export const sameKeyAs =
  ({ n, e }: JWK): ChooseKey =>
  (keys) =>
    keys.find((key) => key.n === n && key.e === e)

export interface RemoteKeys {
  /** Finds a key in the key set at a URL. Undefined if there is none or the key set is unavailable. */
  find(address: string, choose: ChooseKey): Promise<JWK | undefined>
  /** Returns all keys in the key set at a URL, as last fetched. */
  all(address: string): Promise<readonly JWK[]>
  /** Returns the document at a URL. It is fetched only once; after a failure, fetching is retried at most once a minute. */
  document(address: string): Promise<Readonly<Record<string, unknown>> | undefined>
}

export interface RemoteKeysOptions {
  fetchJson(address: string): Promise<unknown>
  /** Monotonic milliseconds. */
  tick(): number
}

interface Fetched {
  readonly at: number
  readonly document: Promise<Readonly<Record<string, unknown>> | undefined>
}

/** Minimum interval between fetches from the same URL in milliseconds, and the maximum number of cached URLs. */
const [pauseBetween, most] = [60_000, 1000]

export function createRemoteKeys({ fetchJson, tick }: RemoteKeysOptions): RemoteKeys {
  const known = new Map<string, Fetched>()

  function fetched(address: string, before?: Fetched): Fetched {
    const [oldest] = known.keys()
    if (!before && known.size >= most && oldest !== undefined) known.delete(oldest)
    const document = fetchJson(address).then(
      (value) => (isClaims(value) ? value : undefined),
      () => undefined,
    )
    // The previous document remains valid while its source is unreachable.
    const entry = { at: tick(), document: document.then(async (value) => value ?? (await before?.document)) }
    known.set(address, entry)
    return entry
  }

  const isOld = ({ at }: Fetched) => tick() - at >= pauseBetween

  return {
    async document(address) {
      const before = known.get(address)
      const knownDocument = before && (await before.document)
      return knownDocument ?? (before && !isOld(before) ? undefined : fetched(address, before).document)
    },
    all: async (address) => keysIn(await (known.get(address) ?? fetched(address)).document),
    async find(address, choose) {
      const before = known.get(address) ?? fetched(address)
      const key = keyIn(await before.document, choose)
      if (key || !isOld(before)) return key
      // Concurrent callers share the same fetch.
      const now = known.get(address) ?? before
      return keyIn(await (now === before ? fetched(address, before) : now).document, choose)
    },
  }
}

type KeySet = Readonly<Record<string, unknown>>

export const keyIn = (keySet: KeySet | undefined, choose: ChooseKey): JWK | undefined => choose(keysIn(keySet))

const keysIn = (keySet: KeySet | undefined): readonly JWK[] => (Array.isArray(keySet?.keys) ? keySet.keys.filter(isClaims) : [])
