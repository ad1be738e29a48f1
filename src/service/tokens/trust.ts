/** Verifies tokens and identifies the caller from an Authorization header. Source: authentication §5, §7, decisions §3. */
import type { CryptoKey, JWK } from 'jose'
import { type Caller, type Claims, type IssuerKind, isLiveMaskinporten, kindOf, kindOfDiscovery, readCaller } from './caller.ts'
import { jose } from './issue.ts'
import type { Keys } from './keys.ts'
import { issuerOf, keyIn, keyWithId, longestToken, type ReadToken, type RemoteKeys, readToken } from './read-token.ts'

export const distrusts = ['unreadable', 'unknown-key', 'bad-signature', 'unknown-issuer'] as const
export type Distrust = (typeof distrusts)[number]

export interface Trusted {
  readonly claims: Claims
  readonly kind: IssuerKind
}

export interface Distrusted {
  readonly distrust: Distrust
  readonly issuer?: string
}

/**
 * The token's purpose. For the exchange, the token may be signed with any of an issuer's keys, and its `iss` may be any part of the
 * issuer's discovery URL. A platform application's token names its organization as the issuer.
 */
export type Bearer = 'caller' | 'exchange' | 'application'

export interface Trust {
  /** Checks a token's signature and issuer, but not its validity period. */
  readonly judge: (token: string, bearer?: Bearer) => Promise<Trusted | Distrusted>
}

/** Another issuer, identified by the URL of its discovery document or by its name and keys. */
export type TrustedIssuer = { readonly discovery: string } | { readonly issuer: string; readonly keys: readonly JWK[] }

export interface TrustOptions {
  readonly issuers?: readonly TrustedIssuer[] | undefined
  /** True if other issuers' tokens are accepted without checking signature and issuer. */
  readonly any?: boolean | undefined
  readonly remoteKeys?: RemoteKeys | undefined
}

/** Algorithms that other issuers may use. Shared secrets are not allowed. */
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519']

/** Tries Standin's own keys, then the trusted issuers' keys. Keys embedded in a token are ignored. */
export function createTrust(keys: Keys, { issuers = [], any = false, remoteKeys }: TrustOptions = {}): Trust {
  /** Returns the issuer's keys that might have signed a token. */
  async function keysOf(trusted: TrustedIssuer, { header: { kid }, claims }: ReadToken, bearer: Bearer): Promise<readonly JWK[]> {
    const choose = keyWithId(typeof kid === 'string' ? kid : undefined)
    const issuer = issuerOf(claims)
    const isExchange = bearer === 'exchange'
    if ('keys' in trusted) return trusted.issuer === issuer ? one(keyIn({ keys: trusted.keys }, choose)) : []
    if (isExchange && !isPartOf(trusted.discovery, claims.iss)) return []
    const document = await remoteKeys?.document(trusted.discovery)
    if (!remoteKeys || typeof document?.jwks_uri !== 'string' || !(isExchange || document.issuer === issuer)) return []
    const named = await remoteKeys.find(document.jwks_uri, choose)
    return named === undefined && isExchange ? remoteKeys.all(document.jwks_uri) : one(named)
  }

  /** Undefined if no issuer has a matching key. */
  async function judgeForeign(token: string, read: ReadToken, bearer: Bearer): Promise<Trusted | Distrusted | undefined> {
    const alg = String(read.header.alg)
    if (!algorithms.includes(alg) || (issuerOf(read.claims) === undefined && bearer !== 'exchange')) return undefined
    let isFound = false
    for (const trusted of issuers) {
      for (const jwk of await keysOf(trusted, read, bearer)) {
        const key = jwk.alg === undefined || jwk.alg === alg ? await importPublic(jwk, alg) : undefined
        if (key === undefined) continue
        isFound = true
        if (await isSignedBy(key, token, alg)) return other(read, 'discovery' in trusted ? kindOfDiscovery(trusted.discovery) : undefined)
      }
    }
    return isFound ? { distrust: 'bad-signature' } : undefined
  }

  async function judge(token: string, bearer: Bearer = 'caller'): Promise<Trusted | Distrusted> {
    const read = readToken(token)
    if (!read) return { distrust: 'unreadable' }
    const check = await keys.checkOf(read.header)
    if (check) return (await check(token)) ? own(read, bearer) : { distrust: 'bad-signature' }
    const foreign = issuers.length > 0 ? await judgeForeign(token, read, bearer) : undefined
    if (foreign) return foreign
    const { alg } = read.header
    return any && typeof alg === 'string' && alg.toLowerCase() !== 'none' && !token.endsWith('.')
      ? other(read)
      : { distrust: 'unknown-key' }
  }
  return { judge }
}

const one = <T>(value: T | undefined): readonly T[] => (value === undefined ? [] : [value])

/** True if the address contains `iss`. The framework reads a null `iss` as an empty string, which every address contains. */
const isPartOf = (address: string, iss: unknown): boolean => iss === null || (typeof iss === 'string' && address.includes(iss))

