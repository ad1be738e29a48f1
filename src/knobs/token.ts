/** Makes the tokens of one world's callers. */
import type { Keys } from '../identity/keys.ts'
import { type MintOptions, mintClaims } from '../identity/mint.ts'
import { randomOf, type World } from '../state/world.ts'
import { endOfTime } from '../wire/values/timestamp.ts'

export interface Token {
  readonly token: string
  /** World milliseconds since 1970. */
  readonly expiresAt: number
  readonly claims: Readonly<Record<string, unknown>>
}

/** Makes a token of a caller, good in every world until it expires by this one's clock. */
export type MakeToken = (options: MintOptions) => Promise<Token>

export function createMakeToken(current: () => World, keys: Keys): MakeToken {
  return async (options) => {
    const world = current()
    const random = randomOf(world, 'token', world.data.tokens++)
    const claims = mintClaims(options, { now: world.clock.now(), guid: random.guid })
    return { token: await keys.sign(claims), expiresAt: Math.min(Number(claims.exp) * 1000, endOfTime), claims }
  }
}
