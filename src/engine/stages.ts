/** The stages that a call walks through, from its token to its behaviour. */
import { type Caller, holds } from '../identity/caller.ts'
import { isCurrent } from '../identity/verify.ts'
import { header } from '../wire/call.ts'
import { andThen } from '../wire/maybe.ts'
import { Refusal } from '../wire/refusals.ts'
import { missingScope } from '../wire/scopes.ts'
import { challengeOf } from './challenge.ts'
import { contextOf } from './context.ts'
import { inputOf, parameters } from './input.ts'
import { checkLimit } from './limit.ts'
import { applyRules } from './rules.ts'
import { sayReply } from './say.ts'
import type { Stage, Walk } from './walk.ts'

/** Who calls. Nothing is refused yet. */
export const identify: Stage = (walk, next) =>
  andThen(walk.equipment.verifier.callerOf(header(walk.call.headers, 'authorization')), (caller) => {
    if (caller && !isGood(walk, caller)) walk.untimely = caller
    else if (caller) {
      walk.caller = caller
      walk.line.caller = { org: caller.org ?? null, orgNo: caller.orgNo ?? null, clientId: caller.clientId ?? null }
    }
    return next(walk)
  })

/** A token that has expired may be good for what was begun with it. */
function isGood(walk: Walk, caller: Caller): boolean {
  const now = walk.world.clock.now()
  if (isCurrent(caller, now)) return true
  return caller.nbf <= now && walk.route.row.outlivesToken?.(parameters(walk), walk.environment, now) === true
}

const checkAccess: Stage = (walk, next) => {
  const { access } = walk.route.row
  if (access.kind === 'anyone') return next(walk)
  if (!walk.caller) throw new Refusal('unauthenticated', { challenge: challengeOf(walk) })
  if (access.kind === 'scope' && !holds(walk.caller, access)) throw new Refusal('forbidden', { scope: missingScope(access) })
  return next(walk)
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
