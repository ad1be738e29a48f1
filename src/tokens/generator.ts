/** Makes the claims of tokens as the test token generator does. Source: authentication §4. */
import type {
  EnterpriseTokenQuery,
  PersonalTokenQuery,
  PlatformAccessTokenQuery,
  PlatformTokenQuery,
  SystemUserTokenQuery,
} from '../areas/authentication/rules/token.ts'
import { readGuid } from '../wire/values/identifiers.ts'
import type { Claims } from './caller.ts'
import { derivedClientId } from './derived-guid.ts'
import { enterpriseToken, notBeforeMargin, party, systemUserToken, type TokenBasis } from './issue.ts'

/** The facts of a token that do not come from the query. */
export type TokenContext = Pick<TokenBasis, 'now' | 'guid' | 'issuer'>

/** Seconds. */
const defaultTtl = 1800

/** The vendor and customer of a system user, where the query does not name them. */
const defaultOrgNo = '991825827'

const generated = { actual_iss: 'altinn-test-tools' }

/** The query must be valid (`enterpriseQueryProblems`). */
export function enterpriseClaims(query: EnterpriseTokenQuery, context: TokenContext): Claims {
  return enterpriseClaimsOf(query.orgNo || syntheticOrgNo(context.guid, new Set()), query, context)
}

/** The claims for `bulkCount` organizations, by organization number: the organization of the query, and random ones. */
export function enterpriseClaimsInBulk(query: EnterpriseTokenQuery, context: TokenContext): ReadonlyMap<string, Claims> {
  const orgNos = new Set(query.orgNo ? [query.orgNo] : [])
  while (orgNos.size < Number(query.bulkCount || 1)) orgNos.add(syntheticOrgNo(context.guid, orgNos))
  return new Map([...orgNos].map((orgNo) => [orgNo, enterpriseClaimsOf(orgNo, query, context)]))
}

/** The query must be valid (`systemUserQueryProblems`). */
export function systemUserClaims(query: SystemUserTokenQuery, context: TokenContext): Claims {
  const {
    sid: _sid,
    'urn:altinn:orgNumber': _vendor,
    ...claims
  } = systemUserToken({
    ...basis(query, context),
    orgNo: query.orgNo || defaultOrgNo,
    scopes: query.scopes ? scopeList(query.scopes) : ['altinn:enduser'],
    systemUserOrg: query.systemUserOrg || defaultOrgNo,
    systemUserId: readGuid(query.systemUserId ?? '') ?? '',
  })
  const details = [claims.authorization_details]
  return { ...claims, ...generated, 'urn:altinn:authenticatemethod': 'systemuser', authorization_details: details }
}

/** The query must be valid (`personalQueryProblems`). */
export function personalClaims(query: PersonalTokenQuery, { now, issuer }: TokenContext): Claims {
  const consumer = query.consumerOrgNo || defaultOrgNo
  const level = query.authLvl || '3'
  const optional = {
    pid: query.pid,
    delegation_source: query.delegationSource,
    nameid: query.userId && Number(query.userId),
    'urn:altinn:userid': query.userId && Number(query.userId),
    'urn:altinn:partyid': query.partyId && Number(query.partyId),
    'urn:altinn:party:uuid': query.partyuuid,
    'urn:altinn:username': query.userName,
  }
  return {
    'urn:altinn:authenticatemethod': 'NotDefined',
    'urn:altinn:authlevel': level,
    client_amr: query.clientAmr || 'virksomhetssertifikat',
    token_type: 'Bearer',
    client_id: query.clientId || derivedClientId(consumer),
    acr: levels[level] ?? 'idporten-loa-low',
    scope: (query.scopes ? scopeList(query.scopes) : ['altinn:enduser']).join(' '),
    client_orgno: consumer,
    consumer: party(consumer),
    ...Object.fromEntries(Object.entries(optional).filter(([, value]) => value)),
    ...lifetime(query.ttl, now),
    iss: issuer,
    ...generated,
  }
}

/** How surely ID-porten knows a person, by level. */
const levels: Readonly<Record<string, string>> = { 3: 'idporten-loa-substantial', 4: 'idporten-loa-high' }

/** The query must be valid (`platformQueryProblems`). */
export const platformClaims = ({ app, ttl }: PlatformTokenQuery, { now, issuer }: TokenContext): Claims => ({
  'urn:altinn:app': app,
  iss: issuer,
  ...generated,
  ...lifetime(ttl, now),
})

/** The query must be valid (`platformAccessQueryProblems`). `now` is in milliseconds since 1970. */
export const platformAccessClaims = ({ app, org, ttl }: PlatformAccessTokenQuery, now: number): Claims => ({
  'urn:altinn:app': app,
  iss: org || 'platform',
  ...generated,
  ...lifetime(ttl, now),
})

function lifetime(ttl: string | undefined, now: number) {
  const iat = Math.floor(now / 1000)
  return { nbf: iat - notBeforeMargin, iat, exp: iat + Number(ttl || defaultTtl) }
}

function enterpriseClaimsOf(orgNo: string, query: EnterpriseTokenQuery, context: TokenContext): Claims {
  const { sid: _sid, ...claims } = enterpriseToken({
    ...basis(query, context),
    orgNo,
    scopes: scopeList(query.scopes ?? ''),
    org: query.org || undefined,
    delegationSource: query.delegationSource || undefined,
  })
  return { ...claims, ...generated }
}

/** A parameter without a value counts as absent. */
const basis = (query: Pick<EnterpriseTokenQuery, 'clientId' | 'supplierOrgNo' | 'ttl'>, context: TokenContext) => ({
  ...context,
  clientId: query.clientId || undefined,
  supplierOrgNo: query.supplierOrgNo || undefined,
  ttl: Number(query.ttl || defaultTtl),
})

const scopeList = (text: string): string[] => text.split(/[ ,]+/).filter((scope) => scope !== '')

/** A synthetic organization number with a correct check digit that is not taken. */
function syntheticOrgNo(guid: () => string, taken: ReadonlySet<string>): string {
  for (let serial = Number.parseInt(guid().slice(0, 8), 16) || 0; ; serial++) {
    const digits = `3${String(serial % 10_000_000).padStart(7, '0')}`
    const orgNo = `${digits}${checkDigit(digits)}`
    // A check digit of ten makes the number too long, and it is skipped.
    if (orgNo.length === 9 && !taken.has(orgNo)) return orgNo
  }
}

const weights = [3, 2, 7, 6, 5, 4, 3, 2]

function checkDigit(digits: string): number {
  return (11 - (weights.reduce((sum, weight, at) => sum + weight * Number(digits[at]), 0) % 11)) % 11
}
