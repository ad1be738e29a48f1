/** Reads the caller from a token's claims and recognizes issuers by name. Source: authentication §0, §5.1, decisions §3. */

import { type Access, liveBases } from '../wire/vocabulary.ts'

/** The service that issued a token. The platform exchanges Maskinporten tokens for its own. */
export type IssuerKind = 'platform' | 'maskinporten'

const platformPath = '/authentication/api/v1/openid/'

/** `base`: the URL of a world and environment, without a trailing slash. */
export const platformIssuer = (base: string): string => `${base}${platformPath}`
export const maskinportenIssuer = (base: string): string => `${base}/`
/**
 * The issuer in the generator's tokens for the `none` environment. No area of the service trusts this issuer. Source: authentication §4.
 */
export const generatorIssuer = (base: string): string => `${base}/api/.well-known/oauth-authorization-server`

/** The issuer in the generator's tokens for an environment. Source: authentication §4. */
export function generatedIssuer(base: string, environment: string): string {
  if (environment === 'none') return generatorIssuer(base)
  return platformIssuer(
    base === liveBases.test.generator ? `https://platform.${environment}.altinn.${environment.startsWith('tt') ? 'no' : 'cloud'}` : base,
  )
}

/**
 * Returns an issuer's kind, or undefined if it is unknown. Standin's own issuers are recognized by their format, because Standin has many
 * host names. The signature proves that a token is Standin's.
 */
