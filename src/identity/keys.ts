/** The key set by which Standin signs its tokens and knows them again. */
import type { CryptoKey, JWK } from 'jose'
import { type Claims, isClaims } from './caller.ts'

export interface Keys {
  /** A compact JWS; `alg` and `kid` of the header are always those of the key. */
  readonly sign: (claims: Claims, header?: Readonly<Record<string, unknown>>) => Promise<string>
  /** The claims of a token that this key set signed, expired or not; undefined for everything else. */
  readonly verify: (token: string) => Promise<Claims | undefined>
  /** The public half, as an RFC 7517 key set. */
  readonly jwks: () => Promise<{ readonly keys: readonly JWK[] }>
}

interface KeySet {
  readonly jose: typeof import('jose')
  readonly privateKey: CryptoKey
  readonly publicKey: CryptoKey
  readonly publicJwk: JWK & { readonly kid: string }
}

const alg = 'ES256'

/** Nothing is loaded or generated before the first token is signed or verified. */
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
