/** The stages of a call, in order; before them it arrives and its row is found (arrive.ts), after them its answer is written (say.ts). */
import { andThen } from '../wire/maybe.ts'
import { checkAccess, identify } from './access.ts'
import { contextOf } from './context.ts'
import { inputOf } from './input.ts'
import { checkLimit } from './limit.ts'
import { sayReply } from './say.ts'
import { applyRules } from './scenario-rules/apply-rules.ts'
import { type Stage, stageNames } from './walk.ts'

const validate: Stage = (walk, next) => andThen(inputOf(walk), () => next(walk))

/** Rows that depend on the database reach it here. Behaviour reaches the other services itself. */
const handle: Stage = (walk) => {
  const { row } = walk.route
  if (row.dependsOn.includes('database')) walk.circumstances.reach('database')
  return andThen(inputOf(walk), (input) => andThen(row.handle(input, contextOf(walk)), (reply) => sayReply(walk, reply)))
}

const stageOf: Readonly<Record<(typeof stageNames)[number], Stage>> = {
  identify,
  rules: applyRules,
  access: checkAccess,
  limit: checkLimit,
  validate,
  handle,
}

export const stages = stageNames.map((name) => [name, stageOf[name]] as const)
