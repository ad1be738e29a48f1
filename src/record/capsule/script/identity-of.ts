/** Whose token it is, from its claims, and the same token again for a call at another server. */
import { type Claims, readCaller } from '../../../tokens/caller.ts'
import { derivedClientId } from '../../../tokens/derived-guid.ts'
import type { MintOptions } from '../../../tokens/issue.ts'
import type { LineOf } from '../lines.ts'
import type { Capsule } from '../read-capsule.ts'
import { spoilt } from '../replay/values.ts'

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

/** A token of another issuer has the same claims, and a signature that is not valid. `recorded`: addresses in the claims, which `base` replaces. */
export async function madeToken(
  capsule: Capsule,
  line: LineOf<'token'>,
  { recorded, base, make }: { readonly recorded: readonly string[]; readonly base: string; make(claims: Claims): Promise<string> },
): Promise<string> {
  const trust = capsule.trust.get(line.token) ?? 'own'
  if (trust !== 'own' && trust !== 'bad-signature') return unsigned(line, recorded, base)
  const made = await make(line.claims)
  return trust === 'own' ? made : spoilt(made)
}

/** JSON of the same value in ASCII, because `btoa` takes no more than Latin 1. */
const inAscii = (value: unknown) =>
  JSON.stringify(value).replace(/[\x80-\uffff]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
const encoded = (value: unknown) => btoa(inAscii(value)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')

/** The same claims, with a signature that is not trusted. They may name the server. */
function unsigned({ header, claims }: LineOf<'token'>, recorded: readonly string[], base: string): string {
  const named: unknown = JSON.parse(recorded.reduce((text, each) => text.replaceAll(each, base), JSON.stringify(claims)))
  return `${encoded(header)}.${encoded(named)}.c2lnbmF0dXJl`
}
