/** Lets tests look at each answer that the service gives by itself: not those of a rule of a scenario, of `Prefer` or of an override. */
import type { Answer } from '../../wire/http/call.ts'
import type { Walk } from '../walk.ts'

export function checkAnswer(walk: Walk, answer: Answer): Answer {
  const { dependencies, line, preference, overridden, route, dialect } = walk
  if (walk.isOtherMethod) return answer
  if (line.rule === null && preference === undefined && !overridden)
    dependencies.checkAnswer?.(answer, route.row, dialect, dependencies.settings)
  return answer
}
