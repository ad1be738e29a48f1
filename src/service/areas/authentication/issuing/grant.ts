/** Parses and checks the grant in a token request, before its signature is verified. Source: authentication §1.1, §1.4. */

import { type Claims, isClaims } from '../../../tokens/caller.ts'
import { readToken } from '../../../tokens/read-token.ts'
import { Refusal } from '../../../wire/refusal.ts'
import type { oauthErrorKeys } from '../wire.ts'

export interface Grant {
  readonly assertion: string
  readonly header: Claims
  readonly client: string
  readonly scopes: readonly string[]
  readonly jti: string | undefined
  /** Seconds since 1970. */
  readonly exp: number
  readonly resource: string | readonly string[] | undefined
  /** The organization that delegated to the client's organization: nine digits. */
  readonly consumerOrg: string | undefined
  readonly systemUser: SystemUserRequest | undefined
  readonly claims: Claims
}

export interface SystemUserRequest {
  /** The customer's organization number: nine digits. */
  readonly orgNo: string
  readonly externalRef: string | undefined
}

export const grantAlgorithms = ['RS256', 'RS384', 'RS512'] as const

/** Allowed clock skew in seconds. */
const tolerance = 10

/** Claims allowed in a grant. The last two are undocumented, but public clients send them. */
const claimNames = new Set('aud iss iat exp jti scope resource pid consumer_org iss_onbehalfof authorization_details nbf sub'.split(' '))

/** Scopes for ID-porten, the login service for people. */
const idPorten = new Set(['openid', 'profile'])

const refused = (key: (typeof oauthErrorKeys)[number], reason?: string) => new Refusal(key, reason === undefined ? {} : { reason })

/** Refuses an invalid grant. Does not check authorization details, audience or time. */
export function readGrant(assertion: string): Grant {
  const read = readToken(assertion, { padding: true })
  if (!read) throw refused('MP-011', 'the assertion is not a readable JWT')
  const [header, claims] = [read.header, read.claims].map(withoutNull) as [Claims, Claims]
  if (!grantAlgorithms.some((alg) => alg === header.alg)) throw refused('MP-011', `alg must be one of ${grantAlgorithms.join(', ')}`)
  const strange = Object.keys(claims).find((name) => !claimNames.has(name))
  if (strange !== undefined) throw refused('MP-011', `a grant must not contain the claim ${strange.slice(0, 100)}`)
  const { iss, jti, resource } = claims
  if (typeof iss !== 'string' || iss === '') throw refused('MP-100')
  for (const name of ['iat', 'exp']) if (!isTime(claims[name])) throw refused('MP-011', `${name} must be a number of seconds`)
  if (claims.nbf !== undefined && !isTime(claims.nbf)) throw refused('MP-011', 'nbf must be a number of seconds')
  if (jti !== undefined && (typeof jti !== 'string' || jti === '')) throw refused('MP-011', 'jti must be a string')
  if (resource !== undefined && !isText(resource) && !isTexts(resource))
    throw refused('MP-011', 'resource must be a string or an array of strings')
  return {
    assertion,
    header,
    client: iss,
    scopes: scopesOf(claims.scope),
    jti,
    exp: claims.exp as number,
    resource,
    consumerOrg: consumerOf(claims),
    systemUser: claims.authorization_details === undefined ? undefined : systemUserOf(claims.authorization_details),
    claims,
  }
}

export function checkAudience({ claims }: Grant, audiences: readonly string[]): void {
  const [aud, ...more] = [claims.aud].flat()
  if (typeof aud !== 'string' || more.length > 0) throw refused('MP-110')
  const meant = placeOf(aud)
  if (!audiences.some((each) => placeOf(each) === meant)) throw refused('MP-110')
}

