/** Builds token claims, in the test token generator's order. Source: authentication §4. */

import type { Claims } from '../../../tokens/caller.ts'
import { derivedClientId, party } from '../../../tokens/issue.ts'
import { derivedGuid, readGuid } from '../../../wire/identifiers.ts'
import type {
  EnterpriseTokenQuery,
  EnterpriseUserTokenQuery,
  PlatformAccessTokenQuery,
  PlatformTokenQuery,
  SystemUserTokenQuery,
} from '../constraints/token.ts'
import { generated, given, guidOf, lifetime, ofSupplier, randomId, scopeList, signed, type TokenContext } from './generator-parts.ts'

// Queries must already be valid. A parameter without a value counts as absent.

const defaultOrgNo = '991825827'

export function enterpriseClaims(query: EnterpriseTokenQuery, context: TokenContext, orgNo: string): Claims {
  const { exp, iat, nbf } = lifetime(query.ttl, context.now)
  return {
    scope: scopeList(query.scopes),
    token_type: 'Bearer',
    exp,
    iat,
    client_id: query.clientId || derivedClientId(orgNo, query.supplierOrgNo || undefined),
    jti: randomId(context),
    consumer: party(orgNo),
    'urn:altinn:orgNumber': orgNo,
    'urn:altinn:authenticatemethod': 'maskinporten',
    'urn:altinn:authlevel': 3,
    iss: context.issuer,
    ...generated,
    nbf,
    ...given({ 'urn:altinn:org': query.org, ...ofSupplier(query) }),
  }
}

export function enterpriseUserClaims(query: EnterpriseUserTokenQuery, context: TokenContext): Claims {
  const { exp, iat, nbf } = lifetime(query.ttl, context.now)
  const orgNo = query.orgNo ?? ''
  return {
    scope: scopeList(query.scopes || 'altinn:enduser'),
    token_type: 'Bearer',
    exp,
    iat,
    client_id: derivedClientId(orgNo, query.supplierOrgNo || undefined),
    consumer: party(orgNo),
    jti: randomId(context),
    'urn:altinn:userid': signed(query.userId),
    'urn:altinn:username': query.userName,
    'urn:altinn:partyid': signed(query.partyId),
    'urn:altinn:orgNumber': orgNo,
    'urn:altinn:authenticatemethod': 'virksomhetsbruker',
    'urn:altinn:authlevel': 3,
    iss: context.issuer,
    ...generated,
    nbf,
    ...given({ 'urn:altinn:org': query.org, 'urn:altinn:party:uuid': guidOf(query.partyuuid), ...ofSupplier(query) }),
  }
}

export function systemUserClaims(query: SystemUserTokenQuery, context: TokenContext): Claims {
  const { exp, iat, nbf } = lifetime(query.ttl, context.now)
  const orgNo = query.orgNo || defaultOrgNo
  const details = {
    type: 'urn:altinn:systemuser',
    systemuser_id: [readGuid(query.systemUserId ?? '')],
    systemuser_org: party(query.systemUserOrg || defaultOrgNo),
    system_id: derivedGuid('system', orgNo),
  }
  return {
    iss: context.issuer,
    scope: scopeList(query.scopes || 'altinn:enduser'),
    client_id: query.clientId || derivedClientId(orgNo, query.supplierOrgNo || undefined),
    consumer: party(orgNo),
    exp,
    iat,
    jti: randomId(context),
    authorization_details: [details],
    'urn:altinn:authenticatemethod': 'maskinporten',
    'urn:altinn:authlevel': 3,
    token_type: 'Bearer',
    nbf,
    ...generated,
    ...given({ supplier: query.supplierOrgNo && party(query.supplierOrgNo) }),
  }
}

export const platformClaims = ({ app, ttl }: PlatformTokenQuery, { now, issuer }: TokenContext): Claims =>
  applicationClaims(app, ttl, now, issuer)

export const platformAccessClaims = ({ app, org, ttl }: PlatformAccessTokenQuery, { now }: TokenContext): Claims =>
  applicationClaims(app, ttl, now, org || 'platform')

function applicationClaims(app: string | undefined, ttl: string | undefined, now: number, iss: string): Claims {
  const { exp, iat, nbf } = lifetime(ttl, now)
  return { 'urn:altinn:app': app, exp, iat, iss, ...generated, nbf }
}
