/** What the rule of a scenario did to a call, as far as verdicts judge by it. */
import { awayOf } from '../../../failures/effects/outage.ts'
import type { Line } from '../../../world/journal-line.ts'

export interface RuleFacts {
  /** Whether its token was made to look expired. */
  readonly skewed: boolean
  /** Whether its reply got additions. */
  readonly greased: boolean
  /** Whether the lists of its reply came in another order. */
  readonly shuffled: boolean
  /** Whether it failed beside calls of the same moment. */
  readonly collided: boolean
  /** Whether an outage refused it, as if its caller had no right. */
  readonly refusedByOutage: boolean
}

const none: RuleFacts = { skewed: false, greased: false, shuffled: false, collided: false, refusedByOutage: false }

export function ruleFacts({ rule, status, code }: Line): RuleFacts {
  if (rule === null) return none
  const { skew, grease, shuffle, collide, outage } = rule.effects
  return {
    skewed: skew !== undefined,
    greased: grease !== undefined,
    shuffled: shuffle !== undefined,
    collided: collide !== undefined && status === 500,
    refusedByOutage: status === 401 && code === 'BRO-00006' && outage !== undefined && doesErr(outage),
  }
}

/** In the dialect live, calls end with this 401 while authorization errs. Source: decisions §13. */
function doesErr(outage: unknown): boolean {
  const { down, how } = awayOf(outage as Parameters<typeof awayOf>[0])
  return how === 'failing' && down.includes('authorization')
}
