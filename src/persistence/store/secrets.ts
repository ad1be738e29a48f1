/** Secrets in a store: the private keys that sign tokens, and the secret shared by the store's servers. */
import { randomBytes } from 'node:crypto'
import type { CryptoKey, JWK } from 'jose'
import { generateSigningKey, jose, type SigningAlgorithm, type SigningKey, withId } from '../../service/tokens/issue.ts'
import { goodKeys, type KeySource } from '../../service/tokens/keys.ts'
import { Misuse } from '../../service/wire/misuse.ts'
import type { Store, StoreFailure } from './store.ts'

/** Private keys, keyed by algorithm. `next`: the key for the next rotation. */
type Stored = Partial<Record<SigningAlgorithm, KeysOfAlgorithm>>

interface KeysOfAlgorithm {
  readonly ring: readonly JWK[]
  readonly next?: JWK | undefined
}

/** Rejects with {@link Misuse} if the store cannot store keys. `called`: the store's name in messages. */
export async function storedKeys(store: Store, called: string): Promise<KeySource> {
  let text = await store.read(keysName)
  let stored = read(text)
  let reading: Promise<string | undefined> | undefined
  let readingNext: Promise<string | undefined> | undefined

  /**
   * Stores changed keys before they are used. Calls `changed` again if another process has changed the keys in the meantime. `changed`
   * returns undefined for no change.
   */
  async function change(
    alg: SigningAlgorithm,
    changed: (before: KeysOfAlgorithm) => KeysOfAlgorithm | undefined,
  ): Promise<KeysOfAlgorithm> {
    for (;;) {
      const before = stored[alg] ?? { ring: [] }
      const after = changed(before)
      if (after === undefined) return before
      const json = JSON.stringify({ ...stored, [alg]: after } satisfies Stored)
      const isPut = await store.swap(keysName, text, json).catch((error: unknown) => {
        if (!store.isOwnFailure(error) || (error as StoreFailure).isLost) throw error
        throw new Misuse(`${called} cannot store keys: ${error.message} (--data).`, undefined, 507)
      })
      text = isPut ? json : await store.read(keysName)
      stored = read(text)
      if (isPut) return after
    }
  }
  function readNow(): Promise<string | undefined> {
    reading = store.read(keysName).finally(() => {
      reading = undefined
    })
    return reading
  }
  /** Reads the stored keys. A pending read might miss later changes, so another read follows it. */
  function readSoon(): Promise<string | undefined> {
    if (!reading) return readNow()
    const begin = () => {
      readingNext = undefined
      return readNow()
    }
    readingNext ??= reading.then(begin, begin)
    return readingNext
  }
  async function refresh(): Promise<boolean> {
    const [before, json] = [text, await readSoon()]
    text = json
    stored = read(json)
    return json !== before
  }
  return {
    has: (alg) => stored[alg] !== undefined,
    async ring(alg, given) {
      const known = stored[alg]?.ring ?? []
      if (given) {
        const others = await Promise.all(known.map((jwk) => imported(jwk, alg)))
        return [given, ...others.filter(({ publicJwk }) => publicJwk.kid !== given.publicJwk.kid)].slice(0, goodKeys)
      }
      const first = known.length > 0 ? undefined : await exported(await generateSigningKey(alg, true))
      const { ring } = first
        ? await change(alg, (before) => (before.ring.length > 0 ? undefined : { ...before, ring: [first] }))
        : { ring: known }
      return Promise.all(ring.map((jwk) => imported(jwk, alg)))
    },
    next(alg) {
      const jwk = stored[alg]?.next
      return jwk && imported(jwk, alg)
    },
    async makeNext(alg) {
      const made = await exported(await generateSigningKey(alg, true))
      const { next = made } = await change(alg, (before) => (before.next ? undefined : { ...before, next: made }))
      return imported(next, alg)
    },
    async rotated(alg, keys) {
      const ring = await Promise.all(keys.map(exported))
      await change(alg, () => ({ ring }))
    },
    ...(store.whenSwapped && {
      others: { refresh, follow: (changed) => store.whenSwapped?.((name) => name === keysName && changed()) },
    }),
  }
}

/** Returns the secret shared by a store's servers. The first server creates it. */
export async function sharedSecret(store: Store, name: string): Promise<string> {
  for (;;) {
    const json = await store.read(name)
    if (json !== undefined) return JSON.parse(json)
    await store.swap(name, undefined, JSON.stringify(randomBytes(32).toString('hex')))
  }
}

const keysName = 'keys'

const read = (json: string | undefined): Stored => (json === undefined ? {} : JSON.parse(json))

const exported = async ({ privateKey }: SigningKey): Promise<JWK> => (await jose()).exportJWK(privateKey)

async function imported(jwk: JWK, alg: SigningAlgorithm): Promise<SigningKey> {
  const { importJWK } = await jose()
  const { kty, e, n, crv, x, y } = jwk
  const numbers = kty === 'RSA' ? { kty, e, n } : { kty, crv, x, y }
  const [privateKey, publicKey] = await Promise.all([
    importJWK({ ...jwk, ext: true }, alg),
    importJWK({ ...numbers, ext: true } as JWK, alg),
  ])
  return withId(privateKey as CryptoKey, publicKey as CryptoKey)
}
