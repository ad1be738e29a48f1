/** Shows and sets how many calls rate-limited callers have left. */

import { allowances, callersOf, limitOf } from '../../service/engine/limits.ts'
import { derivedClientId } from '../../service/tokens/issue.ts'
import { type AnyName, Misuse, unknownName } from '../../service/wire/misuse.ts'
import { endOfTime, zulu } from '../../service/wire/timestamp.ts'
import { type LimitName, rateLimits } from '../../service/wire/vocabulary.ts'
import type { Environment, EnvironmentName } from '../../service/world/records.ts'
import type { World } from '../../service/world/world.ts'
import { organizationsOf } from '../callers/knob.ts'
import { type Page, pageOf } from '../rows/page.ts'
import type { CallerLimit, LimitsReply } from './rows.ts'

export type Limits = ReturnType<typeof createLimits>

export function createLimits(current: () => World) {
  return {
    /** Lists the limits for every caller of a limited operation, in both environments. */
    list: (page?: Page): LimitsReply =>
      replyOf(
        Object.values(current().environments).flatMap((environment) => limitsOf(current(), environment)),
        page,
      ),
    /**
     * Sets a caller's remaining calls to `left`, as if the caller had just made the other calls. An organization number also refers to the
     * organization's own integration. Throws {@link Misuse} if limits are off, or if the operation has no limit.
     */
    set(name: EnvironmentName, caller: string, operation: LimitName | AnyName, left: number): LimitsReply {
      const world = current()
      const environment = world.environments[name]
      if (world.settings.rateLimits === 'off')
        throw new Misuse('Rate limits are off. Start Standin with --rate-limits current or earlier.', undefined, 409)
      if (!isLimited(operation))
        throw unknownName(`${JSON.stringify(operation.slice(0, 100))} has no rate limit.`, operation, Object.keys(rateLimits), {
          status: 404,
        })
      const callers = namesOf(caller)
      for (const each of callers) {
        const limit = windowOf(environment, each, operation)?.limit ?? limitOf(world, partyOf(world, each), operation)
        if (left > limit) throw new Misuse(`left: ${left} is above the limit of ${limit}.`)
        environment.of(allowances).set(operation, each, limit, left, world.clock.now())
      }
      return replyOf(limitsOf(world, environment).filter((each) => each.operation === operation && callers.includes(each.caller)))
    },
    refill(): void {
      for (const environment of Object.values(current().environments)) environment.of(allowances).clear()
    },
  }
}

function replyOf(limits: readonly CallerLimit[], page?: Page): LimitsReply {
  return pageOf('limits', limits, page, ({ environment, operation, caller }) => `${environment}/${operation}/${caller}`)
}

const isLimited = (name: string): name is LimitName => Object.hasOwn(rateLimits, name)

const isOrgNo = (caller: string) => /^\d{9}$/.test(caller)

/**
 * Returns the keys under which a caller's calls are counted. A token without an integration counts towards its organization, and a token
 * from Standin counts towards the integration derived from the organization.
 */
const namesOf = (caller: string) => (isOrgNo(caller) ? [caller, derivedClientId(caller)] : [caller])

/** Returns a caller's client and organization, which `limitOf` needs to find the caller's own limits. */
function partyOf(world: World, caller: string): { clientId: string; orgNo: string | undefined } {
  const known = [...callersOf(world).keys()].find((name) => isOrgNo(name) && derivedClientId(name) === caller)
  return { clientId: caller, orgNo: isOrgNo(caller) ? caller : known }
}

const windowOf = ({ of }: Environment, caller: string, operation: LimitName) =>
  of(allowances)
    .list()
    .find((window) => window.row === operation && window.caller === caller)

function limitsOf(world: World, { name: environment, of }: Environment): CallerLimit[] {
  const all = of(allowances).list()
  const organizationBy = organizationsOf(
    world,
    all.map(({ caller }) => caller),
  )
  return all.map(({ row, caller, limit }) => {
    const { left, resetsAt } = of(allowances).look(row, caller, limit, world.clock.now())
    const rest = { operation: row, limit, left, resetsAt: zulu(Math.min(resetsAt, endOfTime)) }
    return { caller, ...organizationBy(caller), environment, ...rest }
  })
}
