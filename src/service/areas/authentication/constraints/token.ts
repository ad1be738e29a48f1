/** Queries for the test token generator. Source: authentication §4. */
import type { z } from 'zod'
import { field, isGuid, queryOf } from './generator-values.ts'

const { env, supplierOrgNo, ttl, delegationSource, dump } = field
const portalScopes = { ...field.scopes, about: 'Scopes, separated by commas or spaces. Default: altinn:portal/enduser.' }

// Fields are in the order that errors are reported.

export const enterpriseQuery = queryOf({
  env,
  scopes: { ...field.scopes, about: 'Scopes, separated by commas or spaces.', required: true },
  org: field.org,
  orgNo: { ...field.orgNo, about: 'The organization number. Default: a random number.' },
  bulkCount: field.bulkCount,
  supplierOrgNo,
  ttl,
  delegationSource,
  clientId: field.anyClientId,
  dump,
})

export const enterpriseUserQuery = queryOf({
  env,
  scopes: field.scopes,
  org: field.org,
  orgNo: { ...field.orgNo, required: true },
  supplierOrgNo,
  partyId: { ...field.partyId, required: true },
  userId: { ...field.userId, required: true },
  partyuuid: field.partyuuid,
  userName: { ...field.userName, required: true },
  ttl,
  delegationSource,
  dump,
})

export const systemUserQuery = queryOf({
  env,
  scopes: field.scopes,
  orgNo: { ...field.orgNo, about: "The vendor's organization number." },
  supplierOrgNo,
  systemUserOrg: { ...field.orgNo, about: "The customer's organization number." },
  systemUserId: { check: isGuid, about: 'The system user id, a GUID.', required: true },
  clientId: field.clientId,
  ttl,
  dump,
})

export const personalQuery = queryOf({
  env,
  scopes: field.scopes,
  userId: field.userId,
  partyId: field.partyId,
  pid: field.pid,
  bulkCount: field.bulkCount,
  authLvl: field.authLvl,
  consumerOrgNo: field.consumerOrgNo,
  partyuuid: field.partyuuid,
  userName: field.userName,
  clientAmr: field.clientAmr,
  ttl,
  delegationSource,
  dump,
})

export const selfIdentifiedQuery = queryOf({
  env,
  userId: field.userId,
  scopes: portalScopes,
  partyId: field.partyId,
  partyuuid: field.partyuuid,
  username: field.userName,
  ttl,
  dump,
})

export const selfRegisteredQuery = queryOf({
  env,
  userId: field.userId,
  scopes: portalScopes,
  partyId: field.partyId,
  partyuuid: field.partyuuid,
  email: { ...field.email, required: true },
  ttl,
  dump,
})

export const platformQuery = queryOf({ env, app: field.app, ttl, dump })

export const platformAccessQuery = queryOf({
  env,
  app: field.app,
  org: {
    ...field.org,
    about: 'The code of the organization that owns the application. It becomes the issuer. Default: platform.',
  },
  ttl,
  dump,
})

export type EnterpriseTokenQuery = z.output<typeof enterpriseQuery.schema>
export type EnterpriseUserTokenQuery = z.output<typeof enterpriseUserQuery.schema>
export type SystemUserTokenQuery = z.output<typeof systemUserQuery.schema>
export type PersonalTokenQuery = z.output<typeof personalQuery.schema>
export type SelfIdentifiedTokenQuery = z.output<typeof selfIdentifiedQuery.schema>
export type SelfRegisteredTokenQuery = z.output<typeof selfRegisteredQuery.schema>
export type PlatformTokenQuery = z.output<typeof platformQuery.schema>
export type PlatformAccessTokenQuery = z.output<typeof platformAccessQuery.schema>
