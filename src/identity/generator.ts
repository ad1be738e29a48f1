/** The claims of tokens as the test token generator makes them. Source: authentication §4. */

import type { EnterpriseTokenQuery, PlatformAccessTokenQuery, SystemUserTokenQuery } from '../wire/authentication/token.ts'
import { readGuid } from '../wire/values/guid.ts'
import type { Claims } from './caller.ts'
import { early, enterpriseToken, systemUserToken, type TokenBasis } from './issue.ts'

/** What a query does not say. */
export type Making = Pick<TokenBasis, 'now' | 'guid' | 'environment'>

/** Seconds. */
const standardTtl = 1800

/** Stands for vendor and customer where a system user's token names neither. */
const standardOrgNo = '991825827'

const generated = { actual_iss: 'altinn-test-tools' }

/** For a query in which `enterpriseQueryProblems` finds nothing. */
export function enterpriseClaims(query: EnterpriseTokenQuery, making: Making): Claims {
  return enterpriseClaimsOf(query.orgNo || syntheticOrgNo(making.guid, new Set()), query, making)
}

/** By organization number, `bulkCount` of them: the one asked for, and others drawn. */
export function enterpriseClaimsInBulk(query: EnterpriseTokenQuery, making: Making): ReadonlyMap<string, Claims> {
  const orgNos = new Set(query.orgNo ? [query.orgNo] : [])
  while (orgNos.size < Number(query.bulkCount || 1)) orgNos.add(syntheticOrgNo(making.guid, orgNos))
  return new Map([...orgNos].map((orgNo) => [orgNo, enterpriseClaimsOf(orgNo, query, making)]))
}

/** For a query in which `systemUserQueryProblems` finds nothing. */
export function systemUserClaims(query: SystemUserTokenQuery, making: Making): Claims {
  const {
    sid: _sid,
    'urn:altinn:orgNumber': _vendor,
    ...claims
  } = systemUserToken({
    ...basis(query, making),
    orgNo: query.orgNo || standardOrgNo,
    scopes: query.scopes ? scopeList(query.scopes) : ['altinn:enduser'],
    systemUserOrg: query.systemUserOrg || standardOrgNo,
    systemUserId: readGuid(query.systemUserId ?? '') ?? '',
  })
  const details = [claims.authorization_details]
  return { ...claims, ...generated, 'urn:altinn:authenticatemethod': 'systemuser', authorization_details: details }
}

/** For a query in which `platformAccessQueryProblems` finds nothing. */
export function platformAccessClaims({ app, org, ttl }: PlatformAccessTokenQuery, now: number): Claims {
  const iat = Math.floor(now / 1000)
  const issuer = { iss: org || 'platform', ...generated }
  return { 'urn:altinn:app': app, ...issuer, nbf: iat - early, iat, exp: iat + Number(ttl || standardTtl) }
}

function enterpriseClaimsOf(orgNo: string, query: EnterpriseTokenQuery, making: Making): Claims {
  const { sid: _sid, ...claims } = enterpriseToken({
    ...basis(query, making),
    orgNo,
    scopes: scopeList(query.scopes ?? ''),
    org: query.org || undefined,
    delegationSource: query.delegationSource || undefined,
  })
  return { ...claims, ...generated }
}

/** A parameter without value counts as absent. */
const basis = (query: Pick<EnterpriseTokenQuery, 'clientId' | 'supplierOrgNo' | 'ttl'>, making: Making) => ({
  ...making,
  clientId: query.clientId || undefined,
  supplierOrgNo: query.supplierOrgNo || undefined,
  ttl: Number(query.ttl || standardTtl),
})

const scopeList = (text: string): string[] => text.split(/[ ,]+/).filter((scope) => scope !== '')

/** A number of the synthetic series with a correct check digit, none of those taken. */
function syntheticOrgNo(guid: () => string, taken: ReadonlySet<string>): string {
  for (let serial = Number.parseInt(guid().slice(0, 8), 16) || 0; ; serial++) {
    const digits = `3${String(serial % 10_000_000).padStart(7, '0')}`
    const orgNo = `${digits}${checkDigit(digits)}`
    // A check digit of ten does not exist: such a number is skipped.
    if (orgNo.length === 9 && !taken.has(orgNo)) return orgNo
  }
}

const weights = [3, 2, 7, 6, 5, 4, 3, 2]

function checkDigit(digits: string): number {
  return (11 - (weights.reduce((sum, weight, at) => sum + weight * Number(digits[at]), 0) % 11)) % 11
}
