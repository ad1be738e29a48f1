/** Who calls, as the claims of a token tell it. Source: authentication §5.1. */
import type { Access } from '../wire/scopes.ts'

/** The payload of a token. Signed or not, any member may be missing or of any type. */
export type Claims = Readonly<Record<string, unknown>>

export interface Caller {
  /** The code of a service owner (`urn:altinn:org`). */
  readonly org?: string | undefined
  /** Nine digits: the organization that is acted for; with a system user the customer, not the vendor. */
  readonly orgNo?: string | undefined
  readonly clientId?: string | undefined
  readonly scopes: readonly string[]
  /** Nine digits: the organization that the client belongs to. Recorded; grants nothing. */
  readonly vendor?: string | undefined
  readonly systemUser?: string | undefined
  /** The number of a person's user. */
  readonly user?: string | undefined
  readonly iss?: string | undefined
  /** The platform stands for it: it needs no scope. */
  readonly vouched?: boolean
  /** It also names an application of the platform, by something that is no token. */
  readonly unreadable?: boolean
  /** Milliseconds since 1970: from then on the token is no longer good. */
  readonly exp: number
  /** Milliseconds since 1970: from then on the token is good. */
  readonly nbf: number
}

/** Instants beyond any calendar are those of its ends, so that nobody has to format them. */
const lastInstant = Date.UTC(9999, 11, 31, 23, 59, 59, 999)

/** Undefined when these are no claims or say no time at which they expire. */
export function readCaller(claims: unknown): Caller | undefined {
  if (!isClaims(claims)) return undefined
  const exp = instant(claims.exp)
  const nbf = claims.nbf === undefined ? 0 : instant(claims.nbf)
  if (exp === undefined || nbf === undefined) return undefined
  const system = systemUserDetails(claims)
  return Object.freeze({
    org: text(claims['urn:altinn:org']),
    orgNo: organization(claims, system),
    clientId: text(claims.client_id),
    scopes: Object.freeze(scopes(claims)),
    vendor: partyNumber(claims.consumer),
    systemUser: text(first(system?.systemuser_id)),
    user: userNumber(claims['urn:altinn:userid']),
    iss: text(claims.iss),
    exp,
    nbf,
  })
}

/** Whether a row with this access is open to the caller. An administrator is known by another token than these. */
export function holds(caller: Caller | undefined, access: Access): boolean {
  switch (access.kind) {
    case 'anyone':
      return true
    case 'token':
      return caller !== undefined
    case 'scope':
      return caller !== undefined && (caller.vouched === true || access.anyOf.some((scope) => caller.scopes.includes(scope)))
    case 'admin':
      return false
  }
}

export function isClaims(value: unknown): value is Claims {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Details that cannot be read leave nobody to act for: falling back would make the vendor act in place of its customer. */
function organization(claims: Claims, system: Claims | undefined): string | undefined {
  if (claims.authorization_details !== undefined) return partyNumber(system?.systemuser_org)
  if (claims['urn:altinn:orgNumber'] !== undefined) return orgNumber(claims['urn:altinn:orgNumber'])
  return partyNumber(claims.consumer)
}

/** An object after an exchange, an array of one as issued. */
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

function instant(seconds: unknown): number | undefined {
  if (typeof seconds !== 'number' || Number.isNaN(seconds)) return undefined
  return Math.min(Math.max(seconds * 1000, 0), lastInstant)
}

const first = (value: unknown): unknown => (Array.isArray(value) ? value[0] : value)
const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)
