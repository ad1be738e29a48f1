/** Groups differences by operation, kind and place, and says who is likely wrong. */
import { dialects } from '../../../service/areas/dialects.ts'
import type { AddedHeader, Compared, Difference, Kind, Outcome } from '../exchange.ts'
import { type ShownReply, shownReply } from './shown-reply.ts'

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
    /** The reply of the real service; null: the connection broke before it. */
    readonly there: ShownReply | null
    /** The reply of Standin; null: it was not stored. */
    readonly here: ShownReply | null
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
      rule: ruleOf(operation),
      likely: likelyOf(differences),
    }
    return [group]
  })
  return [...differing, ...headers]
}

/** Headers of a gateway: a group each, over all operations. */
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

/** Members that contain the text of a message. */
const messageTexts = /(?:^|\.)(?:subject|body|emailBody|smsBody|message|content|sendingText)$/i
const secret = /eyJ[\w.-]+/g
const secretPair = /((?:token|key|secret|password|assertion|sig|signature|code)=)[^&\s"]+/gi
const person = [
  [/[\w.+-]{1,64}@[\w.-]{1,250}/g, '<email>'],
  [/(?<![\w.-])(?:\+|00)\d{6,15}(?!\d)/g, '<phone>'],
  [/%2B\d{6,15}(?!\d)/gi, '<phone>'],
  [/(?<![\w-])\d{11}(?![\w-])/g, '<identity number>'],
  [/(?<![\w.:-])[2-9]\d{7}(?![\w.-])/g, '<phone>'],
] as const

/** The most characters of a value. */
const mostShown = 200
/** What is searched for them, of a longer one. */
const mostRead = 2_000

/** A value as a report shows it: never a token, and nothing of a person unless `showValues`. */
export function masked(where: string, value: unknown, showValues: boolean): unknown {
  if (value === null || typeof value === 'boolean') return value
  if (typeof value === 'number') return showValues || String(value).length < 8 ? value : '<number>'
  const text = (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, mostRead)
  // A list or an object may contain any of them.
  if (!showValues && typeof value === 'string' && messageTexts.test(where)) return `<text of ${value.length} characters>`
  const open = text.replace(secret, '<token>').replace(secretPair, '$1<secret>')
  const told = showValues
    ? open
    : person.reduce((left, [pattern, name]) => left.replace(pattern, name), typeof value === 'string' ? open : withoutTexts(open))
  return told.length > mostShown ? `${told.slice(0, mostShown)}…` : told
}

const withoutTexts = (json: string) =>
  json.replace(/("(?:subject|body|emailBody|smsBody|message|content)":)"(?:[^"\\]|\\.)*"/gi, '$1"<text>"')
