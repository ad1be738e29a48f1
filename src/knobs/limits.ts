/** What callers have left of their rate limits: to look at, and to set. */

import { limitOf } from '../engine/limit.ts'
import { derivedClientId } from '../identity/derived-guid.ts'
import { Misuse } from '../misuse.ts'
import type { EnvironmentName } from '../state/agenda.ts'
import type { Environment } from '../state/environment.ts'
import type { World } from '../state/world.ts'
import { type LimitName, rateLimits } from '../wire/rate-limits.ts'
import { endOfTime } from '../wire/values/timestamp.ts'

export interface LimitStatus {
  /** A client id, an organization number or a subscription key: whatever calls are counted by. */
  readonly caller: string
  readonly environment: EnvironmentName
  readonly operation: LimitName
  readonly limit: number
  readonly left: number
  /** World milliseconds since 1970. */
  readonly resetsAt: number
}

export interface Limits {
  /** Of everybody who has called a limited row, in both environments. */
  list(): LimitStatus[]
  /** Leaves a caller so many calls, as if it had just made the others; an organization number stands for its own integration, too. */
  set(environment: EnvironmentName, caller: string, operation: string, left: number): LimitStatus[]
  /** Everybody has everything again. */
  refill(): void
}

/** The world is asked for anew each time: a reset replaces it. */
export function createLimits(current: () => World): Limits {
  return {
    list: () => Object.values(current().environments).flatMap((environment) => statusOf(current(), environment)),
    set(name, caller, operation, left) {
      const world = current()
      const environment = world.environments[name]
      if (world.settings.rateLimits === 'off')
        throw new Misuse('Rate limits are off. Start Standin with --rate-limits current or earlier.', undefined, 409)
      if (!isLimited(operation)) throw new Misuse(`${JSON.stringify(operation.slice(0, 100))} has no limit.`, Object.keys(rateLimits), 404)
      const callers = namesOf(caller)
      for (const each of callers) {
        const limit = windowOf(environment, each, operation)?.limit ?? limitOf(world, partyOf(world, each), operation)
        if (left > limit) throw new Misuse(`left: ${left} is more than the limit, ${limit}.`)
        environment.allowances.set(operation, each, limit, left, world.clock.now())
      }
      return statusOf(world, environment).filter((status) => status.operation === operation && callers.includes(status.caller))
    },
    refill() {
      for (const { allowances } of Object.values(current().environments)) allowances.clear()
    },
  }
}

const isLimited = (name: string): name is LimitName => Object.hasOwn(rateLimits, name)

const isOrgNo = (caller: string) => /^\d{9}$/.test(caller)

/** Tokens that name no integration are counted by organization, those that we issue by the integration that stands for it. */
const namesOf = (caller: string) => (isOrgNo(caller) ? [caller, derivedClientId(caller)] : [caller])

/** Whom a name stands for, so that a limit of its own is found. */
function partyOf({ fixtures }: World, caller: string): { clientId: string; orgNo: string | undefined } {
  const known = fixtures.callers.find(({ orgNo }) => orgNo !== undefined && derivedClientId(orgNo) === caller)
  return { clientId: caller, orgNo: isOrgNo(caller) ? caller : known?.orgNo }
}

const windowOf = ({ allowances }: Environment, caller: string, operation: LimitName) =>
  allowances.list().find((window) => window.row === operation && window.caller === caller)

const statusOf = ({ clock }: World, { name, allowances }: Environment): LimitStatus[] =>
  allowances.list().map(({ row, caller, limit }) => {
    const { left, resetsAt } = allowances.look(row, caller, limit, clock.now())
    return { caller, environment: name, operation: row as LimitName, limit, left, resetsAt: Math.min(resetsAt, endOfTime) }
  })
