/** The headers by which a reply names its journal line. Source: decisions §12. */
import type { Answer, AnswerHeaders } from '../../wire/http/call.ts'
import type { Walk } from '../walk.ts'

/** Names the journal line of a call, and the scenario or preference that applied, or that had no effect. */
export function withCallHeaders(answer: Answer, { line, note, preference }: Walk): Answer {
  const headers: AnswerHeaders = { ...answer.headers, 'x-standin-call': line.id }
  const applied = line.scenario ?? preference
  if (applied !== undefined) headers['x-standin-scenario'] = applied
  if (note !== undefined) headers['x-standin-note'] = note
  return { ...answer, headers }
}
