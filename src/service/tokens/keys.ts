/** The keys by which Standin signs and verifies its tokens, and their rotation. Source: authentication §2.1, §3, decisions §3. */
import type { CompactJWSHeaderParameters, JWK } from 'jose'
import { utf8 } from '../wire/text.ts'
import type { Claims } from './caller.ts'
import {
  generateSigningKey,
  isSigned,
  jose,
  type ReadToken,
  readSigningKey,
  readToken,
  type SigningAlgorithm,
  type SigningKey,
  type VerifySignature,
  webSignature,
} from './read-token.ts'

export interface SignOptions {
  /** Default RS256. */
  readonly alg?: SigningAlgorithm
  /** Members to add. They cannot change `alg` and `kid`. */
  readonly header?: Readonly<Record<string, unknown>>
  /** Where the header has the thumbprint too: as bytes in `x5t`, as in tokens of the platform, or as text in `x5c`, as in those of the generator. */
  readonly thumbprint?: 'x5t' | 'x5c'
}

/** What signs tokens, and what others verify them by. */
export interface SigningKeys {
  /** Returns a compact JWS. */
  readonly sign: (claims: Claims, options?: SignOptions) => Promise<string>
  /** The public keys, the newest first, as an RFC 7517 key set. */
  readonly jwks: (alg?: SigningAlgorithm) => Promise<{ readonly keys: readonly JWK[] }>
}

export interface Keys extends SigningKeys {
  /** The claims of a token that these keys signed, also when it is expired; undefined for any other text. */
  readonly verify: (token: string) => Promise<Claims | undefined>
  /** Checks tokens by the key that a header names; undefined when the header names another key. */
  readonly checkOf: (header: ReadToken['header']) => Promise<((token: string) => Promise<boolean>) | undefined>
  /** The same with the keys of the next rotation in front. They are made when they are first needed, and what they sign is good at once. */
  readonly next: SigningKeys
  /** Makes new keys, and returns the id of the one that signs from now on. The keys before these stay good until the next rotation. */
  readonly rotate: () => Promise<string>
  /** Grows by one when keys go. */
  readonly generation: number
}

/** Where keys come from, and where they are kept. */
export interface KeySource {
  /** Whether it has keys of an algorithm. */
  has(alg: SigningAlgorithm): boolean
  /** Its keys, the newest first. Makes the first one where there is none. `given`: a key to begin with. */
  ring(alg: SigningAlgorithm, given?: SigningKey): Promise<readonly SigningKey[]>
  /** The key of the next rotation, if there is one. */
  next(alg: SigningAlgorithm): Promise<SigningKey> | undefined
  makeNext(alg: SigningAlgorithm): Promise<SigningKey>
  /** These keys take the place of those before. */
  rotated(alg: SigningAlgorithm, ring: readonly SigningKey[]): Promise<unknown>
  /** Where other processes have the same keys. */
  readonly others?: {
    /** Resolves to whether one of them has changed the keys meanwhile. */
    refresh(): Promise<boolean>
    /** Calls when one of them has. */
    follow(changed: () => void): void
  }
}

export interface KeysOptions {
  /** The private key for RS256, as PEM (PKCS #8) or as a JWK. Default: one that all key sets of this process share. */
  readonly signingKey?: string | undefined
  /** Default: Web Cryptography. */
  readonly verifySignature?: VerifySignature | undefined
  /** Default: keys end with the process. */
  readonly source?: KeySource | undefined
}

/** Made once a process, because an RSA key takes long to make. */
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

/** How many keys of an algorithm are good: the one that signs, and the one before. */
export const goodKeys = 2

const algorithms = ['ES256', 'RS256'] as const

/** Loads the library and makes the keys when they are first needed. */
export function createKeys({ signingKey, verifySignature = webSignature, source = ofProcess }: KeysOptions = {}): Keys {
  const rings: Partial<Record<SigningAlgorithm, Promise<readonly SigningKey[]>>> = {}
  /** Those of the next rotation. */
  const nexts: Partial<Record<SigningAlgorithm, Promise<SigningKey>>> = {}
  let generation = 0

  const isGiven = (alg: SigningAlgorithm) => alg === 'RS256' && signingKey !== undefined
  const isMade = (alg: SigningAlgorithm) => rings[alg] !== undefined || isGiven(alg) || source.has(alg)

  async function firstRing(alg: SigningAlgorithm): Promise<readonly SigningKey[]> {
    return source.ring(alg, isGiven(alg) ? await readSigningKey(signingKey ?? '') : undefined)
  }
  function ring(alg: SigningAlgorithm): Promise<readonly SigningKey[]> {
    rings[alg] ??= firstRing(alg).catch((error: unknown) => {
      // A disk that was full may have room later.
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
  /** Whether other keys are good now. */
  async function isRefreshed(): Promise<boolean> {
    if (!(await source.others?.refresh())) return false
    for (const made of [rings, nexts]) for (const alg of algorithms) delete made[alg]
    generation++
    return true
  }
  // What cannot be read now is read before the next token is signed.
  source.others?.follow(() => void isRefreshed().catch(() => {}))
  const fresh =
    (from: Ring): Ring =>
    (alg) =>
      isRefreshed().then(() => from(alg))
  const checkOf: Keys['checkOf'] = async (header) => {
    const before = generation
    const check = await checkNow(header)
    if (check !== undefined || header.kid === undefined) return check
    // A refresh that ended meanwhile counts, too.
    return (await isRefreshed()) || generation !== before ? checkNow(header) : undefined
  }
  const checkNow: Keys['checkOf'] = async ({ kid, alg }) => {
    // A key that is not made has signed nothing.
    if ((alg !== 'RS256' && alg !== 'ES256') || !isMade(alg)) return undefined
    const next = await (nexts[alg] ?? source.next(alg))
    const matchingKey = [...(await ring(alg)), ...(next ? [next] : [])].find(({ publicJwk }) => publicJwk.kid === kid)
    return matchingKey && ((token) => isSigned(token, { alg, key: matchingKey.publicKey }, verifySignature))
  }

  return {
    ...signing(fresh(ring)),
    next: signing(fresh(nextRing)),
    checkOf,
    get generation() {
      return generation
    },
    async verify(token) {
      const read = readToken(token)
      const check = read && (await checkOf(read.header))
      return (await check?.(token)) ? read?.claims : undefined
    },
    async rotate() {
      await isRefreshed()
      for (const alg of algorithms) {
        // A key that was never used needs no successor.
        if (alg === 'ES256' && !isMade(alg)) continue
        const next = await nextRing(alg)
        await source.rotated(alg, next)
        rings[alg] = Promise.resolve(next)
        delete nexts[alg]
      }
      generation++
      return (await newest(ring, 'RS256')).publicJwk.kid
    },
  }
}

type Ring = (alg: SigningAlgorithm) => Promise<readonly SigningKey[]>

async function newest(ring: Ring, alg: SigningAlgorithm): Promise<SigningKey> {
  const [first] = await ring(alg)
  if (!first) throw new Error(`There is no key for ${alg}.`)
  return first
}

/** The first key of a ring signs. */
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