/** Refuses a grant that is not valid at any of the given times (milliseconds since 1970). `longestLife`: seconds. */
export function checkTimes(grant: Grant, clocks: readonly number[], longestLife: number): void {
  const { iat, exp, nbf = iat } = grant.claims as { iat: number; exp: number; nbf?: number }
  if (exp - iat > longestLife)
    throw refused('too-long-lived', `its lifetime is ${exp - iat} seconds, but at most ${longestLife} are allowed`)
  const faults = clocks.map((clock): Refusal | undefined => {
    const now = Math.floor(clock / 1000)
    if (Math.max(iat, nbf) > now + tolerance) return refused('issued-after-now')
    return endOf(grant) <= clock ? refused('MP-130', `exp is ${exp}, and it is ${now} now`) : undefined
  })
  // Reports the fault found with the clock that is closest to the grant's issue time.
  const [nearest] = clocks.map((clock, at) => ({ far: Math.abs(clock / 1000 - iat), fault: faults[at] })).toSorted((a, b) => a.far - b.far)
  if (!faults.includes(undefined) && nearest?.fault) throw nearest.fault
}

/** Returns the time after which the grant is refused, in milliseconds since 1970: its expiry time plus the allowed clock skew. */
export const endOf = ({ exp }: Grant): number => (exp + tolerance) * 1000

const isTime = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value) && value >= 0 && value < 1e11
const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''
const isTexts = (value: unknown): value is string[] => Array.isArray(value) && value.length > 0 && value.every(isText)

/** Removes null members, which count as absent. */
const withoutNull = (members: Claims): Claims => Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null))

/** Treats all names for the local machine as equal and ignores a trailing slash. */
function placeOf(address: string): string {
  const bare = address.endsWith('/') ? address.slice(0, -1) : address
  return bare.replace(/^(https?:\/\/)(?:127\.0\.0\.1|\[::1\])(?=[:/]|$)/, '$1localhost')
}

function scopesOf(scope: unknown): readonly string[] {
  if (typeof scope !== 'string' || !/^[\x21\x23-\x5b\x5d-\x7e]+(?: [\x21\x23-\x5b\x5d-\x7e]+)*$/.test(scope)) {
    throw refused('MP-011', 'scope must contain one or more scopes, separated by single spaces')
  }
  const scopes = scope.split(' ')
  const foreign = scopes.find((each) => idPorten.has(each))
  if (foreign !== undefined) throw new Refusal('MP-201', { scope: foreign })
  return scopes
}

function consumerOf({ consumer_org: org, iss_onbehalfof: onBehalfOf }: Claims): string | undefined {
  if (org === undefined) return undefined
  if (typeof org !== 'string' || !/^\d{9}$/.test(org)) throw refused('MP-011', 'consumer_org must have nine digits')
  if (onBehalfOf !== undefined) throw refused('MP-011', 'consumer_org and iss_onbehalfof exclude each other')
  return org
}

const type = 'urn:altinn:systemuser'
const authority = 'iso6523-actorid-upis'
const fields = new Set(['type', 'systemuser_org', 'externalRef'])

function systemUserOf(details: unknown): SystemUserRequest {
  const [only, ...more] = Array.isArray(details) ? details : [undefined]
  if (!isClaims(only) || more.length > 0) throw refused('MP-303', 'authorization_details must be an array with one object')
  const wish = withoutNull(only)
  if (wish.type !== type) throw refused('MP-301', typeof wish.type === 'string' ? wish.type.slice(0, 100) : 'type is missing')
  const strange = Object.keys(wish).filter((name) => !fields.has(name))
  if (strange.length > 0) throw refused('MP-302', strange.join(', ').slice(0, 100))
  const { systemuser_org: org, externalRef } = wish
  // Some clients send the bare number.
  const number = isClaims(org) && org.authority === authority ? org.ID : org
  const orgNo = typeof number === 'string' ? /^(?:0192:)?(\d{9})$/.exec(number)?.[1] : undefined
  if (orgNo === undefined) throw refused('MP-303', 'systemuser_org')
  if (externalRef !== undefined && typeof externalRef !== 'string') throw refused('MP-303', 'externalRef')
  return { orgNo, externalRef: externalRef || undefined }
}
