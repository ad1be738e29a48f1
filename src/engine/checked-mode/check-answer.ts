/** Lets tests look at each answer that the service gives by itself: not those of a rule of a scenario or of `Prefer`. */
import type { Answer } from '../../wire/http/call.ts'
import type { Walk } from '../walk.ts'

export function checkAnswer(walk: Walk, answer: Answer): Answer {
  const { dependencies, line, preference, route, dialect } = walk
  if (line.rule === null && preference === undefined) dependencies.checkAnswer?.(answer, route.row, dialect, dependencies.settings)
  return answer
}
