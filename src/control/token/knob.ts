/** Creates tokens for callers in a world. */
import type { z } from 'zod'
import { type Claims, type IssuerKind, maskinportenIssuer, platformIssuer } from '../../service/tokens/caller.ts'
import { enterpriseToken, maskinportenToken, systemIdOf, systemUserToken, type TokenBasis } from '../../service/tokens/issue.ts'
import type { Keys } from '../../service/tokens/keys.ts'
import { derivedGuid } from '../../service/wire/identifiers.ts'
import { endOfTime, zulu } from '../../service/wire/timestamp.ts'
import { liveBases, scopes } from '../../service/wire/vocabulary.ts'
import { randomOf, type World } from '../../service/world/world.ts'
import type { tokenReply } from './rows.ts'

/**
 * Creates a token for a caller. The token is valid in every world, and expires according to this world's clock. `base`: the issuer's base
 * URL. Default: the live service's.
 */
export type MakeToken = (options: MintOptions, base?: string) => Promise<z.output<typeof tokenReply>>

export function createMakeToken(current: () => World, keys: Keys): MakeToken {
  return async (options, base = liveBases.test[options.issuer ?? 'platform']) => {
    const world = current()
    const random = randomOf(world, 'token', world.data.tokens++)
    const numberOf = (code: string) => world.contacts.serviceOwner(code)
    const claims = mintClaims(options, { now: world.clock.now(), guid: random.guid, base, numberOf })
    return {
      token: await keys.sign(claims, options.issuer === 'maskinporten' ? {} : { thumbprint: 'x5t' }),
      expiresAt: zulu(Math.min(Number(claims.exp) * 1000, endOfTime)),
      claims: { ...claims },
    }
  }
}

/** The caller, and the access that the token grants. */
export interface MintOptions {
  /** The organization code, for the notification area. */
  readonly org?: string | undefined
  /** Nine digits. For a system user, this is the vendor. */
  readonly orgNo?: string | undefined
  /** Scopes, separated by spaces. Default: all scopes of the service. */
  readonly scope?: string | undefined
  readonly clientId?: string | undefined
  /** Nine digits: the organization that a system user acts for. If set, the token is issued to a system user. */
  readonly systemUserOrg?: string | undefined
  /** `maskinporten`: a token that has not been exchanged yet. Default: `platform`. */
  readonly issuer?: IssuerKind | undefined
  /** In seconds. Default: 1800. */
  readonly ttl?: number | undefined
}

/** The default organization: the test ministry in the fixtures. */
const defaultOrg = { org: 'ttd', orgNo: '991825827' } as const

/** Facts about a token that are not options. */
interface MintContext extends Pick<TokenBasis, 'now' | 'guid'> {
  /** The URL at the beginning of the issuer's name. */
  readonly base: string
  /** Returns the number of the organization with this code, or undefined for an unknown code. */
  numberOf(code: string): string | undefined
}

function mintClaims(options: MintOptions, { now, guid, base, numberOf }: MintContext): Claims {
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
