/** What only tests check: the answers that the service gives by itself, and that a row refuses only as it or a stage declares. */
import type { Answer } from '../wire/http/call.ts'
import type { RefusalKey } from '../wire/refusals/index.ts'
import type { Refusal } from '../wire/refusals/refusal.ts'
import type { Service } from '../wire/services.ts'
import type { Walk } from './walk.ts'

export function checkAnswer(walk: Walk, answer: Answer): Answer {
  const { dependencies, line, preference, overridden, route, dialect } = walk
  if (walk.isOtherMethod) return answer
  if (line.rule === null && preference === undefined && !overridden)
    dependencies.checkAnswer?.(answer, route.row, dialect, dependencies.settings)
  return answer
}

/** Refusals of a row that belong to one stage stand in the row itself. */
const stageRefusals: Readonly<Record<string, readonly RefusalKey[]>> = {
  route: [
    'no-such-path',
    'method-not-allowed',
    'unsupported-media-type',
    'not-acceptable',
    'subscription-key-missing',
    'subscription-key-wrong',
  ],
  // The function of an override may read the request.
  rules: ['validation', 'too-large', 'unreadable-media-type'],
  access: ['unauthenticated', 'forbidden', 'unreadable-platform-token', 'not-resumable'],
  limit: ['rate-limited'],
  validate: ['validation', 'too-large', 'unreadable-media-type'],
}

/** In checked mode a refusal that neither the row nor the stage declares is a defect. */
export function demandDeclared({ dependencies, line, route }: Walk, refusal: Refusal): void {
  if (!dependencies.checked || isDeclared(route.row, line.stage, refusal)) return
  throw new Error(`${route.row.id} refuses with ${refusal.key} in the stage ${line.stage}, and neither the row nor the stage declares it.`)
}

function isDeclared({ dependsOn, refusals }: Walk['route']['row'], stage: string, { key, values }: Refusal): boolean {
  if (key === 'unreachable') return dependsOn.includes(values.service as Service)
  return refusals.includes(key) || stageRefusals[stage]?.includes(key) === true
}
