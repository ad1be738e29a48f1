/** Decides who is at fault when an interaction fails on a real implementation. */

import { refusalsOf } from '../../../control/openapi-document.ts'
import { dialect } from '../../../service/areas/dialect.ts'
import { operations } from '../../../service/areas/index.ts'
import type { Operation } from '../../../service/areas/operation.ts'
import { compileRoutes } from '../../../service/engine/route.ts'
import { parseJson } from '../../../service/wire/json.ts'
import type { DialectName } from '../../../service/wire/vocabulary.ts'
import type { Arrived } from '../verifying/exact.ts'
import type { Fault, Judged } from '../verifying/judge.ts'

interface Evidence {
  /** True if the simulator fulfils the interaction. */
  readonly holdsHere: boolean
  /** True if the real implementation fulfilled the interaction in an earlier report. */
  readonly heldBefore: boolean
}

/**
 * Returns `environment` if the interaction could not be tried, and `contract` if it fails on the simulator too. Otherwise, the provider is
 * at fault if its reply is undocumented or an earlier run passed; if neither is true, the simulator differs from the service.
 */
export function faultOf({ isTried, written, arrived }: Judged, { holdsHere, heldBefore }: Evidence, dialectName: DialectName): Fault {
  if (!isTried) return 'environment'
  if (!holdsHere) return 'contract'
  return heldBefore || (arrived !== undefined && isUndocumented(written.written.request, arrived, dialectName)) ? 'provider' : 'simulator'
}

function isUndocumented(request: unknown, { status, body }: Arrived, dialectName: DialectName): boolean {
  const { method, path } = Object(request) as { method?: unknown; path?: unknown }
  if (typeof method !== 'string' || typeof path !== 'string') return false
  const match = compileRoutes(operations as readonly Operation[], dialect(dialectName))(method.toUpperCase(), path)
  if (!match || !('values' in match)) return false
  const { row, area, refusals } = match.route
  const reply = row.replies[status]
  const read = parseJson(Buffer.from(body, 'base64').toString())
  if (reply) return reply.kind === 'json' && !reply.schema.safeParse(read).success
  const forms = refusalsOf(row, area).map((key) => refusals[key])
  const code = (Object(read) as { code?: unknown }).code
  return !forms.some((form) => form.status === status && (form.code === undefined || code === undefined || form.code === code))
}
