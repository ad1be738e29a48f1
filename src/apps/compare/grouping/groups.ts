/** Groups differences by operation, kind and place, and says who is likely wrong. */
import { dialects } from '../../../service/areas/dialects.ts'
import type { AddedHeader, Compared, Difference, Exchange, Kind, Outcome } from '../exchange.ts'
import { masked, type ShownReply, shownReply } from './masking.ts'

export const culprits = ['standin', 'newer', 'environment', 'unknown'] as const

export interface Group {
  readonly operation: string
  readonly kind: Kind
  /** The member of the reply, such as `recipients[].status`. */
  readonly where: string
  /** Calls that differ so, of the calls of the operation that were compared. */
  readonly calls: number
  readonly of: number
  /** The values of the example: of the real service, and of Standin. */
  readonly there: unknown
  readonly here: unknown
  readonly example: {
    readonly from: string
    readonly at: string
    readonly method: string
    readonly url: string
    readonly there?: ShownReply
    readonly here?: ShownReply
  }
  /** The documents with the rule that Standin followed; null: Standin knows none for this operation alone. */
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
    const { operation, exchange } = outcome
    const { kind, where, there, here } = differences
    const value = (each: unknown) => masked(where, each ?? null, showValues)
    const group: Group = {
      operation,
      kind,
      where,
      calls: new Set(members.map((each) => each.outcome)).size,
      of: of.get(operation)?.length ?? 0,
      there: value(there),
      here: value(here),
      example: { ...exampleOf(exchange, showValues), ...repliesOf(outcome, showValues) },
      rule: ruleOf(operation),
      likely: likelyOf(differences),
    }
    return [group]
  })
  return [...differing, ...headers]
}

/** Headers of a gateway: a group each, over all operations. */
function addedHeader({ name, outcome, value, calls }: AddedHeader, of: number, showValues: boolean): Group {
  const { operation, exchange } = outcome
  const where = `headers.${name}`
  const example = exampleOf(exchange, showValues)
  const there = masked(where, typeof value === 'string' ? value : (value ?? null), showValues)
  return { operation, kind: 'header', where, calls, of, there, here: null, example, rule: null, likely: 'newer' }
}

const repliesOf = ({ exchange, ours }: Outcome, showValues: boolean) => ({
  ...(exchange.reply && { there: shownReply(exchange.reply, showValues) }),
  ...(ours && { here: shownReply(ours, showValues) }),
})

const exampleOf = ({ from, at, method, url }: Exchange, showValues: boolean): Group['example'] => ({
  from,
  at: new Date(at).toISOString(),
  method,
  url: String(masked('url', url, showValues)),
})

/** Equal for the same group of two reports. */
export const keyOf = ({ operation, kind, where }: Pick<Group, 'operation' | 'kind' | 'where'>): string => `${operation} ${kind} ${where}`

/** The rows of Dialects for an operation. */
function ruleOf(operation: string): string | null {
  const rows = dialects.filter(({ on }) => [on].flat().some((target) => target === operation))
  const sources = [...new Set(rows.flatMap(({ source }) => source.split(', ')))]
  return sources.length === 0 ? null : sources.slice(0, 5).join(', ')
}

function likelyOf({ kind, there, here }: Difference): Group['likely'] {
  if (kind === 'extra') return 'newer'
  if (kind === 'not-json' || kind === 'connection' || kind === 'never-reached') return 'environment'
  if (kind === 'status') return [502, 503, 504].includes(Number(there)) ? 'environment' : 'standin'
  if (kind === 'header') return there === undefined ? 'unknown' : 'standin'
  // The network and the mailbox of the environment decide how a message ends.
  if ([there, here].every((each) => /^(?:(?:SMS|Email)_)?(?:Delivered|Failed)/.test(String(each)))) return 'environment'
  return 'standin'
}
