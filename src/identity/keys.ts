/** The key set by which Standin signs and verifies its tokens. */
import type { CryptoKey, JWK } from 'jose'
import { type Claims, isClaims } from './caller.ts'

export interface Keys {
  /** Returns a compact JWS. `header` cannot change `alg` and `kid`. */
  readonly sign: (claims: Claims, header?: Readonly<Record<string, unknown>>) => Promise<string>
  /** The claims of a token that this key set signed, also when it is expired; undefined for any other text. */
  readonly verify: (token: string) => Promise<Claims | undefined>
  /** The public key, as an RFC 7517 key set. */
  readonly jwks: () => Promise<{ readonly keys: readonly JWK[] }>
}

interface KeySet {
  readonly jose: typeof import('jose')
  readonly privateKey: CryptoKey
  readonly publicKey: CryptoKey
  readonly publicJwk: JWK & { readonly kid: string }
}

const alg = 'ES256'

/** Loads the library and generates the key when they are first needed. */
export function createKeys(): Keys {
  let made: Promise<KeySet> | undefined
  const ready = () => {
    made ??= makeKeySet()
    return made
  }

  return {
    async sign(claims, header) {
      const { jose, privateKey, publicJwk } = await ready()
      const payload = new TextEncoder().encode(JSON.stringify(claims))
      return new jose.CompactSign(payload).setProtectedHeader({ typ: 'JWT', ...header, alg, kid: publicJwk.kid }).sign(privateKey)
    },
    async verify(token) {
      const { jose, publicKey } = await ready()
      try {
        const { payload } = await jose.compactVerify(token, publicKey, { algorithms: [alg] })
        const claims: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(payload))
        return isClaims(claims) ? claims : undefined
      } catch {
        return undefined
      }
    },
    async jwks() {
      const { publicJwk } = await ready()
      return { keys: [{ ...publicJwk }] }
    },
  }
}

async function makeKeySet(): Promise<KeySet> {
  const jose = await import('jose')
  const { privateKey, publicKey } = await jose.generateKeyPair(alg)
  const bare = await jose.exportJWK(publicKey)
  const kid = await jose.calculateJwkThumbprint(bare)
  return { jose, privateKey, publicKey, publicJwk: { ...bare, kid, alg, use: 'sig' } }
}
