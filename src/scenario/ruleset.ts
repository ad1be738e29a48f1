/** The rules of scenarios, laid out once, so that a call looks only at those that can be about it. */
import type { Decide, Effect, EffectTarget, Wrap } from '../effects/effect.ts'
import { effects as table } from '../effects/index.ts'
import type { ActiveRule, Calls, Rule, RulesConsidered, Scenario, Where } from '../state/scenario.ts'
import { areaName } from '../wire/areas.ts'
import { getOrCreate } from '../wire/get-or-create.ts'

interface Named<E> {
  readonly effect: E
  readonly options: unknown
}

/** As calls are held against it. */
export interface LaidWhere extends Omit<Where, 'header'> {
  /** Names in lower case. */
  readonly headers?: readonly (readonly [name: string, value: string])[] | undefined
}

/** A rule that is switched on, with its effects in the order of their table. */
export interface LaidOut extends ActiveRule {
  readonly where: LaidWhere | undefined
  readonly per: Rule['per']
  /** Of each span of so many world milliseconds it applies for the first so many. */
  readonly span: number
  readonly lasting: number
  /** Of the calls that it covers: the first and the last, and every how many of those. */
  readonly first: number
  readonly last: number
  readonly every: number
  readonly wraps: readonly Named<Wrap>[]
  readonly decides: readonly Named<Decide>[]
}

/** What can be about one row or job. */
export interface Covering {
  readonly all: readonly LaidOut[]
  readonly rules: readonly LaidOut[]
  /** Whether any of them asks what a call or job is about. */
  readonly curious: boolean
  /** What lines note where there is nothing to note. */
  readonly nothing: RulesConsidered
}

export interface Ruleset {
  of(target: EffectTarget): Covering
}

/** A scenario, and when it was switched on, in world milliseconds since 1970. */
export interface Candidate {
  readonly scenario: Scenario
  readonly since: number
}

/** In the order in which they are asked. */
export function layOut(candidates: readonly Candidate[]): Ruleset {
  const all = candidates.flatMap(({ scenario, since }) => scenario.rules.map((rule, at) => laidOut(scenario, rule, at, since)))
  const known = new Map<string, Covering>()
  return { of: (target) => known.get(target.id) ?? getOrCreate(known, target.id, () => covering(all, target)) }
}

function laidOut(scenario: Scenario, rule: Rule, at: number, since: number): LaidOut {
  const wraps: Named<Wrap>[] = []
  const decides: Named<Decide>[] = []
  for (const [name, effect] of Object.entries<Effect>(table)) {
    const options = rule.effects[name]
    if (options === undefined) continue
    if (effect.kind === 'wraps') wraps.push({ effect, options })
    else decides.push({ effect, options })
  }
  const { after = 0, for: lasting = Number.POSITIVE_INFINITY, until = Number.POSITIVE_INFINITY, every: span = 0 } = rule
  return {
    scenario,
    at,
    rule,
    from: since + after,
    to: span > 0 ? until : Math.min(since + after + lasting, until),
    span,
    lasting,
    where: rule.where && laidWhere(rule.where),
    per: rule.per,
    ...laidCalls(rule.calls),
    wraps,
    decides,
  }
}

/** A number in the form `0192:NNNNNNNNN` is that number. */
const laidWhere = ({ header, ...where }: Where): LaidWhere => ({
  ...where,
  org: where.org?.slice(where.org.lastIndexOf(':') + 1),
  headers: header && Object.entries(header).map(([name, value]) => [name.toLowerCase(), value]),
})

function laidCalls(calls: Calls | undefined): Pick<LaidOut, 'first' | 'last' | 'every'> {
  if (calls && 'every' in calls) return { first: 1, last: Number.POSITIVE_INFINITY, every: calls.every }
  return { first: calls?.from ?? 1, last: calls?.to ?? Number.POSITIVE_INFINITY, every: 1 }
}

function covering(all: readonly LaidOut[], target: EffectTarget): Covering {
  const rules = all.filter((each) => isAbout(each, target))
  const isCall = target.method !== undefined
  const curious = rules.some(
    ({ rule: { where, per } }) =>
      where?.recipient !== undefined || where?.resource !== undefined || per === 'idempotencyId' || (!isCall && where?.org !== undefined),
  )
  return { all, rules, curious, nothing: { all, covering: [], results: [], about: {} } }
}

/** What an effect can do nothing about is not covered, and not counted; a job has no connection that could fail. */
function isAbout({ rule: { on }, wraps, decides }: LaidOut, target: EffectTarget): boolean {
  const isCall = target.method !== undefined
  if (on === target.id) return isCall || decides.length > 0
  if (on !== undefined && on !== 'all' && on !== areaName(target.id)) return false
  if (on !== undefined && isCall && wraps.length > 0) return true
  return decides.some(({ effect, options }) => effect.concerns(options, target))
}
