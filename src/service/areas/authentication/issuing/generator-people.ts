/** Builds claims for personal tokens, in the test token generator's order. Source: authentication §4. */

import type { Claims } from '../../../tokens/caller.ts'
import { derivedClientId, party } from '../../../tokens/issue.ts'
import { readGuid } from '../../../wire/identifiers.ts'
import type { PersonalTokenQuery, SelfIdentifiedTokenQuery, SelfRegisteredTokenQuery } from '../constraints/token.ts'
import { generated, given, guidOf, lifetime, randomId, scopeList, signed, type TokenContext } from './generator-parts.ts'

export function personalClaims(query: PersonalTokenQuery, context: TokenContext, pid: string): Claims {
  const { exp, iat, nbf } = lifetime(query.ttl, context.now)
  const level = query.authLvl || '3'
  const consumer = query.consumerOrgNo && party(query.consumerOrgNo)
  const userId = signed(query.userId)
  return {
    'urn:altinn:authenticatemethod': 'NotDefined',
    'urn:altinn:authlevel': level,
    client_amr: query.clientAmr || 'virksomhetssertifikat',
    pid,
    token_type: 'Bearer',
    client_id: derivedClientId(pid),
    acr: levels[level] ?? 'idporten-loa-low',
    scope: scopeList(query.scopes || 'altinn:enduser'),
    exp,
    iat,
    iss: context.issuer,
    ...generated,
    nbf,
    ...given({
      delegation_source: query.delegationSource,
      client_orgno: consumer,
      consumer,
      nameid: userId,
      'urn:altinn:userid': userId,
      'urn:altinn:partyid': signed(query.partyId),
      'urn:altinn:username': query.userName,
      'urn:altinn:party:uuid': guidOf(query.partyuuid),
    }),
  }
}

/** ID-porten's assurance level, keyed by authentication level. */
const levels: Readonly<Record<string, string>> = { 3: 'idporten-loa-substantial', 4: 'idporten-loa-high' }

export function selfIdentifiedClaims(query: SelfIdentifiedTokenQuery, context: TokenContext): Claims {
  const user = portalUser(query, context, query.username || `SIUser${1000 + (context.next() % 8999)}`)
  return {
    ...user,
    orignaliss: 'altinn2',
    acr: 'idporten-loa-low',
    'urn:altinn:authlevel': 0,
    amr: ['SelfIdentified'],
    'urn:altinn:authenticatemethod': 'SelfIdentified',
    ...portalSession(query, context),
  }
}

export function selfRegisteredClaims(query: SelfRegisteredTokenQuery, context: TokenContext): Claims {
  const { email } = query
  return {
    ...portalUser(query, context, `epost:${email}`),
    orignaliss: 'idporten',
    email,
    'urn:altinn:party:external-identifier': `urn:altinn:person:idporten-email:${email}`,
    acr: 'selfregistered-email',
    'urn:altinn:authlevel': 0,
    amr: ['Selfregistered-email'],
    'urn:altinn:authenticatemethod': 'IdportenEpost',
    auth_time: Math.floor(context.now / 1000),
    ...portalSession(query, context),
  }
}

function portalUser({ partyuuid, partyId, userId }: SelfIdentifiedTokenQuery, context: TokenContext, username: string): Claims {
  const uuid = readGuid(partyuuid ?? '') ?? context.guid()
  const session = randomId(context)
  return {
    sub: `urn:altinn:party:uuid:${uuid}`,
    sid: session,
    iss: context.issuer,
    'urn:altinn:party:uuid': uuid,
    jti: session,
    'urn:altinn:partyid': partyId ? signed(partyId) : 5_000_000 + (context.next() % 2_000_000),
    'urn:altinn:userid': signed(userId),
    'urn:altinn:username': username,
  }
}

function portalSession({ scopes, ttl }: SelfIdentifiedTokenQuery, { now }: TokenContext): Claims {
  const { exp, iat, nbf } = lifetime(ttl, now)
  return { scope: scopeList(scopes || 'altinn:portal/enduser'), nbf, exp, iat, ...generated }
}
