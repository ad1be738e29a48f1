/** The `limit` stage, which counts calls against the caller's rate limit for the row. Source: decisions §4. */

import type { RefusalKey } from '../../areas/areas.ts'
import { type Answer, header } from '../../wire/call.ts'
import { Refusal } from '../../wire/refusal.ts'
import { type LimitName, windowSeconds } from '../../wire/vocabulary.ts'
import type { World } from '../../world/world.ts'
import { environmentOf } from '../context.ts'
import { type Allowance, allowances, limitOf } from '../limits.ts'
import type { Walk } from '../walk.ts'

export function checkLimit(walk: Walk): void {
  const { limit } = walk.route.row
  const { world } = walk
  const caller = meteredAs(walk)
  const grant = walk.circumstances.allowance(caller, limit)
  if (grant) environmentOf(walk).of(allowances).set(grant.row, caller, limitFor(walk, grant.row), grant.left, world.clock.now())
  if (limit === undefined || !isCounted(walk, limit)) return
  const allowance = environmentOf(walk).of(allowances).spend(limit, caller, limitFor(walk, limit), world.clock.now())
  walk.allowance = allowance
  if (allowance.left < 0) {
    const seconds = Math.max(1, secondsUntil(allowance.resetsAt, world))
    const reason = `the caller ${caller} has used up its ${allowance.limit} calls per minute to ${limit}. Retry after ${seconds} s`
    throw new Refusal('rate-limited', { seconds, reason })
  }
}

/** True if calls count against a limit. Even if limits are off, a limit that a scenario has exhausted applies until the limit recovers. */
const isCounted = (walk: Walk, limit: LimitName): boolean =>
  walk.dependencies.settings.rateLimits !== 'off' ||
  environmentOf(walk).of(allowances).holds(limit, meteredAs(walk), walk.world.clock.now())

/** Returns the real seconds until a given world time. A frozen clock counts as running at its last speed. */
export function secondsUntil(at: number, { clock }: World): number {
  return Math.max(0, Math.ceil((at - clock.now()) / 1000 / clock.speed))
}

const freeRefusals: ReadonlySet<RefusalKey> = new Set(['unauthenticated', 'forbidden', 'rate-limited'])
const freeStatuses = new Set([401, 429])

/** Returns the cost of an answer. It depends on the first refusal, even if an effect replaced that refusal. */
function costOf({ refused }: Walk, { status }: Answer): 'look' | 'spend' | 'nothing' {
  if (refused !== undefined) return freeRefusals.has(refused) ? 'look' : 'spend'
  return freeStatuses.has(status) ? 'nothing' : 'spend'
}

/** Adds RateLimit headers to an answer from a limited row. Counts the call if it was answered before the `limit` stage. */
export function withRateLimit(walk: Walk, answer: Answer): Answer {
  const { route, world, dependencies, caller } = walk
  const { limit } = route.row
  if (limit === undefined) return answer
  if (dependencies.settings.rateLimits !== 'off' && !walk.allowance) {
    const cost = costOf(walk, answer)
    walk.allowance =
      caller && cost !== 'nothing'
        ? environmentOf(walk).of(allowances)[cost](limit, meteredAs(walk), limitFor(walk, limit), world.clock.now())
        : untouched(walk, limit)
  }
  const { allowance } = walk
  if (!allowance || !walk.dialect.rateLimitFields) return answer
  return {
    ...answer,
    headers: {
      ...answer.headers,
      'ratelimit-policy': `"${route.row.id}";q=${allowance.limit};w=${windowSeconds}`,
      ratelimit: `"${route.row.id}";r=${Math.max(0, allowance.left)};t=${secondsUntil(allowance.resetsAt, world)}`,
    },
  }
}

/** Returns the full limit: calls from unknown callers are not counted. */
function untouched(walk: Walk, name: LimitName): Allowance {
  const limit = limitFor(walk, name)
  return { limit, left: limit, resetsAt: walk.world.clock.now() }
}

/** Returns the allowance of a caller that has no calls left for the given number of seconds. `undefined` on a row without a limit. */
export function exhausted(walk: Walk, seconds: number): Allowance | undefined {
  const { limit } = walk.route.row
  return limit && { limit: limitFor(walk, limit), left: 0, resetsAt: walk.world.clock.now() + seconds * 1000 }
}

/** The key for counting calls: the client id or, under the earlier definition, the subscription key. */
function meteredAs({ caller, call, dependencies }: Walk): string {
  const key = dependencies.settings.rateLimits === 'earlier' ? header(call.headers, 'ocp-apim-subscription-key') : caller?.clientId
  return key || (caller?.orgNo ?? caller?.org ?? '')
}

const limitFor = ({ world, caller, dialect }: Walk, name: LimitName): number => limitOf(world, caller, name, dialect)
