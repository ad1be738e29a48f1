/** The stages that a call walks through, from its token to its behaviour. */
import { holds } from '../identity/caller.ts'
import { isCurrent } from '../identity/verify.ts'
import { header } from '../wire/call.ts'
import { andThen } from '../wire/maybe.ts'
import type { LimitName } from '../wire/rate-limits.ts'
import { Refusal } from '../wire/refusals.ts'
import { contextOf } from './context.ts'
import { inputOf } from './input.ts'
import { applyRules } from './rules.ts'
import { sayReply } from './say.ts'
import type { Stage, Walk } from './walk.ts'

/** Who calls. Nothing is refused yet. */
const identify: Stage = (walk, next) =>
  andThen(walk.equipment.verifier.callerOf(header(walk.call.headers, 'authorization')), (caller) => {
    if (caller && isCurrent(caller, walk.world.clock.now())) {
      walk.caller = caller
      walk.line.caller = { org: caller.org ?? null, orgNo: caller.orgNo ?? null, clientId: caller.clientId ?? null }
    }
    return next(walk)
  })

const checkAccess: Stage = (walk, next) => {
  const { access } = walk.route.row
  if (access.kind === 'anyone') return next(walk)
  if (!walk.caller) throw new Refusal('unauthenticated')
  if (access.kind === 'scope' && !holds(walk.caller, access)) throw new Refusal('forbidden', { scope: access.anyOf.join(' or ') })
  return next(walk)
}

/** Source: decisions §4. */
const checkLimit: Stage = (walk, next) => {
  const { limit } = walk.route.row
  if (limit === undefined || walk.equipment.settings.rateLimits === 'off') return next(walk)
  const { world, environment } = walk
  const now = world.clock.now()
  const allowance = environment.allowances.spend(limit, meteredAs(walk), limitFor(walk, limit), now)
  walk.allowance = allowance
  if (allowance.left < 0) {
    const speed = world.clock.mode === 'real' ? world.clock.speed : 1
    throw new Refusal('rate-limited', { seconds: Math.max(1, Math.ceil((allowance.resetsAt - now) / 1000 / speed)) })
  }
  return next(walk)
}

/** The identity by which calls are counted: the integration, or by the earlier definition the subscription key. */
function meteredAs({ caller, call, equipment }: Walk): string {
  const key = equipment.settings.rateLimits === 'earlier' ? header(call.headers, 'ocp-apim-subscription-key') : caller?.clientId
  return key ?? caller?.orgNo ?? ''
}

function limitFor({ world, caller, equipment }: Walk, name: LimitName): number {
  const own = world.fixtures.callers.find(
    ({ orgNo, clientId }) => (clientId ?? orgNo) === (clientId === undefined ? caller?.orgNo : caller?.clientId),
  )
  return own?.limits[name] ?? world.dialect.limits[name][equipment.settings.rateLimits === 'earlier' ? 'earlier' : 'current']
}

const validate: Stage = (walk, next) => andThen(inputOf(walk), () => next(walk))

/** The database is asked by every row that has one; whatever else it needs, a row asks itself. */
const handle: Stage = (walk) => {
  const { row } = walk.route
  if (row.dependsOn.includes('database')) walk.circumstances.reach('database')
  return andThen(inputOf(walk), (input) => andThen(row.handle(input, contextOf(walk)), (reply) => sayReply(walk, reply)))
}

export const stages: readonly (readonly [name: string, stage: Stage])[] = [
  ['identify', identify],
  ['rules', applyRules],
  ['access', checkAccess],
  ['limit', checkLimit],
  ['validate', validate],
  ['handle', handle],
]
