/** Tokens of a caller's choosing: what the control row, the CLI and tests ask for. */
import { scopes } from '../wire/scopes.ts'
import type { Claims } from './caller.ts'
import { derivedGuid } from './derived-guid.ts'
import { enterpriseToken, systemUserToken, type TokenBasis } from './issue.ts'

export interface MintOptions {
  /** Organization code, for the notification area. */
  readonly org?: string | undefined
  /** Nine digits; the vendor's where the token is a system user's. */
  readonly orgNo?: string | undefined
  /** Scopes, separated by spaces. Default: all that the service knows. */
  readonly scope?: string | undefined
  readonly clientId?: string | undefined
  /** Nine digits: the organization for which a system user acts. */
  readonly systemUserOrg?: string | undefined
  /** Seconds. Default 1800. */
  readonly ttl?: number | undefined
}

/** The organization of a token that names none: `ttd`, the test ministry of the fixtures. */
export const defaultOrg = { org: 'ttd', orgNo: '991825827' } as const

export function mintClaims(options: MintOptions, { now, guid }: Pick<TokenBasis, 'now' | 'guid'>): Claims {
  const { orgNo = defaultOrg.orgNo, systemUserOrg, clientId, scope = Object.values(scopes).join(' '), ttl = 1800 } = options
  const org = options.org ?? (options.orgNo === undefined || options.orgNo === defaultOrg.orgNo ? defaultOrg.org : undefined)
  const basis = { orgNo, clientId, scopes: scope.split(' ').filter(Boolean), now, ttl, guid, environment: 'test' } as const
  if (systemUserOrg === undefined) return enterpriseToken({ ...basis, org })
  return systemUserToken({ ...basis, systemUserOrg, systemUserId: derivedGuid('system user', orgNo, systemUserOrg) })
}
