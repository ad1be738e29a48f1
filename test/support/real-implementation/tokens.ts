/** Signs and checks this implementation's tokens. Source: authentication §1.3, §2.1, §5. */
import { createSign, createVerify, type KeyObject } from 'node:crypto'

export interface Claims {
  readonly scope?: string
  readonly 'urn:altinn:orgNumber'?: string
  readonly 'urn:altinn:org'?: string
  readonly consumer?: { readonly authority: string; readonly ID: string }
  readonly authorization_details?: unknown
  readonly client_id?: string
  readonly iss?: string
  readonly aud?: string
  readonly jti?: string
  /** Seconds since 1970. */
  readonly exp: number
  readonly nbf?: number
  readonly iat?: number
}

const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** `key`: a private key, as an object or in PEM format. */
export function sign(claims: object, key: KeyObject | string): string {
  const content = `${encoded({ alg: 'RS256', typ: 'JWT' })}.${encoded(claims)}`
  return `${content}.${createSign('RSA-SHA256').update(content).sign(key, 'base64url')}`
}

/** Returns the claims in a valid token that is signed with one of the keys, or `undefined` for any other string. */
export function claimsOf(token: string, keys: readonly KeyObject[]): Claims | undefined {
  const [, content, signature] = /^([\w-]+\.[\w-]+)\.([\w-]+)$/.exec(token) ?? []
  if (!content || !signature) return undefined
  if (!keys.some((key) => createVerify('RSA-SHA256').update(content).verify(key, signature, 'base64url'))) return undefined
  const claims = JSON.parse(Buffer.from(content.split('.')[1] ?? '', 'base64url').toString()) as Claims
  const now = Date.now() / 1000
  return claims.exp > now && (claims.nbf ?? 0) <= now ? claims : undefined
}

export const bearerOf = (header: string | undefined) => /^Bearer +(\S+)$/i.exec(header ?? '')?.[1] ?? ''

/** Returns the organization that a caller acts for. Source: authentication §5.1 */
export function callerOf(claims: Claims): string | undefined {
  const details = claims.authorization_details
  const one = (Array.isArray(details) ? details[0] : details) as { systemuser_org?: { ID?: string } } | undefined
  if (details !== undefined) return numberIn(one?.systemuser_org?.ID)
  return claims['urn:altinn:orgNumber'] ?? numberIn(claims.consumer?.ID)
}

const numberIn = (id: string | undefined) => /(\d{9})$/.exec(String(id))?.[1]

interface Holder {
  readonly orgNo: string
  readonly scope: string
  /** The service owner's code. */
  readonly org?: string | undefined
  /** The environment in the issuer's name. */
  readonly environment?: string | undefined
}

/** Creates claims for an Altinn token that is valid for half an hour. Source: authentication §2.1 */
export function altinnClaims({ orgNo, scope, org, environment = 'test' }: Holder): Claims & object {
  const now = Math.floor(Date.now() / 1000)
  return {
    scope,
    consumer: { authority: 'iso6523-actorid-upis', ID: `0192:${orgNo}` },
    'urn:altinn:orgNumber': orgNo,
    ...(org && scope.includes('altinn:serviceowner') ? { 'urn:altinn:org': org } : {}),
    iss: `https://platform.${environment}.example/authentication/api/v1/openid/`,
    iat: now,
    // Makes the token valid even on machines whose clock is slow.
    nbf: now - 10,
    exp: now + 1800,
  }
}
