/** Parses tokens strictly, and fetches their issuers' key sets. Source: decisions §3. */

import type { JWK } from 'jose'
import { scan } from '../wire/json.ts'
import { type Claims, isClaims } from './caller.ts'

export interface ReadToken {
  readonly header: Claims
  readonly claims: Claims
}

export interface ReadOptions {
  /** Accepts `=` at the end of a part, as Maskinporten does. */
  readonly padding?: boolean
}

/** Maximum token length. */
export const longestToken = 16 * 1024

const compact = /^[\w-]+\.[\w-]+\.[\w-]*$/
const padded = /^[\w-]+=*\.[\w-]+=*\.[\w-]*=*$/

/** Undefined for a string that is too long, has a duplicate member, or names a critical extension. Does not check the signature. */
export function readToken(token: string, { padding = false }: ReadOptions = {}): ReadToken | undefined {
  if (token.length > longestToken || !(padding ? padded : compact).test(token)) return undefined
  const [first = '', second = ''] = token.replaceAll('=', '').split('.')
  const header = readPart(first)
  const claims = readPart(second)
  // Standin supports no extensions, so a token that requires one is refused (RFC 7515, section 4.1.11).
  return header && claims && header.crit === undefined ? { header, claims } : undefined
}

const encrypted = /^[\w-]+\.[\w-]*(?:\.[\w-]+){3}$/

/** True for a string that looks like a token but whose header or unencrypted claims are not a JSON object. */
export function isBrokenToken(token: string): boolean {
  if (token.length > longestToken) return false
  const [head = '', claims = ''] = token.split('.', 2)
  if (encrypted.test(token)) return !parse(head)
  return compact.test(token) && !(parse(head) && parse(claims))
}

/** Decodes a part; undefined for a string that is not base64url. */
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

/** Parses a part as a JSON object, and returns it with its text; undefined for any other part. */
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

/** Parses the header or the claims. Undefined for a part that is not a JSON object in base64url, or that has duplicate members. */
export function readPart(part: string): Claims | undefined {
  const { text, value } = parse(part) ?? {}
  try {
    // If serializing returns the same string, it has no duplicate members.
    return text === undefined || JSON.stringify(value) === text || !hasTwins(text) ? value : undefined
  } catch {
    // It is nested too deeply to be serialized.
    return undefined
  }
}

/** True if an object in JSON text has duplicate members, or is nested too deeply to check. */
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

/** Returns a token's claims without checking its signature; undefined for a string that is not a token. Accepts duplicate members. */
export function readClaims(token: string): Claims | undefined {
  const [head = '', payload = '', signature, ...more] = token.split('.')
  return signature === undefined || more.length > 0 || !parse(head) ? undefined : parse(payload)?.value
}

/**
 * Returns a token's issuer: for a platform application, the organization that it acts for. Undefined for a token without an issuer. Source:
 * notifications §2.
 */
export const issuerOf = ({ iss }: Claims): string | undefined => (typeof iss === 'string' && iss !== '' ? iss : undefined)

/** Chooses one key from a set. */
export type ChooseKey = (keys: readonly JWK[]) => JWK | undefined

/** Chooses a key by its id. If a key set has only one key, no id is needed. */
export const keyWithId =
  (kid: string | undefined): ChooseKey =>
  (keys) =>
    kid === undefined ? (keys.length === 1 ? keys[0] : undefined) : keys.find((key) => key.kid === kid)

/** Chooses an RSA key by its value, whatever its id. */
export const sameKeyAs =
  ({ n, e }: JWK): ChooseKey =>
  (keys) =>
    keys.find((key) => key.n === n && key.e === e)

export interface RemoteKeys {
  /** Returns a key from the key set at an address; undefined if there is none, or if the key set is unavailable. */
  find(address: string, choose: ChooseKey): Promise<JWK | undefined>
  /** All keys in the key set at an address, as last fetched. */
  all(address: string): Promise<readonly JWK[]>
  /** The document at an address. It is fetched once, or again if that failed, but at most once a minute. */
  document(address: string): Promise<Readonly<Record<string, unknown>> | undefined>
}

export interface RemoteKeysOptions {
  /** Returns the parsed JSON at an address. */
  fetchJson(address: string): Promise<unknown>
  /** Monotonic milliseconds. */
  tick(): number
}

interface Fetched {
  readonly at: number
  readonly document: Promise<Readonly<Record<string, unknown>> | undefined>
}

/** Milliseconds between two fetches from the same address, and the maximum number of cached addresses. */
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
    // The previous document stays valid while its source is unreachable.
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
      // Concurrent callers share a fetch.
      const now = known.get(address) ?? before
      return keyIn(await (now === before ? fetched(address, before) : now).document, choose)
    },
  }
}

type KeySet = Readonly<Record<string, unknown>>

export const keyIn = (keySet: KeySet | undefined, choose: ChooseKey): JWK | undefined => choose(keysIn(keySet))

const keysIn = (keySet: KeySet | undefined): readonly JWK[] => (Array.isArray(keySet?.keys) ? keySet.keys.filter(isClaims) : [])