export function kindOf(issuer: string): IssuerKind | undefined {
  if (!/^https?:\/\/[^\s/?#]+\/(?:[^\s?#]*\/)?$/.test(issuer)) return undefined
  return issuer.endsWith(platformPath) ? 'platform' : 'maskinporten'
}

const liveMaskinporten: ReadonlySet<string> = new Set(Object.values(liveBases).map(({ maskinporten }) => maskinportenIssuer(maskinporten)))

/** True for Maskinporten's live issuer in any environment. */
export const isLiveMaskinporten = (issuer: string): boolean => liveMaskinporten.has(issuer)

/** Determines an issuer's kind from the URL of its discovery document. Undefined if the URL does not indicate the kind. */
export function kindOfDiscovery(address: string): IssuerKind | undefined {
  if (address.includes('/.well-known/oauth-authorization-server')) return 'maskinporten'
  return address.includes('/.well-known/openid-configuration') ? 'platform' : undefined
}

/** A token's payload. Any member can be missing or have any type, even in a signed token. */
export type Claims = Readonly<Record<string, unknown>>

export interface Caller {
  readonly org?: string | undefined
  /** The organization that the caller acts for: nine digits. For a system user, the customer rather than the vendor. */
  readonly orgNo?: string | undefined
  /**
   * The organization number that the platform uses. It comes from `urn:altinn:orgNumber` or the system user, because the platform ignores a
   * token's consumer.
   */
  readonly platformOrgNo?: string | undefined
  readonly clientId?: string | undefined
  /** The session id or, if the token has none, the client id or the subject. */
  readonly session?: string | undefined
  readonly scopes: readonly string[]
  /** The client's owner: nine digits. Grants no access. */
  readonly vendor?: string | undefined
  readonly systemUser?: string | undefined
  readonly user?: string | undefined
  readonly iss?: string | undefined
  /** The kind of issuer. Default: the platform. */
  readonly kind?: IssuerKind | undefined
  /** Set for a platform application that sent a valid platform token. */
  readonly needsNoScope?: boolean
  /** Set if the call also sent an unreadable platform token. */
  readonly platformTokenUnreadable?: boolean
  /** When the token expires, in milliseconds since 1970. */
  readonly exp: number
  /** When the token becomes valid, in milliseconds since 1970. */
  readonly nbf: number
}

/** The latest time that can be formatted. Later times are clamped to this time. */
const lastTime = Date.UTC(9999, 11, 31, 23, 59, 59, 999)

/** Undefined if the value is not a claims object or has no valid `exp`. */
export function readCaller(claims: unknown, kind?: IssuerKind): Caller | undefined {
  if (!isClaims(claims)) return undefined
  const exp = milliseconds(claims.exp)
  const nbf = claims.nbf === undefined ? 0 : milliseconds(claims.nbf)
  if (exp === undefined || nbf === undefined) return undefined
  const system = systemUserDetails(claims)
  const platformOrgNo = platformOrganization(claims, system)
  return Object.freeze({
    org: text(first(claims['urn:altinn:org'])),
    orgNo: platformOrgNo ?? (hasPlatformOrganization(claims) ? undefined : partyNumber(claims.consumer)),
    platformOrgNo,
    clientId: text(claims.client_id),
    session: text(claims.sid) ?? text(claims.client_id) ?? text(claims.sub),
    scopes: Object.freeze(scopes(claims)),
    vendor: partyNumber(claims.consumer),
    systemUser: text(first(system?.systemuser_id)),
    user: userNumber(first(claims['urn:altinn:userid'])),
    iss: text(claims.iss),
    kind,
    exp,
    nbf,
  })
}

/** True if the caller may call a row with this access. Administrator rows need a different kind of token. */
export function mayCall(caller: Caller | undefined, access: Access): boolean {
  switch (access.kind) {
    case 'anyone':
      return true
    case 'token':
      return caller !== undefined
    case 'scope':
      return caller !== undefined && (caller.needsNoScope === true || access.anyOf.some((scope) => caller.scopes.includes(scope)))
    case 'admin':
      return false
  }
}

/**
 * Returns the name under which a caller subscribes to events. Undefined if the token contains no such name. Source: events §4.3,
 * authentication §5.3.
 */
export function consumerOf({ org, user, systemUser, platformOrgNo }: Caller): string | undefined {
  if (org !== undefined) return `/org/${org}`
  if (user !== undefined) return `/user/${user}`
  if (systemUser !== undefined) return `/systemuser/${systemUser}`
  return platformOrgNo === undefined ? undefined : `/organisation/${platformOrgNo}`
}

/** Returns the organization whose event rights a caller has. Undefined for a person, who has individual rights. Source: events §4.5. */
export const organizationForEvents = ({ org, user, platformOrgNo }: Caller): string | undefined =>
  org === undefined && user !== undefined ? undefined : platformOrgNo
export const isPerson = (consumer: string): boolean => consumer.startsWith('/user/')

export const isServiceOwner = (consumer: string): boolean => consumer.startsWith('/org/')

export function isClaims(value: unknown): value is Claims {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * Returns no organization if the authorization details cannot be read. If another claim were used instead, the vendor could act in place of
 * the customer.
 */
const platformOrganization = (claims: Claims, system: Claims | undefined): string | undefined =>
  claims.authorization_details === undefined ? orgNumber(first(claims['urn:altinn:orgNumber'])) : partyNumber(system?.systemuser_org)

const hasPlatformOrganization = (claims: Claims): boolean =>
  claims.authorization_details !== undefined || claims['urn:altinn:orgNumber'] !== undefined

/**
 * Returns a token's authorization details. In issued tokens, the details are an array with one entry. After an exchange, they are an
 * object.
 */
function systemUserDetails(claims: Claims): Claims | undefined {
  const details = first(claims.authorization_details)
  return isClaims(details) ? details : undefined
}

const partyNumber = (party: unknown): string | undefined => (isClaims(party) ? orgNumber(party.ID) : undefined)

function orgNumber(value: unknown): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined
  return /(?:^|:)(\d{9})$/.exec(String(value))?.[1]
}

function userNumber(value: unknown): string | undefined {
  return (typeof value === 'string' || typeof value === 'number') && /^\d{1,15}$/.test(String(value)) ? String(value) : undefined
}

function scopes(claims: Claims): string[] {
  const spaced = text(claims['urn:altinn:scope']) ?? text(claims.scope)
  return spaced === undefined ? [] : spaced.split(' ')
}

function milliseconds(seconds: unknown): number | undefined {
  if (typeof seconds !== 'number' || Number.isNaN(seconds)) return undefined
  return Math.min(Math.max(seconds * 1000, 0), lastTime)
}

const first = (value: unknown): unknown => (Array.isArray(value) ? value[0] : value)
const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)
