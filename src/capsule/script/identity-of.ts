/** Whose token it is, from its claims: what a token row asks for. */
import { type Claims, readCaller } from '../../tokens/caller.ts'
import { derivedClientId } from '../../tokens/derived-guid.ts'
import type { MintOptions } from '../../tokens/mint.ts'

export function identityOf(claims: Claims): MintOptions {
  const { org, orgNo, scopes, vendor, systemUser, clientId, exp } = readCaller(claims) ?? { scopes: [], exp: 0 }
  const from = typeof claims.iat === 'number' ? claims.iat : exp / 1000 - 1800
  const ttl = Math.max(1, Math.round(exp / 1000 - from))
  const own = systemUser === undefined ? (orgNo ?? vendor) : vendor
  const isDerived = own !== undefined && clientId === derivedClientId(own)
  return {
    ...(org !== undefined && { org }),
    ...(own !== undefined && { orgNo: own }),
    scope: scopes.join(' '),
    ...(clientId !== undefined && !isDerived && /^[\w-]{1,50}$/.test(clientId) && { clientId }),
    ...(systemUser !== undefined && orgNo !== undefined && { systemUserOrg: orgNo }),
    ...(claims.client_amr !== undefined && { issuer: 'maskinporten' as const }),
    ...(ttl !== 1800 && { ttl }),
  }
}