/** Imports the public part of a key. Undefined for a shared secret. */
async function importPublic({ kty, crv, n, e, x, y }: JWK, alg: string): Promise<CryptoKey | undefined> {
  const { importJWK } = await jose()
  if (kty === undefined || kty === 'oct') return undefined
  const parts = Object.fromEntries(Object.entries({ kty, crv, n, e, x, y }).filter(([, part]) => part !== undefined)) as JWK
  return importJWK(parts, alg).then(
    (key) => key as CryptoKey,
    () => undefined,
  )
}

/**
 * Judges another issuer's token. If the issuer's kind is unknown, a token with a consumer and no platform claims counts as a Maskinporten
 * token.
 */
function other({ claims }: ReadToken, kind?: IssuerKind): Trusted | Distrusted {
  if (kind !== undefined) return { claims, kind }
  const issuer = issuerOf(claims)
  if (issuer === undefined) return { distrust: 'unknown-issuer' }
  const exchanged = Object.keys(claims).some((name) => name.startsWith('urn:altinn:'))
  return { claims, kind: isLiveMaskinporten(issuer) || (claims.consumer !== undefined && !exchanged) ? 'maskinporten' : 'platform' }
}

/** Judges a token that Standin signed. The token's issuer can have any host name. */
function own({ claims }: ReadToken, bearer: Bearer): Trusted | Distrusted {
  const issuer = issuerOf(claims)
  if (bearer === 'application') return { claims, kind: 'platform' }
  const kind = issuer === undefined ? undefined : kindOf(issuer)
  return kind ? { claims, kind } : { distrust: 'unknown-issuer', ...(issuer !== undefined && { issuer }) }
}

async function isSignedBy(key: CryptoKey, token: string, alg: string): Promise<boolean> {
  const { compactVerify } = await jose()
  return compactVerify(token, key, { algorithms: [alg] }).then(
    () => true,
    () => false,
  )
}

export interface Verifier {
  /** Returns the caller of a header that has been verified before, if it is still cached. */
  readonly known: (authorization: string) => Caller | undefined
  /** Undefined if the header contains no token. Does not check the validity period: see {@link isCurrent}. */
  readonly callerOf: (authorization: string | undefined) => Promise<Caller | Distrusted | undefined>
}

export interface VerifierOptions {
  /** Maximum number of cached callers. The oldest is removed first. */
  readonly limit?: number
}

/** Maximum length of a cached header. With {@link longestToken}, the cache could grow to 160 MiB. */
const longestRemembered = 4 * 1024

/**
 * The cache key is the end of the header, which is part of the signature. Hashing whole tokens would take a tenth of the time that an
 * overview call takes.
 */
const keyLength = 32

const compact = /^[\w-]+\.[\w-]+\.[\w-]+$/

/** Caches only valid tokens, so that forged tokens use no memory and displace no valid tokens. */
export function createVerifier(
  { judge }: Pick<Trust, 'judge'>,
  keys: Pick<Keys, 'generation'>,
  { limit = 10_000 }: VerifierOptions = {},
): Verifier {
  let { generation } = keys
  const seen = new Map<string, { readonly header: string; readonly caller: Caller }>()

  function remember(header: string, caller: Caller): void {
    if (limit < 1 || header.length > longestRemembered) return
    const key = header.slice(-keyLength)
    const [oldest] = seen.keys()
    if (seen.size >= limit && !seen.has(key) && oldest !== undefined) seen.delete(oldest)
    seen.set(key, { header, caller })
  }

  async function verify(header: string, token: string): Promise<Caller | Distrusted> {
    const judged = await judge(token)
    if ('distrust' in judged) return judged
    const caller = readCaller(judged.claims, judged.kind)
    if (!caller) return { distrust: 'unreadable' }
    remember(header, caller)
    return caller
  }

  function known(header: string): Caller | undefined {
    if (keys.generation !== generation) seen.clear()
    generation = keys.generation
    const entry = seen.get(header.slice(-keyLength))
    return entry?.header === header ? entry.caller : undefined
  }

  return {
    known,
    async callerOf(header) {
      if (header === undefined || header.length > longestToken) return undefined
      const token = bearerToken(header)
      return known(header) ?? (token === undefined ? undefined : verify(header, token))
    },
  }
}

/**
 * True if a token is valid at a given time in the world, in milliseconds since 1970. There is no tolerance. Source: authentication §5.1.
 */
export const isCurrent = (caller: Caller, now: number): boolean => caller.nbf <= now && now < caller.exp

/** Extracts the token from a header. Undefined for a string that cannot be a token, so that it is not verified. */
export function bearerToken(header: string | undefined): string | undefined {
  if (header === undefined || header.slice(0, 7).toLowerCase() !== 'bearer ') return undefined
  const token = header.slice(7).trim()
  return compact.test(token) ? token : undefined
}
