/** Makes the claims of tokens: as they are issued, and as the control row, the CLI and tests ask for them. Source: authentication §1.3, §2.1. */

import { derivedGuid } from '../wire/identifiers.ts'
import { scopes } from '../wire/vocabulary.ts'
import { type Claims, type IssuerKind, maskinportenIssuer, platformIssuer } from './caller.ts'

export interface TokenBasis {
  /** Nine digits: the organization that owns the client. For a system user, this is the vendor. */
  readonly orgNo: string
  readonly scopes: readonly string[]
  /** Absent: derived from the organization and the supplier. */
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
  /** The code of a service owner. */
  readonly org?: string | undefined
}

interface SystemUserToken extends TokenBasis {
  /** Nine digits: the customer that the vendor acts for. */
  readonly systemUserOrg: string
  readonly systemUserId: string
  readonly systemId?: string | undefined
}

/** The seconds by which `nbf` is early, so that machines with a slow clock accept the token. Source: authentication §9. */
export const notBeforeMargin = 5

export function enterpriseToken(token: EnterpriseToken): Claims {
  return { ...basis(token), ...(token.org === undefined ? {} : { 'urn:altinn:org': token.org }) }
}

export function systemUserToken(token: SystemUserToken): Claims {
  const details = detailsOf({ orgNo: token.systemUserOrg, id: token.systemUserId, systemId: token.systemId ?? systemIdOf(token.orgNo) })
  return { ...basis(token), authorization_details: details }
}

export interface SystemUserDetails {
  /** Nine digits: the customer. */
  readonly orgNo: string
  readonly id: string
  readonly systemId: string
}

interface MaskinportenToken extends TokenBasis {
  /** How the client proved itself. Default: by a key of its own. */
  readonly amr?: 'private_key_jwt' | 'virksomhetssertifikat' | undefined
  /** The audience. */
  readonly resource?: string | readonly string[] | undefined
  readonly systemUser?: SystemUserDetails | undefined
}

/** A token of Maskinporten, which clients exchange for one of the platform. Source: authentication §1.3. */
export function maskinportenToken(token: MaskinportenToken): Claims {
  const {
    orgNo,
    clientId,
    scopes,
    now,
    ttl,
    guid,
    issuer,
    amr = 'private_key_jwt',
    resource,
    supplierOrgNo,
    delegationSource,
    systemUser,
  } = token
  const iat = Math.floor(now / 1000)
  return {
    ...(resource && { aud: resource }),
    scope: scopes.join(' '),
    iss: issuer,
    client_amr: amr,
    token_type: 'Bearer',
    exp: iat + ttl,
    iat,
    client_id: clientId ?? derivedClientId(orgNo),
    jti: guid(),
    consumer: party(orgNo),
    ...(supplierOrgNo !== undefined && { supplier: party(supplierOrgNo) }),
    ...(delegationSource !== undefined && { delegation_source: delegationSource }),
    ...(systemUser && { authorization_details: [detailsOf(systemUser)] }),
  }
}

/**
 * The client id of an organization whose token names none. A supplier has another client id for each organization. Source: decisions §3.
 */
export const derivedClientId = (orgNo: string, supplierOrgNo?: string): string =>
  derivedGuid('client', orgNo, ...(supplierOrgNo === undefined ? [] : [supplierOrgNo]))

/** The system of a vendor without a name. Source: authentication §10. */
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

/** Whose token it is, and what it allows. */
export interface MintOptions {
  /** The organization code, for the notification area. */
  readonly org?: string | undefined
  /** Nine digits. For a system user, this is the vendor. */
  readonly orgNo?: string | undefined
  /** Scopes, separated by spaces. Default: all scopes of the service. */
  readonly scope?: string | undefined
  readonly clientId?: string | undefined
  /** Nine digits: the organization that a system user acts for. Makes the token one of a system user. */
  readonly systemUserOrg?: string | undefined
  /** `maskinporten`: a token that is not exchanged yet. Default `platform`. */
  readonly issuer?: IssuerKind | undefined
  /** Seconds. Default 1800. */
  readonly ttl?: number | undefined
}

/** The organization of a token that names none: the test ministry of the fixtures. */
const defaultOrg = { org: 'ttd', orgNo: '991825827' } as const

/** The facts of a token that do not come from its options. */
interface MintContext extends Pick<TokenBasis, 'now' | 'guid'> {
  /** The address with which the name of the issuer begins. */
  readonly base: string
  /** The number of the organization with this code; undefined for an unknown code. */
  numberOf(code: string): string | undefined
}

export function mintClaims(options: MintOptions, { now, guid, base, numberOf }: MintContext): Claims {
  const { systemUserOrg, clientId, scope = Object.values(scopes).join(' '), ttl = 1800, issuer = 'platform' } = options
  const orgNo = options.orgNo ?? (options.org === undefined ? undefined : numberOf(options.org)) ?? defaultOrg.orgNo
  const org = options.org ?? (orgNo === defaultOrg.orgNo ? defaultOrg.org : undefined)
  const basis = { orgNo, clientId, scopes: scope.split(' ').filter(Boolean), now, ttl, guid }
  const systemUserId = systemUserOrg && derivedGuid('system user', orgNo, systemUserOrg)
  if (issuer === 'maskinporten') {
    const systemUser = systemUserOrg && systemUserId ? { orgNo: systemUserOrg, id: systemUserId, systemId: systemIdOf(orgNo) } : undefined
    return maskinportenToken({ ...basis, issuer: maskinportenIssuer(base), systemUser })
  }
  if (!systemUserOrg || !systemUserId) return enterpriseToken({ ...basis, org, issuer: platformIssuer(base) })
  return systemUserToken({ ...basis, systemUserOrg, systemUserId, issuer: platformIssuer(base) })
}
