/** Creates token claims and the keys that sign them. Source: authentication §1.3, §2.1, §3, RFC 7518 sections 3.3 and 3.4. */
import type { CryptoKey, JWK } from 'jose'
import { derivedGuid } from '../wire/identifiers.ts'
import { utf8 } from '../wire/text.ts'
import type { Claims } from './caller.ts'
import { bytesOf } from './read-token.ts'

export interface TokenBasis {
  /** The client's owner: nine digits. For a system user, this is the vendor. */
  readonly orgNo: string
  readonly scopes: readonly string[]
  /** If absent, derived from the organization and the supplier. */
  readonly clientId?: string | undefined
  readonly supplierOrgNo?: string | undefined
  readonly delegationSource?: string | undefined
  /** Milliseconds since 1970. */
  readonly now: number
  /** Seconds. */
  readonly ttl: number
  readonly issuer: string
  readonly guid: () => string
}

interface EnterpriseToken extends TokenBasis {
  /** A service owner's code. */
  readonly org?: string | undefined
}

interface SystemUserToken extends TokenBasis {
  /** The customer that the vendor acts for: nine digits. */
  readonly systemUserOrg: string
  readonly systemUserId: string
  readonly systemId?: string | undefined
}

/** Number of seconds that `nbf` precedes the issue time, so that machines with slow clocks accept the token. Source: authentication §9. */
export const notBeforeMargin = 5

export function enterpriseToken(token: EnterpriseToken): Claims {
  return { ...basis(token), ...(token.org === undefined ? {} : { 'urn:altinn:org': token.org }) }
}

export function systemUserToken(token: SystemUserToken): Claims {
  const details = detailsOf({ orgNo: token.systemUserOrg, id: token.systemUserId, systemId: token.systemId ?? systemIdOf(token.orgNo) })
  return { ...basis(token), authorization_details: details }
}

export interface SystemUserDetails {
  /** The customer: nine digits. */
  readonly orgNo: string
  readonly id: string
  readonly systemId: string
}

interface MaskinportenToken extends TokenBasis {
  /** The client's authentication method. Default: with its own key. */
  readonly amr?: 'private_key_jwt' | 'virksomhetssertifikat' | undefined
  readonly resource?: string | readonly string[] | undefined
  readonly systemUser?: SystemUserDetails | undefined
}

/** Creates the claims of a Maskinporten token, which clients exchange for a platform token. Source: authentication §1.3. */
export function maskinportenToken(token: MaskinportenToken): Claims {
  const { orgNo, resource, supplierOrgNo, delegationSource, systemUser } = token
  const iat = Math.floor(token.now / 1000)
  return {
    ...(resource && { aud: resource }),
    scope: token.scopes.join(' '),
    iss: token.issuer,
    client_amr: token.amr ?? 'private_key_jwt',
    token_type: 'Bearer',
    exp: iat + token.ttl,
    iat,
    client_id: token.clientId ?? derivedClientId(orgNo),
    jti: token.guid(),
    consumer: party(orgNo),
    ...(supplierOrgNo !== undefined && { supplier: party(supplierOrgNo) }),
    ...(delegationSource !== undefined && { delegation_source: delegationSource }),
    ...(systemUser && { authorization_details: [detailsOf(systemUser)] }),
  }
}

/**
 * Returns the client id for an organization whose token does not contain a client id. A supplier has a different client id for each
 * organization. Source: decisions §3.
 */
export const derivedClientId = (orgNo: string, supplierOrgNo?: string): string =>
  derivedGuid('client', orgNo, ...(supplierOrgNo === undefined ? [] : [supplierOrgNo]))

/** The id of a vendor's default system. Source: authentication §10. */
export const systemIdOf = (vendor: string): string => `${vendor}_standin`

/** Source: authentication §1.3. */
const detailsOf = ({ orgNo, id, systemId }: SystemUserDetails) => ({
  type: 'urn:altinn:systemuser',
  systemuser_id: [id],
  systemuser_org: party(orgNo),
  system_id: systemId,
})

