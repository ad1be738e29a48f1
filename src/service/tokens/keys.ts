/** The keys that sign and verify Standin's tokens, with rotation. Source: authentication §2.1, §3, decisions §3. */
import type { CompactJWSHeaderParameters, JWK } from 'jose'
import { utf8 } from '../wire/text.ts'
import type { Claims } from './caller.ts'
import {
  generateSigningKey,
  isSigned,
  jose,
  readSigningKey,
  type SigningAlgorithm,
  type SigningKey,
  type VerifySignature,
  webSignature,
} from './issue.ts'
import { type ReadToken, readToken } from './read-token.ts'

export interface SignOptions {
  /** Defaults to RS256. */
  readonly alg?: SigningAlgorithm
  /** Additional members. They cannot change `alg` or `kid`. */
  readonly header?: Readonly<Record<string, unknown>>
  /** Adds the thumbprint to the header: as bytes in `x5t`, like the platform, or as a string in `x5c`, like the generator. */
  readonly thumbprint?: 'x5t' | 'x5c'
}

/** Signs tokens and publishes the keys that verify them. */
export interface SigningKeys {
  /** Returns a compact JWS. */
  readonly sign: (claims: Claims, options?: SignOptions) => Promise<string>
  /** The public keys as an RFC 7517 key set, newest first. */
  readonly jwks: (alg?: SigningAlgorithm) => Promise<{ readonly keys: readonly JWK[] }>
}

export interface Keys extends SigningKeys {
  /** Returns the claims in a token that these keys have signed, even if the token has expired. Undefined for any other string. */
  readonly verify: (token: string) => Promise<Claims | undefined>
  /** Returns a function that checks tokens against the key named in a header. Undefined if the key is unknown. */
  readonly checkOf: (header: ReadToken['header']) => Promise<((token: string) => Promise<boolean>) | undefined>
  /** The same keys after the next rotation, newest first. New keys are created on first use, and their signatures are already valid. */
  readonly next: SigningKeys
  /** Creates new keys and returns the new signing key's id. The previous keys stay valid until the next rotation. */
  readonly rotate: () => Promise<string>
  /** Incremented when keys are removed. */
  readonly generation: number
}

export interface KeySource {
  has(alg: SigningAlgorithm): boolean
  /** Returns the keys, newest first. Creates the first key if there is none. `given`: a key to start with. */
  ring(alg: SigningAlgorithm, given?: SigningKey): Promise<readonly SigningKey[]>
  /** Returns the signing key for use after the next rotation, if there is one. */
  next(alg: SigningAlgorithm): Promise<SigningKey> | undefined
  makeNext(alg: SigningAlgorithm): Promise<SigningKey>
  /** Stores the keys after a rotation. */
  rotated(alg: SigningAlgorithm, ring: readonly SigningKey[]): Promise<unknown>
  /** Set if other processes use the same keys. */
  readonly others?: {
    /** Resolves to true if another process has changed the keys. */
    refresh(): Promise<boolean>
    /** Calls `changed` when another process changes the keys. */
    follow(changed: () => void): void
  }
}

export interface KeysOptions {
  /** The RS256 private key, as PEM (PKCS #8) or as a JWK. Default: a key that all key sets in this process share. */
  readonly signingKey?: string | undefined
  /** Default: the Web Cryptography API. */
  readonly verifySignature?: VerifySignature | undefined
  /** Default: keys are kept only in memory. */
  readonly source?: KeySource | undefined
}

/** Created once per process, because generating an RSA key is slow. */
const made: Partial<Record<SigningAlgorithm, Promise<SigningKey>>> = {}

const ofProcess: KeySource = {
  has: (alg) => made[alg] !== undefined,
  async ring(alg, given) {
    if (given) return [given]
    made[alg] ??= generateSigningKey(alg)
    return [await made[alg]]
  },
  next: () => undefined,
  makeNext: (alg) => generateSigningKey(alg),
  rotated: async () => {},
}

/** Number of valid keys per algorithm: the signing key and the previous key. */
export const goodKeys = 2

const algorithms = ['ES256', 'RS256'] as const

