/** Scenario rules, prepared for matching and grouped by row and job. */
import { areaName } from '../../areas/areas.ts'
import type { ActiveRule, Calls, Rule, RulesConsidered, RuleTime, Scenario, Where } from '../../world/scenario.ts'
import { effects as table } from '../effects.ts'
import type { Decide, Effect, EffectTarget, Wrap } from './effect.ts'

interface Named<E> {
  readonly effect: E
  readonly options: unknown
}

/** The `where` conditions, prepared for comparison. */
export interface PreparedWhere extends Omit<Where, 'header'> {
  /** Names are lowercase. */
  readonly headers?: readonly (readonly [name: string, value: string])[] | undefined
}

export interface PreparedRule extends ActiveRule {
  /** The active rule as plain data for the journal. */
  readonly active: ActiveRule
  readonly where: PreparedWhere | undefined
  readonly per: Rule['per']
  /** True if a header requested the rule's scenario. */
  readonly asked: boolean
  /** True if the rule also depends on earlier calls for the same target. */
  readonly countsThings: boolean
  /** `every` in milliseconds of world time, or 0. */
  readonly span: number
  /** The rule applies for this long within each span. In milliseconds of world time. */
  readonly lasting: number
  /** The first and last calls that the rule applies to, counted from 1. */
  readonly first: number
  readonly last: number
  /** The rule applies to every nth call. */
  readonly every: number
  readonly wraps: readonly Named<Wrap>[]
  readonly decides: readonly Named<Decide>[]
}

export interface TargetRules {
  readonly all: readonly ActiveRule[]
  readonly rules: readonly PreparedRule[]
  /** `rules` as plain data. */
  readonly covered: readonly ActiveRule[]
  /** True if a rule depends on what a call or job is about. */
  readonly needsAbout: boolean
  /** True if a rule counts per target (`per: thing`). */
  readonly needsThing: boolean
  /** True if a header requested a rule's scenario and the rule counts per target. */
  readonly countsThings: boolean
  /** Recorded in the journal line if no rule covers the call. */
  readonly noneConsidered: RulesConsidered
}

/** A scenario that is active or requested by a header. */
export interface Candidate {
  readonly scenario: Scenario
  /** When the scenario was activated, in milliseconds of world time since 1970. */
  readonly since: number
  readonly asked?: boolean
}

/** Returns the period during which a rule applies if the rule's scenario began at `since`. */
export function timeOf(
  { after = 0, for: lasting = Number.POSITIVE_INFINITY, until = Number.POSITIVE_INFINITY, every }: Rule,
  since: number,
): RuleTime {
  const from = since + after
  return { from, to: every === undefined ? Math.min(from + lasting, until) : until }
}

export function prepareRule({ scenario, since, asked = false }: Candidate, rule: Rule, at: number): PreparedRule {
  const wraps: Named<Wrap>[] = []
  const decides: Named<Decide>[] = []
  for (const [name, effect] of Object.entries<Effect>(table)) {
    const options = rule.effects[name]
    if (options === undefined) continue
    if (effect.kind === 'wraps') wraps.push({ effect, options })
    else decides.push({ effect, options })
  }
  const { calls, after, for: lasting, every: span = 0 } = rule
  const active: ActiveRule = { scenario: scenario.name, at, rule, ...timeOf(rule, since) }
  return {
    ...active,
    active,
    asked,
    countsThings: asked && (calls !== undefined || after !== undefined || lasting !== undefined),
    span,
    lasting: lasting ?? Number.POSITIVE_INFINITY,
    where: rule.where && prepareWhere(rule.where),
    per: rule.per,
    ...callNumbers(calls),
    wraps,
    decides,
  }
}

/** Prepares `where` conditions for comparison. The prefix `0192:` of an organization number is removed. */
const prepareWhere = ({ header, ...where }: Where): PreparedWhere => ({
  ...where,
  org: where.org?.slice(where.org.lastIndexOf(':') + 1),
  headers: header && Object.entries(header).map(([name, value]) => [name.toLowerCase(), value]),
})

function callNumbers(calls: Calls | undefined): Pick<PreparedRule, 'first' | 'last' | 'every'> {
  if (calls && 'every' in calls) return { first: 1, last: Number.POSITIVE_INFINITY, every: calls.every }
  return { first: calls?.from ?? 1, last: calls?.to ?? Number.POSITIVE_INFINITY, every: 1 }
}

export function rulesFor(all: readonly PreparedRule[], target: EffectTarget): TargetRules {
  const rules = all.filter((each) => canCover(each, target))
  const isCall = target.method !== undefined
  const needsThing = rules.some(({ per }) => per === 'thing')
  const needsAbout =
    needsThing ||
    rules.some(
      ({ rule: { where, per } }) =>
        where?.recipient !== undefined || where?.resource !== undefined || per === 'idempotencyId' || (!isCall && where?.org !== undefined),
    )
  const active = all.map((each) => each.active)
  return {
    all: active,
    rules,
    covered: rules.map((each) => each.active),
    needsAbout,
    needsThing,
    countsThings: rules.some(({ countsThings }) => countsThings),
    noneConsidered: { all: active, covering: [], results: [], about: {} },
  }
}

/**
 * True if a rule can cover a row or job. A rule neither covers nor counts calls that its effects do not change. Wrapping effects do not
 * apply to jobs.
 */
function canCover({ rule: { on }, wraps, decides }: PreparedRule, target: EffectTarget): boolean {
  const isCall = target.method !== undefined
  if (on === target.id) return isCall || decides.length > 0
  if (on !== undefined && on !== 'all' && on !== areaName(target.id)) return false
  if (on !== undefined && isCall && wraps.length > 0) return true
  return decides.some(({ effect, options }) => effect.concerns(options, target))
}
