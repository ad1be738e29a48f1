/** Lists why a row may refuse: the refusals that it declares and those that follow from its facts. */
import { z } from 'zod'
import { type Area, isBehindGateway } from '../wire/areas.ts'
import type { RefusalKey } from '../wire/refusals/index.ts'
import type { RowFacts } from '../wire/row.ts'

/** In the order of the walk. `demandsKey`: whether the gateway demands a subscription key. */
export function refusalsOf(row: RowFacts, area: Area, demandsKey = false): RefusalKey[] {
  const { access, request, limit, dependsOn } = row
  const bytes = Object.values(row.replies).some(({ kind }) => kind === 'bytes')
  const isGuarded = demandsKey && isBehindGateway(row.id)
  const facts: [boolean, RefusalKey][] = [
    [isGuarded, 'subscription-key-missing'],
    [isGuarded, 'subscription-key-wrong'],
    [isTypeRouted(row, area), 'unsupported-media-type'],
    [area.accept !== undefined && !bytes && !row.ignoresAccept, 'not-acceptable'],
    [access.kind === 'token' || access.kind === 'scope', 'unauthenticated'],
    [access.kind === 'scope', 'forbidden'],
    [area.identity?.platform !== undefined && access.kind !== 'anyone', 'unreadable-platform-token'],
    [limit !== undefined, 'rate-limited'],
    [isJson(row) && !(row.demandsJson && area.json.checkedWhen === 'routing'), 'unreadable-media-type'],
    [request.body?.kind === 'json' || request.body?.kind === 'fields', 'too-large'],
    [isChecked(row), 'validation'],
  ]
  const derived = facts.flatMap(([holds, key]) => (holds ? [key] : []))
  return [...derived, ...row.refusals, ...(dependsOn.length > 0 ? (['unreachable'] as const) : []), 'NOT-00002']
}

const isJson = ({ request: { body }, demandsJson }: RowFacts) => body?.kind === 'json' || (!body && demandsJson === true)

/** Whether another content type is refused with the path. A JSON body without one is refused when it is read. */
function isTypeRouted(row: RowFacts, { json }: Area): boolean {
  const { body } = row.request
  if (isJson(row)) return json.checkedWhen === 'routing'
  return body !== undefined && !(body.kind === 'bytes' && body.checkedWhen === 'handling')
}

/** Whether the content of a request may be refused. */
function isChecked({ request: { params, query, headers, body } }: RowFacts): boolean {
  if (body && body.kind !== 'bytes') return true
  return [params, query, headers].some(
    (part) => part && (hasChecks(part) || Object.values(part.shape).some((schema) => !takesAnyText(schema as z.ZodType))),
  )
}

/** Parameters of a path are never missing, so a plain string cannot be refused. */
function takesAnyText(schema: z.ZodType): boolean {
  const inner = schema instanceof z.ZodOptional ? schema.unwrap() : schema
  return inner instanceof z.ZodString && !hasChecks(inner)
}

const hasChecks = ({ def }: z.ZodObject | z.ZodString) => (def.checks ?? []).length > 0
