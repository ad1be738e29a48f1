/** Judges tokens: who signed them, and whether Standin trusts that signer. Source: authentication §5, §7, decisions §3. */
import type { Claims } from './caller.ts'
import { type IssuerKind, kindOf } from './issuers.ts'
import type { Keys } from './keys.ts'
import { issuerOf } from './platform-token.ts'
import { type ReadToken, readToken } from './read-token.ts'

/** Why a token is not trusted. */
export type Distrust = 'unreadable' | 'unknown-key' | 'bad-signature' | 'unknown-issuer'

export interface Trusted {
  readonly claims: Claims
  readonly kind: IssuerKind
}

/** A token that is not trusted, and its issuer where it names one. */
export interface Distrusted {
  readonly distrust: Distrust
  readonly issuer?: string
}

export interface Trust {
  /** Does not check the time. */
  readonly judge: (token: string) => Promise<Trusted | Distrusted>
  /** Changes when a token that was trusted may be trusted no more. */
  readonly generation: number
}

/** Tries its own keys. */
export function createTrust(keys: Keys): Trust {
  async function judge(token: string): Promise<Trusted | Distrusted> {
    const read = readToken(token)
    if (!read) return { distrust: 'unreadable' }
    const { kid, alg } = read.header
    const key = typeof kid === 'string' && typeof alg === 'string' ? await keys.find(kid, alg) : undefined
    if (key) return (await isSigned(token, key, String(alg))) ? own(read) : { distrust: 'bad-signature' }
    return { distrust: 'unknown-key' }
  }
  return {
    judge,
    get generation() {
      return keys.generation
    },
  }
}

/** A token of Standin's own keys. Any address may be Standin's. */
function own({ claims }: ReadToken): Trusted | Distrusted {
  const issuer = issuerOf(claims)
  const kind = issuer === undefined ? undefined : kindOf(issuer)
  return kind ? { claims, kind } : { distrust: 'unknown-issuer', ...(issuer !== undefined && { issuer }) }
}

async function isSigned(token: string, key: CryptoKey, alg: string): Promise<boolean> {
  const jose = await import('jose')
  return jose.compactVerify(token, key, { algorithms: [alg] }).then(
    () => true,
    () => false,
  )
}
