/** Keeps the keys that sign tokens in a file that only its owner can read. */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import type { CryptoKey, JWK } from 'jose'
import { z } from 'zod'
import { Misuse } from '../misuse.ts'
import { goodKeys, type KeySource } from '../tokens/keys.ts'
import { generateSigningKey, jose, type SigningAlgorithm, type SigningKey, withId } from '../tokens/signing-key.ts'
import { isOfSystem } from './of-system.ts'

/** Private keys, by algorithm. `next`: that of the next rotation. */
type Stored = Partial<Record<SigningAlgorithm, { readonly ring: readonly JWK[]; readonly next?: JWK | undefined }>>

/** `made`: called when there are keys. Rejects with {@link Misuse} where the folder does not take them. */
export function fileKeys(path: string, made: () => void): KeySource {
  let stored: Stored = existsSync(path) ? readStored(path) : {}
  /** Before anything is signed with the keys. */
  function write(alg: SigningAlgorithm, ring: readonly JWK[], next?: JWK): void {
    const changed = { ...stored, [alg]: { ring, next } }
    try {
      writeFileSync(`${path}.new`, JSON.stringify(changed), { mode: 0o600, flush: true })
      renameSync(`${path}.new`, path)
      made()
    } catch (error) {
      if (!isOfSystem(error)) throw error
      throw new Misuse(`${path} cannot be written: ${error.message} (--data).`, undefined, 507)
    }
    stored = changed
  }
  return {
    has: (alg) => stored[alg] !== undefined,
    async ring(alg, given) {
      const known = await Promise.all((stored[alg]?.ring ?? []).map((jwk) => read(jwk, alg)))
      if (given) return [given, ...known.filter(({ publicJwk }) => publicJwk.kid !== given.publicJwk.kid)].slice(0, goodKeys)
      if (known.length > 0) return known
      const first = await generateSigningKey(alg, true)
      write(alg, [await written(first)], stored[alg]?.next)
      return [first]
    },
    next(alg) {
      const jwk = stored[alg]?.next
      return jwk && read(jwk, alg)
    },
    async makeNext(alg) {
      const next = await generateSigningKey(alg, true)
      write(alg, stored[alg]?.ring ?? [], await written(next))
      return next
    },
    async rotated(alg, ring) {
      write(alg, await Promise.all(ring.map(written)))
    },
  }
}

function readStored(path: string): Stored {
  const torn = (why: string) =>
    new Misuse(`${path} is torn: ${why}. Remove it, and Standin signs with new keys; tokens of before are not valid then.`)
  try {
    const { success, data } = storedKeys.safeParse(JSON.parse(readFileSync(path, 'utf8')))
    if (!success || Object.keys(data).length === 0) throw torn('it does not hold the keys of Standin')
    return data as Stored
  } catch (error) {
    throw error instanceof SyntaxError ? torn(error.message) : error
  }
}

const privateKey = z.looseObject({ kty: z.string(), d: z.string() })
const storedKeys = z.record(z.string(), z.strictObject({ ring: z.array(privateKey), next: privateKey.optional() }))

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
