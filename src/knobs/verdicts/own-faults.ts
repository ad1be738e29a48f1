/** Replies in the journal that break the document of Standin: defects of Standin, never of a client. */
import { operationsById } from '../../operations/index.ts'
import { bodyLimit } from '../../state/journal/keeping.ts'
import type { Line } from '../../state/journal-line.ts'
import type { World } from '../../state/world.ts'
import { header } from '../../wire/http/call.ts'

interface OwnFault {
  readonly call: string
  readonly why: string
}

const most = 20

/** The newest ones. Replies that a scenario or a user made are as their makers want them. */
export function ownFaults({ journal }: World): OwnFault[] {
  const found: OwnFault[] = []
  for (const line of journal.calls.list().reverse()) {
    const why = found.length < most ? faultIn(line) : undefined
    if (why !== undefined) found.push({ call: line.id, why })
  }
  return found.reverse()
}

function faultIn({ operation, status, replyHeaders, replyBody, scenario, cut, why }: Line): string | undefined {
  if (operation === null || status === null || replyHeaders === null || scenario !== null || cut) return undefined
  if (header(replyHeaders, 'x-standin-bug') !== undefined) return 'Standin has a defect, which its log tells'
  if (status >= 400 || why?.includes('override')) return undefined
  const shape = operationsById.get(operation)?.replies[status]
  if (!shape) return `the document does not know the status ${status} of ${operation}`
  // A longer body was cut, and secrets have marks in their place.
  if (shape.kind !== 'json' || replyBody === null || replyBody.length >= bodyLimit || operation.startsWith('authentication.'))
    return undefined
  const result = shape.schema.safeParse(parsed(replyBody))
  return result.success ? undefined : `the reply does not fit its schema: ${result.error.issues[0]?.message ?? ''}`
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
