/** What a run did: the calls of the client and the jobs of the service, each with its number among those of its kind. */

import { header } from '../../wire/http/call.ts'
import type { Line } from '../../world/journal-line.ts'
import type { World } from '../../world/world.ts'

/** One call or job. */
export interface Step {
  /** The line of the journal. */
  readonly id: string
  /** The operation or the job. */
  readonly target: string
  readonly isCall: boolean
  /** Its number for the thing that it asks for, from 1. Null: it was not counted. */
  readonly nth: number | null
  readonly status: number | null
  readonly code: string | null
  /** Whether its reply broke off, or never came. */
  readonly cut: boolean
  readonly commits: number
  /** Bytes of the request and of the reply. */
  readonly sent: number
  readonly received: number
  /** Whether its reply is JSON with a body. */
  readonly isJson: boolean
  /** The rules of the schedule that applied, by their positions. */
  readonly applied: readonly number[]
  readonly replyBody: string | null
  /** What a job did. */
  readonly outcome: Line['outcome']
}

/** A call of the client and its answer. */
export interface AnsweredCall {
  /** The operation; the method and the path where there is none. */
  readonly label: string
  /** Null: there was no answer. */
  readonly status: number | null
  readonly replyBody: string | null
}

/** The name of the scenario that a run is under. */
export const scheduleName = 'explored'

/** Oldest first. The trace leaves out calls of a path that does not exist. */
export function traceOf({ journal }: World): { readonly trace: Step[]; readonly calls: AnsweredCall[] } {
  const lines = [...journal.calls.list(), ...journal.jobs.list()]
    .filter(({ closed, sender }) => closed > 0 && !sender?.own)
    .toSorted((one, other) => one.at - other.at || one.closed - other.closed)
  return { trace: lines.flatMap((line) => stepOf(line) ?? []), calls: lines.flatMap((line) => callOf(line) ?? []) }
}

const callOf = ({ operation, method, path, status, replyBody }: Line): AnsweredCall | undefined =>
  method === null ? undefined : { label: operation ?? `${method} ${path}`, status, replyBody }

function stepOf(line: Line): Step | undefined {
  const { id, operation, method, status, code, commits, considered, replyHeaders } = line
  if (operation === null) return undefined
  const results = considered?.results ?? []
  const own = (considered?.covering ?? []).map(({ scenario, at }, nth) => ({ scenario, at, ...results[nth] }))
  const counted = own.filter(({ scenario, nth }) => scenario === scheduleName && nth !== null && nth !== undefined)
  return {
    id,
    target: operation,
    isCall: method !== null,
    nth: counted[0]?.nth ?? null,
    status,
    code,
    cut: line.cut || (method !== null && status === null),
    commits,
    sent: line.requestBytes ?? 0,
    received: line.replyBytes,
    isJson: line.replyBytes > 0 && String(header(replyHeaders ?? {}, 'content-type') ?? '').includes('json'),
    applied: own.flatMap(({ scenario, at, result }) => (scenario === scheduleName && result === 'applied' ? at : [])),
    replyBody: line.replyBody,
    outcome: line.outcome,
  }
}

/** The calls and their answers, in their order: what tells one way to behave from another. */
export const behaviourOf = (trace: readonly Step[]): string[] =>
  trace.filter(({ isCall }) => isCall).map(({ target, status, cut }) => `${target} ${cut ? 'cut' : status}`)
