/** Signs recorded grants as their issuer would. */
import { generateKeyPairSync, sign } from 'node:crypto'
import { otherServer } from './listen.ts'

/** A grant's claims and format. A time such as `+60` or `-5` is in seconds from now. */
export interface RecordedGrant {
  readonly badKey?: boolean
  readonly noKid?: boolean
  readonly noExp?: boolean
  readonly kid?: string
  readonly alg?: string
  /** Text before the grant, instead of `Bearer` and a space. */
  readonly prefix?: string
  /** `noslash`: the issuer without its trailing slash. */
  readonly iss?: unknown
  readonly exp?: unknown
  readonly nbf?: unknown
  readonly iat?: unknown
  readonly [claim: string]: unknown
}

export async function recordedIssuer() {
  const [own, other] = [newKeys(), newKeys()]
  const key = { ...own.publicKey.export({ format: 'jwk' }), kid: 'mp', alg: 'RS256', use: 'sig' }
  const origin = await otherServer((request, response) => {
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(request.url === '/jwk' ? { keys: [key] } : { issuer: `${origin}/`, jwks_uri: `${origin}/jwk` }))
  })

  /** `now`: milliseconds since 1970. */
  function signed(grant: RecordedGrant, now: number): string {
    const { badKey = false, noKid = false, noExp = false, kid = 'mp', alg = 'RS256', prefix = '', iss, ...claims } = grant
    const seconds = Math.floor(now / 1000)
    const timeOf = (value: unknown) => (typeof value === 'string' && /^[+-]/.test(value) ? seconds + Number(value) : value)
    const said = {
      iat: seconds,
      ...claims,
      iss: iss === 'noslash' ? origin : (iss ?? `${origin}/`),
      exp: noExp ? undefined : (timeOf(claims.exp) ?? seconds + 119),
      ...(claims.nbf !== undefined && { nbf: timeOf(claims.nbf) }),
      ...(claims.iat !== undefined && { iat: timeOf(claims.iat) }),
    }
    const head = `${part({ alg, typ: 'JWT', ...(!noKid && { kid }) })}.${part(said)}`
    const { privateKey } = badKey ? other : own
    return `${prefix}${head}.${alg === 'none' ? '' : sign('sha256', Buffer.from(head), privateKey).toString('base64url')}`
  }
  return { discovery: `${origin}/.well-known/oauth-authorization-server`, sign: signed }
}

const newKeys = () => generateKeyPairSync('rsa', { modulusLength: 2048 })
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
