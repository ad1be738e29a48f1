/** A run's trace: the client's calls and the service's jobs, numbered per kind and record, and the refused calls. */

import { header } from '../../../service/wire/call.ts'
import { parseJson } from '../../../service/wire/json.ts'
import { Misuse } from '../../../service/wire/misuse.ts'
import type { Line } from '../../../service/world/journal.ts'
import type { World } from '../../../service/world/world.ts'

export type Step = NonNullable<ReturnType<typeof stepOf>>

/** The client's exit. `code`: `null` after a timeout. `said`: the client's error. */
export interface Ended {
  readonly code: number | null
  readonly said?: string | undefined
}

export interface AnsweredCall {
  /** The operation, or the method and path for an unknown path. */
  readonly label: string
  /** `null` if there was no reply. */
  readonly status: number | null
  readonly replyBody: string | null
}

/** Name of the scenario that contains a run's schedule. */
export const scheduleName = 'explored'

/** Returns steps and calls, oldest first. The trace excludes calls to unknown paths. */
export function traceOf({ journal }: World): { readonly trace: Step[]; readonly calls: AnsweredCall[] } {
  const lines = [...journal.calls.list(), ...journal.jobs.list()]
    .filter(({ closed, sender }) => closed > 0 && !sender?.own)
    .toSorted((one, other) => one.at - other.at || one.closed - other.closed)
  return { trace: lines.flatMap((line) => stepOf(line) ?? []), calls: lines.flatMap((line) => callOf(line) ?? []) }
}

const callOf = ({ operation, method, path, status, replyBody }: Line): AnsweredCall | undefined =>
  method === null ? undefined : { label: operation ?? `${method} ${path}`, status, replyBody }

function stepOf(line: Line) {
  const { id, operation, method, status, code, commits, considered, replyHeaders } = line
  if (operation === null) return undefined
  const results = considered?.results ?? []
  const own = (considered?.covering ?? []).map(({ scenario, at }, nth) => ({ scenario, at, ...results[nth] }))
  const counted = own.filter(({ scenario, nth }) => scenario === scheduleName && nth !== null && nth !== undefined)
  return {
    id,
    /** The operation's or job's id. */
    target: operation,
    isCall: method !== null,
    /** Number of the call or job, counted per record from 1. `null` if it was not counted. */
    nth: counted[0]?.nth ?? null,
    status,
    code,
    /** True if the reply was interrupted or never sent. */
    cut: line.cut || (method !== null && status === null),
    commits,
    /** Size of the request and the reply, in bytes. */
    sent: line.requestBytes ?? 0,
    received: line.replyBytes,
    isJson: line.replyBytes > 0 && String(header(replyHeaders ?? {}, 'content-type') ?? '').includes('json'),
    /** Indexes of the schedule's rules that applied. */
    applied: own.flatMap(({ scenario, at, result }) => (scenario === scheduleName && result === 'applied' ? at : [])),
    replyBody: line.replyBody,
    /** True if the journal contains the complete reply. */
    isWhole: line.replyMissing === 0,
    outcome: line.outcome,
  }
}

/** Describes the client's behaviour: its calls in order, each with the reply's status. */
export const behaviourOf = (trace: readonly Step[]): string[] =>
  trace.filter(({ isCall }) => isCall).map(({ target, status, cut }) => `${target} ${cut ? 'cut' : status}`)

/** Maximum length of a reason, in characters. */
const longest = 200

export const isRefused = ({ status }: Pick<AnsweredCall, 'status'>): boolean => status !== null && status >= 400 && status < 500

const isAllRefused = (calls: readonly AnsweredCall[]): boolean => calls.length > 0 && calls.every(isRefused)

export function refusedIn(calls: readonly AnsweredCall[]): string[] {
  const last = calls.at(-1)
  const told = new Map<string, string>()
  for (const call of calls.filter(isRefused)) {
    const reason = reasonIn(call.replyBody)
    const answered = `${call.label} returned ${call.status}${reason === '' ? '' : `: ${reason}`}`
    told.set(`${call.label} ${call.status}`, call === last ? `${answered}, so no later calls were tested.` : `${answered}.`)
  }
  return [...told.values()]
}

/** Throws {@link Misuse} if the client fails without faults. `isDriven`: only the client's polls move the clock. */
export function demandClean({ code, said, calls }: Ended & { readonly calls: readonly AnsweredCall[] }, isDriven: boolean): void {
  if (calls.length === 0 && code === 0) throw new Misuse("The command made no calls. Its world's URL is in STANDIN_URL.")
  const refused = refusedIn(calls)
  const ending = code === null ? 'does not finish' : `exits with code ${code}`
  if (code === 0 && !isAllRefused(calls)) return
  const hint =
    code !== 0 && isDriven
      ? ' With the driven clock, only polls advance the time. A client that waits for a webhook or a reminder needs the waiting clock.'
      : ''
  const called = calls.length === 0 ? ' and makes no calls' : ''
  const demand =
    code === 0
      ? 'All of its calls are refused. Explore a command whose calls succeed.'
      : 'The command must exit with 0 before it can be explored.'
  throw new Misuse([`Without faults, the command ${ending}${called}${said ? ` (${said})` : ''}.`, ...refused, `${demand}${hint}`].join(' '))
}

/** Returns the reason for a refusal, without a final full stop. */
function reasonIn(body: string | null): string {
  const text = body?.trim() ?? ''
  const value = parseJson(text)
  const members = typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  const [first] = typeof members.errors === 'object' && members.errors !== null ? Object.entries(members.errors) : []
  const wrong = first && `${first[0]}: ${[first[1]].flat()[0]}`
  const reason = [wrong, members.detail, members.error_description, members.title, members.error].find((each) => typeof each === 'string')
  const told = String(reason ?? text)
  return told.length > longest ? `${told.slice(0, longest)}…` : told.replace(/\.$/, '')
}
