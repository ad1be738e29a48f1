/** Stores the results of calls, and changes results that later calls explain. */
import type { AddedHeader, Content, Difference, Exchange, Outcome } from '../exchange.ts'
import { keyOf } from '../grouping/groups.ts'
import type { Handled, Prepared } from './call.ts'
import type { Handling } from './handling.ts'
import type { Reasons } from './reasons.ts'
import { isStatusMember } from './statuses.ts'

/** Maximum number of differences to report per reply. */
const mostReported = 20

/** Maximum size in bytes of a stored body: with a difference, and with a group's first difference, which is the report's example. */
const [mostStored, mostOfExample] = [2 ** 12, 2 ** 18]

const small = (content: Content | undefined, most: number) =>
  content instanceof Uint8Array && content.byteLength <= most ? content : undefined

/** Returns a copy of a call to store with its result, without bodies of more than `most` bytes. */
export function briefly(exchange: Exchange, most: number): Exchange {
  const { body, reply } = exchange
  return { ...exchange, body: small(body, most), reply: reply && { ...reply, body: small(reply.body, most) } }
}

/** `onResult` is called with each new or changed result. */
export function createOutcomes(onResult: (outcome: Outcome) => void) {
  const outcomes: Outcome[] = []
  /** Keys of the groups that have an example. */
  const known = new Set<string>()
  return {
    outcomes,
    conclude(index: number, exchange: Exchange, operation: string, result: Outcome['result'], handled?: Handled): void {
      const differences = typeof result === 'string' ? [] : result.slice(0, mostReported)
      const keys = differences.map((each) => keyOf({ ...each, operation }))
      const most = keys.length === 0 ? 0 : keys.every((key) => known.has(key)) ? mostStored : mostOfExample
      for (const key of keys) known.add(key)
      const ours = handled && { ...handled.ours, body: small(handled.ours.body, most) }
      const outcome = {
        exchange: briefly(exchange, most),
        operation,
        result: typeof result === 'string' ? result : differences,
        ...(keys.length > 0 && ours && { ours }),
      }
      const before = outcomes[index]
      outcomes[index] = outcome
      if (!before || JSON.stringify(before.result) !== JSON.stringify(outcome.result)) onResult(outcome)
    },
  }
}

export interface Poll {
  readonly index: number
  readonly call: Prepared
  /** Set while the real status lags behind the status in the world: when the world reached its status, and the differences. */
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

/**
 * Reports statuses that the real service has not reached within `settle` milliseconds. `polls`: the last call in each series of equal
 * calls.
 */
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

/** Replaces differences with `known-before` if a later reply shows that the record existed before the comparison began. */
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

/** Maximum number of headers to report that the world does not send. Gateways add fewer. */
const mostAdded = 100

/** Counts calls whose replies contain a header that the world does not send. */
export function noteAdded(added: Map<string, AddedHeader>, name: string, outcome: Outcome | undefined): void {
  const known = added.get(name)
  if (known) added.set(name, { ...known, calls: known.calls + 1 })
  else if (outcome && added.size < mostAdded) added.set(name, { name, outcome, value: outcome.exchange.reply?.headers[name], calls: 1 })
}

/** Counts refusal codes and record statuses in a call's text. */
export function noteWords(words: Map<string, number>, told: string): void {
  const matches = told.matchAll(/"(?:code|\w*status(?:Code)?)"\s*:\s*"([\w-]{3,60})"/gi)
  for (const word of new Set(Array.from(matches, ([, each = '']) => each))) words.set(word, (words.get(word) ?? 0) + 1)
}
