/** Groups differences by operation, kind and member, and determines who is likely wrong. */
import type { AddedHeader, Compared, Difference, Kind, Outcome } from '../exchange.ts'
import { type Mask, maskFor, type ShownReply, shownReply } from './masking.ts'
import { likelyOf, ruleOf } from './rules.ts'

export const culprits = ['standin', 'newer', 'environment', 'unknown'] as const

export interface Group {
  readonly operation: string
  readonly kind: Kind
  /** The member in the reply, such as `recipients[].status`. */
  readonly where: string
  /** Number of calls with this difference, out of the operation's compared calls. */
  readonly calls: number
  readonly of: number
  /** The example's values: the real service's and Standin's. */
  readonly there: unknown
  readonly here: unknown
  readonly example: {
    readonly from: string
    readonly at: string
    readonly method: string
    readonly url: string
    /** The real service's reply; null if the connection broke before the reply. */
    readonly there: ShownReply | null
    /** Standin's reply; null if it was not stored. */
    readonly here: ShownReply | null
  }
  /** The rule that Standin followed, with its source; null if the path belongs to no operation. */
  readonly rule: string | null
  readonly likely: (typeof culprits)[number]
}

export const isDiffering = (outcome: Outcome): outcome is Outcome & { readonly result: readonly Difference[] } =>
  typeof outcome.result !== 'string' && outcome.result.length > 0

export function groupsOf({ outcomes, added }: Pick<Compared, 'outcomes' | 'added'>, showValues: boolean): Group[] {
  const of = Map.groupBy(
    outcomes.filter(({ result }) => typeof result !== 'string'),
    ({ operation }) => operation,
  )
  const all = outcomes.filter(isDiffering).flatMap((outcome) => outcome.result.map((differences) => ({ outcome, differences })))
  const groups = Map.groupBy(all, ({ outcome, differences }) => keyOf({ ...differences, operation: outcome.operation }))
  const compared = outcomes.length - outcomes.filter(({ result }) => typeof result === 'string').length
  const headers = added.map((each) => addedHeader(each, compared, showValues))
  const differing = [...groups.values()].flatMap((members): Group[] => {
    const [first] = members
    if (!first) return []
    const { outcome, differences } = first
    const { operation } = outcome
    const { kind, where, there, here } = differences
    const mask = maskFor(operation, showValues)
    const value = (each: unknown) => mask(isMember(kind) ? `.${where}` : where, each ?? null)
    const group: Group = {
      operation,
      kind,
      where: String(mask('.', where)),
      calls: new Set(members.map((each) => each.outcome)).size,
      of: of.get(operation)?.length ?? 0,
      there: value(there),
      here: value(here),
      example: exampleOf(outcome, mask),
      rule: ruleOf(outcome, differences),
      likely: likelyOf(differences),
    }
    return [group]
  })
  return [...differing, ...headers]
}

/** Returns one group per gateway header, across all operations. */
function addedHeader({ name, outcome, value, calls }: AddedHeader, of: number, showValues: boolean): Group {
  const { operation } = outcome
  const where = `headers.${name}`
  const mask = maskFor(operation, showValues)
  const example = exampleOf(outcome, mask)
  const there = mask(where, value ?? null)
  return { operation, kind: 'header', where, calls, of, there, here: null, example, rule: null, likely: 'newer' }
}

/** True for kinds whose `where` is always a member, even if it is named `body`. */
const isMember = (kind: Kind) => kind === 'missing' || kind === 'extra' || kind === 'type'

function exampleOf({ exchange: { from, at, method, url, reply }, ours }: Outcome, mask: Mask): Group['example'] {
  return {
    from,
    at: new Date(at).toISOString(),
    method,
    url: String(mask('url', url)),
    there: reply ? shownReply(reply, mask) : null,
    here: ours ? shownReply(ours, mask) : null,
  }
}

/** Returns the same key for the same group in every report. */
export const keyOf = ({ operation, kind, where }: Pick<Group, 'operation' | 'kind' | 'where'>): string => `${operation} ${kind} ${where}`
