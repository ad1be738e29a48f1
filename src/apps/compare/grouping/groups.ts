/** Groups differences by operation, kind and member, and determines who is likely wrong. */
import type { AddedHeader, Compared, Difference, Kind, Outcome } from '../exchange.ts'
import { likelyOf, ruleOf } from './rules.ts'
import { type ShownReply, shownReply } from './shown-reply.ts'

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
    const value = (each: unknown) => masked(where, each ?? null, showValues)
    const group: Group = {
      operation,
      kind,
      where,
      calls: new Set(members.map((each) => each.outcome)).size,
      of: of.get(operation)?.length ?? 0,
      there: value(there),
      here: value(here),
      example: exampleOf(outcome, showValues),
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
  const example = exampleOf(outcome, showValues)
  const there = masked(where, typeof value === 'string' ? value : (value ?? null), showValues)
  return { operation, kind: 'header', where, calls, of, there, here: null, example, rule: null, likely: 'newer' }
}

function exampleOf({ exchange: { from, at, method, url, reply }, ours }: Outcome, showValues: boolean): Group['example'] {
  const mask = (where: string, value: unknown) => masked(where, value, showValues)
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

const messageTexts = /(?:subject|body|message|content|text)$/i
/** Members whose text comes from the service itself. */
const ownTexts = /statusText$/i
const isMessage = (where: string) => messageTexts.test(where) && !ownTexts.test(where) && where !== 'body'
const secretName = /token|secret|password|assertion|api-?key|authorization$/i
const secrets = [
  [/eyJ[\w.-]+/g, '<token>'],
  [/\b(Bearer|Basic)\s+[\w.~+/=-]+/gi, '$1 <token>'],
  [/((?:token|key|secret|password|assertion|sig|signature|code)=)[^&\s"]+/gi, '$1<secret>'],
] as const
const person = [
  [/[^\s"'@<>/,;:?&=]{1,64}(?:@|%40)[\w.-]{1,250}/g, '<email>'],
  [/(?<![\w.-])(?:\+|00)\d{2}(?: ?\d){6,13}(?!\d|-[\da-f]{4}-)/g, '<phone>'],
  [/%2B\d{6,15}(?!\d)/gi, '<phone>'],
  [/(?<![\d-])\d{11}(?![\d-])/g, '<identity number>'],
  [/(?<![\w.:-])(?:47)?[2-9]\d{7}(?![\w.-])/g, '<phone>'],
] as const

/** Maximum number of characters to show from a value. */
const mostShown = 200
/** Number of characters searched in a longer value. */
const mostRead = 2_000

/** Returns a value as shown in a report: never a token, and no personal data unless `showValues` is set. */
export function masked(where: string, value: unknown, showValues: boolean): unknown {
  if (value === null || typeof value === 'boolean') return value
  if (typeof value === 'number') return showValues || String(value).length < 8 ? value : '<number>'
  if (typeof value === 'object') return cut(JSON.stringify(maskedMembers(value, showValues)))
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  if (!showValues && isMessage(where)) return text === '' ? '' : `<text of ${text.length} characters>`
  return cut(withoutPersons(text.slice(0, mostRead), showValues))
}

const cut = (text: string) => (text.length > mostShown ? `${text.slice(0, mostShown)}…` : text)

function withoutPersons(text: string, showValues: boolean): string {
  const rules = showValues ? secrets : [...secrets, ...person]
  return rules.reduce((left, [pattern, name]) => left.replace(pattern, name), text)
}

/** Masks the members of a list or object. */
function maskedMembers(value: unknown, showValues: boolean, name = ''): unknown {
  if (Array.isArray(value)) return value.map((each) => maskedMembers(each, showValues, name))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([member, each]) => [member, maskedMembers(each, showValues, member)]))
  return typeof value === 'string' && secretName.test(name) ? '<secret>' : masked(name, value ?? null, showValues)
}