/** Loads the library and creates keys on first use. */
export function createKeys({ signingKey, verifySignature = webSignature, source = ofProcess }: KeysOptions = {}): Keys {
  const rings: Partial<Record<SigningAlgorithm, Promise<readonly SigningKey[]>>> = {}
  /** Signing keys for use after the next rotation. */
  const nexts: Partial<Record<SigningAlgorithm, Promise<SigningKey>>> = {}

  const isGiven = (alg: SigningAlgorithm) => alg === 'RS256' && signingKey !== undefined
  const isMade = (alg: SigningAlgorithm) => rings[alg] !== undefined || isGiven(alg) || source.has(alg)

  async function firstRing(alg: SigningAlgorithm): Promise<readonly SigningKey[]> {
    return source.ring(alg, isGiven(alg) ? await readSigningKey(signingKey ?? '') : undefined)
  }
  function ring(alg: SigningAlgorithm): Promise<readonly SigningKey[]> {
    rings[alg] ??= firstRing(alg).catch((error: unknown) => {
      // The next call tries again. A full disk might have space by then.
      delete rings[alg]
      throw error
    })
    return rings[alg]
  }
  async function nextRing(alg: SigningAlgorithm): Promise<readonly SigningKey[]> {
    nexts[alg] ??= (source.next(alg) ?? source.makeNext(alg)).catch((error: unknown) => {
      delete nexts[alg]
      throw error
    })
    return [await nexts[alg], ...(await ring(alg))].slice(0, goodKeys)
  }
  async function isRefreshed(): Promise<boolean> {
    if (!(await source.others?.refresh())) return false
    for (const made of [rings, nexts]) for (const alg of algorithms) delete made[alg]
    keys.generation++
    return true
  }
  const fresh =
    (from: Ring): Ring =>
    (alg) =>
      isRefreshed().then(() => from(alg))
  const checkOf: Keys['checkOf'] = async (header) => {
    const before = keys.generation
    const check = await checkNow(header)
    if (check !== undefined || header.kid === undefined) return check
    // A concurrent refresh may have just finished.
    return (await isRefreshed()) || keys.generation !== before ? checkNow(header) : undefined
  }
  const checkNow: Keys['checkOf'] = async ({ kid, alg }) => {
    // A key that does not exist yet cannot have signed anything.
    if ((alg !== 'RS256' && alg !== 'ES256') || !isMade(alg)) return undefined
    const next = await (nexts[alg] ?? source.next(alg))
    const matchingKey = [...(await ring(alg)), ...(next ? [next] : [])].find(({ publicJwk }) => publicJwk.kid === kid)
    return matchingKey && ((token) => isSigned(token, { alg, key: matchingKey.publicKey }, verifySignature))
  }

  const keys = {
    ...signing(fresh(ring)),
    next: signing(fresh(nextRing)),
    checkOf,
    generation: 0,
    async verify(token) {
      const read = readToken(token)
      const check = read && (await checkOf(read.header))
      return (await check?.(token)) ? read?.claims : undefined
    },
    async rotate() {
      await isRefreshed()
      for (const alg of algorithms) {
        // A key that was never used need not be rotated.
        if (alg === 'ES256' && !isMade(alg)) continue
        const next = await nextRing(alg)
        await source.rotated(alg, next)
        rings[alg] = Promise.resolve(next)
        delete nexts[alg]
      }
      keys.generation++
      return (await newest(ring, 'RS256')).publicJwk.kid
    },
  } satisfies Keys
  // A failed refresh is retried before the next token is signed.
  source.others?.follow(() => void isRefreshed().catch(() => {}))
  return keys
}

type Ring = (alg: SigningAlgorithm) => Promise<readonly SigningKey[]>

async function newest(ring: Ring, alg: SigningAlgorithm): Promise<SigningKey> {
  const [first] = await ring(alg)
  if (!first) throw new Error(`No key for ${alg}.`)
  return first
}

/** Tokens are signed with the first key in a ring. */
const signing = (ring: Ring): SigningKeys => ({
  async sign(claims, { alg = 'RS256', header, thumbprint } = {}) {
    const [{ CompactSign }, key] = await Promise.all([jose(), newest(ring, alg)])
    const fixed = { alg, kid: key.publicJwk.kid }
    const more = thumbprint === 'x5t' ? { x5t: key.thumbprint } : thumbprint === 'x5c' ? { x5c: fixed.kid } : {}
    const all: Readonly<Record<string, unknown>> = { ...fixed, typ: 'JWT', ...header, ...fixed, ...more }
    return new CompactSign(utf8(JSON.stringify(claims))).setProtectedHeader(all as CompactJWSHeaderParameters).sign(key.privateKey)
  },
  async jwks(alg = 'RS256') {
    return { keys: (await ring(alg)).map(({ publicJwk }) => ({ ...publicJwk })) }
  },
})
