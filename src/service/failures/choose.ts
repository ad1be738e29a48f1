/** Chooses the rule that applies to a call or job: the first rule that covers it. Source: decisions §14. */
import type { Caller } from '../tokens/caller.ts'
import { type CallHeaders, header } from '../wire/call.ts'
import type { About } from '../wire/row.ts'
import type { EnvironmentName } from '../world/records.ts'
import type { ConsideredRule, Rule, RuleResult, RulesConsidered, RuleTime, Where } from '../world/scenario.ts'
import { countApart, countAsked, countRule } from '../world/scenario.ts'
import { fractionOf, randomOf, type World } from '../world/world.ts'
import type { Draws } from './scenario/effect.ts'
import { type PreparedRule, type PreparedWhere, type TargetRules, timeOf } from './scenario/prepared-rules.ts'

/** A call or job as the rules see it. */
export interface Subject {
  /** Absent for a job. */
  readonly call?: { readonly caller: Caller | undefined; readonly headers: CallHeaders }
  readonly environment: EnvironmentName
  readonly about: About
  /** The target of a call or job, if {@link About} does not identify it. Set for rules with `per: thing`. */
  readonly thing?: string | undefined
  /** Set if the call requests a scenario in a header. */
  readonly asked?: CountedBy | undefined
}

/** The keys for counting calls to a scenario requested in a header. Source: decisions §14. */
interface CountedBy {
  /** The header's `run`, which replaces the thing as the key. */
  readonly run: string | undefined
  /** Row, environment, path parameters, caller, and the order or content in the body. */
  readonly thing: string
}

function unmetCondition(where: PreparedWhere, { call, environment, about }: Subject): keyof Where | undefined {
  const caller = call?.caller
  if (where.environment !== undefined && where.environment !== environment) return 'environment'
  if (where.org !== undefined && !(call ? isOrg(where.org, caller) : isOrg(where.org, about))) return 'org'
  if (where.client !== undefined && where.client !== caller?.clientId) return 'client'
  if (where.scope !== undefined && !caller?.scopes.includes(where.scope)) return 'scope'
  if (where.resource !== undefined && where.resource !== about.resource) return 'resource'
  if (where.recipient !== undefined && !about.recipients?.includes(where.recipient)) return 'recipient'
  return where.headers === undefined || (call && hasAll(call.headers, where.headers)) ? undefined : 'header'
}

function hasAll(named: CallHeaders, wanted: NonNullable<PreparedWhere['headers']>): boolean {
  for (const [name, value] of wanted) if (header(named, name) !== value) return false
  return true
}

type Party = { readonly org?: string | undefined; readonly orgNo?: string | undefined }

const isOrg = (wanted: string, party: Party | undefined): boolean => party !== undefined && (wanted === party.orgNo || wanted === party.org)

export interface Chosen {
  readonly rule: PreparedRule
  readonly draws: Draws
}

export interface Choice {
  readonly chosen: Chosen | undefined
  readonly considered: RulesConsidered
}

/** Chooses the rule that applies. Every rule counts the calls that it covers, even if an earlier rule applies. */
export function choose(world: World, { all, rules, covered, noneConsidered }: TargetRules, subject: Subject): Choice {
  if (rules.length === 0) return { chosen: undefined, considered: noneConsidered }
  const now = world.clock.now()
  const results: ConsideredRule[] = []
  let chosen: Chosen | undefined
  for (const prepared of rules) {
    const unmet = prepared.where && unmetCondition(prepared.where, subject)
    if (unmet) {
      results.push({ result: unmet, nth: null })
      continue
    }
    const counted = count(world, prepared, subject, now)
    const { nth, time } = counted
    const result = resultOf(world, prepared, counted, now, chosen !== undefined)
    if (result === 'applied') chosen = { rule: prepared, draws: drawsOf(world, prepared, counted, subject.asked, now) }
    results.push(time ? { result, nth, time } : { result, nth })
  }
  return { chosen, considered: { all, covering: covered, results, about: subject.about } }
}

/** The number of a call or job, and the other values that the rule's result depends on. */
interface Counted {
  readonly nth: number
  /** The number used to seed the rule's draws: the count of all calls with this key. */
  readonly drawn: number
  readonly key: string
  readonly time?: RuleTime
}

/**
 * Counts a call or job. Calls to an active scenario are counted per world or by the rule's `per`, and calls to a scenario requested in a
 * header are counted per target or per `run`.
 */
function count(world: World, prepared: PreparedRule, subject: Subject, now: number): Counted {
  const { scenario, at } = prepared
  const key = prepared.per === undefined ? '' : keyOf(prepared, subject)
  if (!prepared.asked) {
    const nth = key === '' ? countRule(world, scenario, at) : countApart(world, scenario, key)
    return { nth, drawn: nth, key }
  }
  const drawn = countApart(world, scenario, `${at} asked`)
  if (!prepared.countsThings || !subject.asked) return { nth: drawn, drawn, key: '' }
  const { run, thing } = subject.asked
  const counted = run === undefined ? `thing ${prepared.per === 'thing' ? key : thing}` : `run ${run} ${key}`
  const { nth, since } = countAsked(world, { scenario, rule: at, thing: counted }, now)
  return { nth, drawn, key: '', time: timeOf(prepared.rule, since) }
}

function resultOf(
  world: World,
  prepared: PreparedRule,
  { nth, drawn: draw, key, time = prepared }: Counted,
  now: number,
  taken: boolean,
): RuleResult {
  if (now < time.from) return 'after'
  if (now >= time.to) return 'until'
  if (prepared.span > 0 && (now - time.from) % prepared.span >= prepared.lasting) return 'every'
  if (nth < prepared.first || nth > prepared.last || (prepared.every > 1 && nth % prepared.every !== 0)) return 'calls'
  if (taken) return 'overtaken'
  const { scenario, at, rule } = prepared
  const { probability } = rule
  if (probability === undefined) return 'applied'
  const drawn = fractionOf(world.data.seed, world.name, 'probability', scenario, at, key, draw) < probability
  return drawn ? 'applied' : 'probability'
}

/** The key for counting a call or job if the rule has `per`. */
const keyOf = ({ per, at }: PreparedRule, subject: Subject): string => `${at} ${per} ${(per && keys[per](subject)) ?? ''}`

const keys: Readonly<Record<NonNullable<Rule['per']>, (subject: Subject) => string | undefined>> = {
  caller: ({ call }) => call?.caller?.clientId ?? call?.caller?.orgNo,
  idempotencyId: ({ about }) => about.order,
  thing: ({ environment, about, thing }) => `${environment} ${about.transfer ?? about.content ?? thing ?? ''}`,
}

function drawsOf(
  world: World,
  { asked: isAsked, scenario, at }: PreparedRule,
  { nth, drawn, key }: Counted,
  countedBy: CountedBy | undefined,
  now: number,
): Draws {
  return {
    nth,
    fraction: randomOf(world, 'rule', scenario, at, key, drawn).fraction,
    count(name, lasting) {
      if (!isAsked) return countApart(world, scenario, `${at} count ${name}`)
      const run = countedBy?.run
      const thing = `${at} count ${run ?? ''} ${name}`
      return countAsked(world, { scenario, rule: 0, thing }, now, run === undefined ? lasting : undefined).nth
    },
  }
}
