/** Lists why a row may refuse: the refusals that it declares and those that follow from its facts. */
import { z } from 'zod'
import type { Area } from '../wire/areas.ts'
import type { RefusalKey } from '../wire/refusals.ts'
import type { RowFacts } from '../wire/row.ts'

/** In the order of the walk. */
export function refusalsOf(row: RowFacts, area: Area): RefusalKey[] {
  const { access, request, limit, dependsOn } = row
  const bytes = Object.values(row.replies).some(({ kind }) => kind === 'bytes')
  const facts: [boolean, RefusalKey][] = [
    [typeCheckedWhen(row, area) === 'routing', 'unsupported-media-type'],
    [area.accept !== undefined && !bytes, 'not-acceptable'],
    [access.kind === 'token' || access.kind === 'scope', 'unauthenticated'],
    [access.kind === 'scope', 'forbidden'],
    [limit !== undefined, 'rate-limited'],
    [typeCheckedWhen(row, area) === 'reading', 'unreadable-media-type'],
    [request.body?.kind === 'json', 'too-large'],
    [isChecked(row), 'validation'],
  ]
  const derived = facts.flatMap(([holds, key]) => (holds ? [key] : []))
  return [...derived, ...row.refusals, ...(dependsOn.length > 0 ? (['unreachable'] as const) : []), 'NOT-00002']
}

/** When the content type is checked; undefined: never, or by the row itself. */
function typeCheckedWhen({ request: { body }, demandsJson }: RowFacts, { json }: Area): 'routing' | 'reading' | undefined {
  if (body?.kind === 'json' || (!body && demandsJson)) return json.checkedWhen
  return body && !(body.kind === 'bytes' && body.checkedWhen === 'handling') ? 'routing' : undefined
}

/** Whether the content of a request may be refused. */
function isChecked({ request: { params, query, headers, body } }: RowFacts): boolean {
  if (body?.kind === 'json' || body?.kind === 'form') return true
  return [params, query, headers].some((part) => part && Object.values(part.shape).some((schema) => !takesAnyText(schema as z.ZodType)))
}

/** Parameters of a path are never missing, so a plain string cannot be refused. */
function takesAnyText(schema: z.ZodType): boolean {
  const inner = schema instanceof z.ZodOptional ? schema.unwrap() : schema
  return inner instanceof z.ZodString && (inner.def.checks ?? []).length === 0
}
