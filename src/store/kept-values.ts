/** The private keys that sign tokens, as a value of a store. */
import type { CryptoKey, JWK } from 'jose'
import { Misuse } from '../misuse.ts'
import { goodKeys, type KeySource } from '../tokens/keys.ts'
import { generateSigningKey, jose, type SigningAlgorithm, type SigningKey, withId } from '../tokens/signing-key.ts'
import { readValue, type Store, writeValue } from './store.ts'

/** Private keys, by algorithm. `next`: that of the next rotation. */
type Stored = Partial<Record<SigningAlgorithm, { readonly ring: readonly JWK[]; readonly next?: JWK | undefined }>>

/** Rejects with {@link Misuse} where the store does not take keys. `called`: what messages call the store. */
export async function keptKeys(store: Store, called: string): Promise<KeySource> {
  let stored = (await readValue<Stored>(store, 'keys')) ?? {}
  /** Before anything is signed with the keys. */
  async function write(alg: SigningAlgorithm, ring: readonly JWK[], next?: JWK): Promise<void> {
    const changed = { ...stored, [alg]: { ring, next } }
    await writeValue(store, 'keys', changed).catch((error: unknown) => {
      if (!store.isOwnFailure(error)) throw error
      throw new Misuse(`${called} does not take keys: ${error.message} (--data).`, undefined, 507)
    })
    stored = changed
  }
  return {
    has: (alg) => stored[alg] !== undefined,
    async ring(alg, given) {
      const known = await Promise.all((stored[alg]?.ring ?? []).map((jwk) => read(jwk, alg)))
      if (given) return [given, ...known.filter(({ publicJwk }) => publicJwk.kid !== given.publicJwk.kid)].slice(0, goodKeys)
      if (known.length > 0) return known
      const first = await generateSigningKey(alg, true)
      await write(alg, [await written(first)], stored[alg]?.next)
      return [first]
    },
    next(alg) {
      const jwk = stored[alg]?.next
      return jwk && read(jwk, alg)
    },
    async makeNext(alg) {
      const next = await generateSigningKey(alg, true)
      await write(alg, stored[alg]?.ring ?? [], await written(next))
      return next
    },
    async rotated(alg, ring) {
      await write(alg, await Promise.all(ring.map(written)))
    },
  }
}

const written = async ({ privateKey }: SigningKey): Promise<JWK> => (await jose()).exportJWK(privateKey)

async function read(jwk: JWK, alg: SigningAlgorithm): Promise<SigningKey> {
  const { importJWK } = await jose()
  const { kty, e, n, crv, x, y } = jwk
  const numbers = kty === 'RSA' ? { kty, e, n } : { kty, crv, x, y }
  const [privateKey, publicKey] = await Promise.all([
    importJWK({ ...jwk, ext: true }, alg),
    importJWK({ ...numbers, ext: true } as JWK, alg),
  ])
  return withId(privateKey as CryptoKey, publicKey as CryptoKey)
}
