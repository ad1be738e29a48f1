/** Creates tokens for callers of a world. */
import type { z } from 'zod'
import { type MintOptions, mintClaims } from '../../service/tokens/issue.ts'
import type { Keys } from '../../service/tokens/keys.ts'
import { endOfTime, zulu } from '../../service/wire/timestamp.ts'
import { liveBases } from '../../service/wire/vocabulary.ts'
import { randomOf, type World } from '../../service/world/world.ts'
import type { tokenReply } from './rows.ts'

/**
 * Creates a token for a caller. It is valid in every world, and expires by the clock of this world. `base`: the base of the issuer's
 * address. Default: that of the live service.
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