function basis({ orgNo, supplierOrgNo, delegationSource, ...token }: TokenBasis): Claims {
  const iat = Math.floor(token.now / 1000)
  return {
    scope: token.scopes.join(' '),
    token_type: 'Bearer',
    client_id: token.clientId ?? derivedClientId(orgNo, supplierOrgNo),
    jti: token.guid(),
    consumer: party(orgNo),
    ...(supplierOrgNo === undefined ? {} : { supplier: party(supplierOrgNo) }),
    ...(delegationSource === undefined ? {} : { delegation_source: delegationSource }),
    'urn:altinn:orgNumber': orgNo,
    'urn:altinn:authenticatemethod': 'maskinporten',
    'urn:altinn:authlevel': 3,
    iss: token.issuer,
    sid: token.guid(),
    nbf: iat - notBeforeMargin,
    exp: iat + token.ttl,
    iat,
  }
}

export const party = (orgNo: string) => ({ authority: 'iso6523-actorid-upis', ID: `0192:${orgNo}` })

let loading: Promise<typeof import('jose')> | undefined

/** Loads the library on first use. */
export function jose(): Promise<typeof import('jose')> {
  loading ??= import('jose')
  return loading
}

/** The live services use RS256. Some of the token generator's tokens use ES256. */
export type SigningAlgorithm = 'RS256' | 'ES256'

interface SignatureCheck {
  readonly alg: SigningAlgorithm
  /** The public key, which must match the algorithm. */
  readonly key: CryptoKey
  readonly input: Uint8Array<ArrayBuffer>
  /** For ES256: 64 bytes, the two numbers without a DER structure. */
  readonly signature: Uint8Array<ArrayBuffer>
}

/** Resolves to false if the signature is malformed. */
export type VerifySignature = (check: SignatureCheck) => Promise<boolean>

const parameters = { RS256: { name: 'RSASSA-PKCS1-v1_5' }, ES256: { name: 'ECDSA', hash: 'SHA-256' } }

/** Verifies a signature with Web Cryptography, which is available on every platform. */
export const webSignature: VerifySignature = ({ alg, key, input, signature }) =>
  crypto.subtle.verify(parameters[alg], key, signature, input)

/** Resolves to true if a key has signed the token. The token must be readable. */
export function isSigned(token: string, by: Pick<SignatureCheck, 'alg' | 'key'>, verify: VerifySignature): Promise<boolean> {
  const dot = token.lastIndexOf('.')
  const signature = bytesOf(token.slice(dot + 1))
  return signature ? verify({ ...by, input: utf8(token.slice(0, dot)), signature }) : Promise.resolve(false)
}

export interface SigningKey {
  readonly privateKey: CryptoKey
  readonly publicKey: CryptoKey
  /** The public key. `kid` is the key's thumbprint in 40 uppercase hexadecimal digits. */
  readonly publicJwk: JWK & { readonly kid: string }
  /** The bytes of `kid` in base64url. */
  readonly thumbprint: string
}

/** Generates a key pair, which is slow for RS256. `extractable`: allows the private key to be exported. */
export async function generateSigningKey(alg: SigningAlgorithm, extractable = false): Promise<SigningKey> {
  const { generateKeyPair } = await jose()
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable })
  return withId(privateKey, publicKey)
}

/** Rejects with a {@link TypeError} if the string is not an RSA private key of at least 2048 bits. */
export async function readSigningKey(text: string): Promise<SigningKey> {
  const { exportJWK, importJWK, importPKCS8 } = await jose()
  const alg = 'RS256'
  const key = text.trimStart().startsWith('{')
    ? await importJWK({ ...(JSON.parse(text) as JWK), ext: true }, alg)
    : await importPKCS8(text, alg, { extractable: true })
  if (key instanceof Uint8Array || key.type !== 'private') throw new TypeError('The key is not a private key.')
  if ((key.algorithm as RsaKeyAlgorithm).modulusLength < 2048) throw new TypeError('An RSA key must have at least 2048 bits.')
  const { kty, e, n } = await exportJWK(key)
  const publicKey = await importJWK({ kty, e, n, ext: true } as JWK, alg)
  return withId(key, publicKey as CryptoKey)
}

/** Derives the id from the public key's thumbprint. */
export async function withId(privateKey: CryptoKey, publicKey: CryptoKey): Promise<SigningKey> {
  const { base64url, exportJWK } = await jose()
  const { kty, ...numbers } = await exportJWK(publicKey)
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-1', await crypto.subtle.exportKey('spki', publicKey)))
  const kid = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .toUpperCase()
  return { privateKey, publicKey, publicJwk: { kty: kty ?? '', use: 'sig', kid, ...numbers }, thumbprint: base64url.encode(digest) }
}
