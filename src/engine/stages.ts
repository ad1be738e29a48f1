/** The stages that a call walks through, from its token to its behaviour. */
import { andThen } from '../wire/maybe.ts'
import { checkAccess, identify } from './access.ts'
import { contextOf } from './context.ts'
import { inputOf } from './input.ts'
import { checkLimit } from './limit.ts'
import { applyRules } from './rules/apply-rules.ts'
import { sayReply } from './say.ts'
import type { Stage } from './walk.ts'

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
