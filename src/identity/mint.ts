/** Makes the claims of the tokens that the control row, the CLI and tests ask for. */
import { scopes } from '../wire/scopes.ts'
import type { Claims } from './caller.ts'
import { derivedGuid } from './derived-guid.ts'
import { enterpriseToken, systemUserToken, type TokenBasis } from './issue.ts'

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
  /** Seconds. Default 1800. */
  readonly ttl?: number | undefined
}

/** The organization of a token that names none: the test ministry of the fixtures. */
const defaultOrg = { org: 'ttd', orgNo: '991825827' } as const

export function mintClaims(options: MintOptions, { now, guid, issuer }: Pick<TokenBasis, 'now' | 'guid' | 'issuer'>): Claims {
  const { orgNo = defaultOrg.orgNo, systemUserOrg, clientId, scope = Object.values(scopes).join(' '), ttl = 1800 } = options
  const org = options.org ?? (options.orgNo === undefined || options.orgNo === defaultOrg.orgNo ? defaultOrg.org : undefined)
  const basis = { orgNo, clientId, scopes: scope.split(' ').filter(Boolean), now, ttl, guid, issuer }
  if (systemUserOrg === undefined) return enterpriseToken({ ...basis, org })
  return systemUserToken({ ...basis, systemUserOrg, systemUserId: derivedGuid('system user', orgNo, systemUserOrg) })
}
