/** Chooses the rule that applies to a call or a job: the first one that covers it. Source: decisions §14. */
import type { Caller } from '../tokens/caller.ts'
import { type CallHeaders, header } from '../wire/call.ts'
import type { About } from '../wire/row.ts'
import { fractionOf } from '../world/random.ts'
import type { EnvironmentName } from '../world/records.ts'
import type { ConsideredRule, Rule, RuleResult, RulesConsidered, RuleTime, Where } from '../world/scenario.ts'
import { countApart, countAsked, countRule } from '../world/scenario-state.ts'
import { randomOf, type World } from '../world/world.ts'
import type { Draws } from './effect.ts'
import { type PreparedRule, type PreparedWhere, type TargetRules, timeOf } from './ruleset.ts'

/** A call or a job, as the rules see it. */
export interface Subject {
  /** Absent when the subject is a job. */
  readonly call?: { readonly caller: Caller | undefined; readonly headers: CallHeaders }
  readonly environment: EnvironmentName
  readonly about: About
  /** What a call or job asks for, where {@link About} does not name it. Set for rules with `per: thing`. */
  readonly thing?: string | undefined
  /** What a call asks a scenario for by header. */
  readonly asked?: CountedBy | undefined
}

/** What the calls of a scenario that a header names are counted by. Source: decisions §14. */
interface CountedBy {
  /** The word of the header that counts instead of things. */
  readonly run: string | undefined
  /** Row, path, caller, and what is ordered. */
  readonly thing: string
}

/** The first condition that a call or job does not meet. */
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

/** Every rule counts what it covers, also when an earlier one applies. */
export function choose(world: World, { all, rules, covered, noneConsidered }: TargetRules, subject: Subject): Choice {
  if (rules.length === 0) return { chosen: undefined, considered: noneConsidered }
  const now = world.clock.now()
  const results: ConsideredRule[] = []
  let chosen: Chosen | undefined
  for (const laid of rules) {
    const unmet = laid.where && unmetCondition(laid.where, subject)
    if (unmet) {
      results.push({ result: unmet, nth: null })
      continue
    }
    const counted = count(world, laid, subject, now)
    const { nth, time } = counted
    const result = resultOf(world, laid, counted, now, chosen !== undefined)
    if (result === 'applied') chosen = { rule: laid, draws: drawsOf(world, laid, counted, subject.asked, now) }
    results.push(time ? { result, nth, time } : { result, nth })
  }
  return { chosen, considered: { all, covering: covered, results, about: subject.about } }
}

/** The number of a call or job, and what else its result depends on. */
interface Counted {
  readonly nth: number
  /** What the draws of a rule depend on: the number among all calls with this key. */
  readonly drawn: number
  readonly key: string
  readonly time?: RuleTime
}

/** A scenario that is switched on counts for the world, or by `per`. One that a header names counts things, or its `run`. */
function count(world: World, laid: PreparedRule, subject: Subject, now: number): Counted {
  const { scenario, at } = laid
  const key = laid.per === undefined ? '' : keyOf(laid, subject)
  if (!laid.asked) {
    const nth = key === '' ? countRule(world, scenario, at) : countApart(world, scenario, key)
    return { nth, drawn: nth, key }
  }
  const drawn = countApart(world, scenario, `${at} asked`)
  if (!laid.countsThings || !subject.asked) return { nth: drawn, drawn, key: '' }
  const { run, thing } = subject.asked
  const counted = run === undefined ? `thing ${laid.per === 'thing' ? key : thing}` : `run ${run} ${key}`
  const { nth, since } = countAsked(world, { scenario, rule: at, thing: counted }, now)
  return { nth, drawn, key: '', time: timeOf(laid.rule, since) }
}

function resultOf(
  world: World,
  laid: PreparedRule,
  { nth, drawn: draw, key, time = laid }: Counted,
  now: number,
  taken: boolean,
): RuleResult {
  if (now < time.from) return 'after'
  if (now >= time.to) return 'until'
  if (laid.span > 0 && (now - time.from) % laid.span >= laid.lasting) return 'every'
  if (nth < laid.first || nth > laid.last || (laid.every > 1 && nth % laid.every !== 0)) return 'calls'
  if (taken) return 'overtaken'
  const { scenario, at, rule } = laid
  const { probability } = rule
  if (probability === undefined) return 'applied'
  const drawn = fractionOf(world.data.seed, world.name, 'probability', scenario, at, key, draw) < probability
  return drawn ? 'applied' : 'probability'
}

/** The key under which a rule with `per` counts a call or job. */
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
