/** Results that later calls change: statuses that are never reached, records that existed before, gateway headers. */
import { readTimestamp } from '../../../service/wire/timestamp.ts'
import type { AddedHeader, Difference, Exchange, Outcome } from '../exchange.ts'
import type { Prepared } from './call.ts'
import type { Handling } from './handling.ts'
import type { Reasons } from './reasons.ts'
import { isStatusMember } from './statuses.ts'

export interface Poll {
  readonly index: number
  readonly call: Prepared
  /** The time since which the status has been lagging, and the differences. */
  readonly way: { readonly since: number; readonly differences: readonly Difference[] } | undefined
}

interface Dependencies {
  readonly handling: Handling
  readonly outcomes: readonly Outcome[]
  readonly settle: number
  /** True if a later call changed one of these records. */
  isChangedAfter(index: number, families: ReadonlySet<string>): boolean
  conclude(index: number, exchange: Exchange, operation: string, result: Outcome['result']): void
}

/** `polls`: the last of equal calls. */
export async function settleLate(
  polls: Iterable<Poll>,
  { handling, outcomes, settle, isChangedAfter, conclude }: Dependencies,
): Promise<void> {
  for (const { index, call, way } of polls) {
    const outcome = outcomes[index]
    if (!outcome || typeof outcome.result === 'string' || outcome.result.length > 0) continue
    const before = call.exchange.at - settle
    const late = () => (isChangedAfter(index, handling.familiesOf(call)) ? [] : handling.late(call, before))
    const differences = way ? (way.since <= before ? way.differences : []) : await late()
    const never = differences.filter(({ where, kind }) => kind === 'value' && isStatusMember(where))
    const result = never.map((each) => ({ ...each, kind: 'never-reached' as const }))
    if (result.length > 0) conclude(index, call.exchange, outcome.operation, result)
  }
}

/** A later reply may show that a record existed before. */
export function settleUnknown(
  unknowns: ReadonlyMap<number, readonly string[]>,
  { outcomes, existThere, conclude }: Pick<Dependencies, 'outcomes' | 'conclude'> & Pick<Reasons, 'existThere'>,
): void {
  for (const [index, ids] of unknowns) {
    const { exchange, operation, result, ours } = outcomes[index] ?? {}
    if (!exchange || operation === undefined || typeof result === 'string' || !result?.length) continue
    if ((ours?.status ?? 0) >= 400 && existThere(ids)) conclude(index, exchange, operation, 'known-before')
  }
}

/** Counts calls whose replies contain a header that the world does not send. */
export function noteAdded(added: Map<string, AddedHeader>, name: string, outcome: Outcome | undefined): void {
  const known = added.get(name)
  if (known) added.set(name, { ...known, calls: known.calls + 1 })
  else if (outcome) added.set(name, { name, outcome, value: outcome.exchange.reply?.headers[name], calls: 1 })
}

const fewAhead = 60_000
const mostAhead = 366 * 86_400_000

/** Returns by how many milliseconds the times of status changes in a call's text are later than its end; 0 for clock skew. */
export function aheadIn(told: string, ended: number): number {
  const times = Array.from(told.matchAll(/"(?:lastUpdate|\w*StatusChanged)"\s*:\s*"([^"]{10,40})"/g), ([, time = '']) => time)
  const ahead = times.reduce((most, time) => Math.max(most, (readTimestamp(time)?.at ?? 0) - ended), 0)
  return ahead > fewAhead && ahead < mostAhead ? ahead : 0
}

/** Counts refusal codes and record statuses in a call's text. */
export function noteWords(words: Map<string, number>, told: string): void {
  const matches = told.matchAll(/"(?:code|\w*status(?:Code)?)"\s*:\s*"([\w-]{3,60})"/gi)
  for (const word of new Set(Array.from(matches, ([, each = '']) => each))) words.set(word, (words.get(word) ?? 0) + 1)
}
