/** Which rule covers a call or a job: the first of those that look at it. */
import type { Effect } from '../effects/effect.ts'
import { effects as table } from '../effects/index.ts'
import type { Caller } from '../identity/caller.ts'
import type { EnvironmentName } from '../state/agenda.ts'
import { type Calls, count, type Rule, type Scenario, type Where } from '../state/scenario.ts'
import { randomOf, type World } from '../state/world.ts'
import { areaName } from '../wire/areas.ts'
import { type CallHeaders, header } from '../wire/call.ts'
import type { About } from '../wire/row.ts'
import type { Service } from '../wire/services.ts'

export interface Candidate {
  readonly scenario: Scenario
  /** When it was switched on, in world milliseconds since 1970. */
  readonly since: number
}

/** A call or a job, as rules see it. */
export interface Subject {
  readonly id: string
  readonly dependsOn: readonly Service[]
  /** Absent for a job. */
  readonly call?: { readonly caller: Caller | undefined; readonly headers: CallHeaders }
  readonly environment: EnvironmentName
  readonly about: About
}

export interface Chosen {
  readonly scenario: Scenario
  readonly rule: Rule
  /** Which of the calls that the rule covers this is. */
  readonly nth: number
}

/** Every rule counts what it covers, also when an earlier one wins. */
export function choose(
  world: World,
  candidates: readonly Candidate[],
  subject: Subject,
  line?: { readonly rules: string[] },
): Chosen | undefined {
  let chosen: Chosen | undefined
  for (const { scenario, since } of candidates) {
    scenario.rules.forEach((rule, at) => {
      if (!targets(rule, subject) || (rule.where && !fits(rule.where, subject))) return
      const nth = count(world.scenarios, scenario.name, `${at} ${countedFor(rule, subject)}`)
      const applies = !chosen && inTime(rule, since, world.clock.now()) && counts(rule.calls, nth) && drawn(world, scenario, rule, at, nth)
      if (applies) chosen = { scenario, rule, nth }
      line?.rules.push(`${scenario.name}[${at}] call ${nth}: ${applies ? 'applied' : chosen ? 'another rule came first' : 'not this time'}`)
    })
  }
  return chosen
}

function targets({ on, down, effects }: Rule, { id, dependsOn, call }: Subject): boolean {
  // A job can only be decided on: there is no wire to break.
  if (!call && !Object.keys(effects).some((name) => (table as Record<string, Effect>)[name]?.kind === 'decides')) return false
  if (on === undefined) return down.some((service) => dependsOn.includes(service))
  return on === 'all' || on === id || on === areaName(id)
}

function fits(where: Where, { call, environment, about }: Subject): boolean {
  const { org, client, scope, recipient, resource } = where
  const caller = call?.caller
  if (where.environment !== undefined && where.environment !== environment) return false
  if (org !== undefined && !sameOrg(org, call ? [caller?.org, caller?.orgNo] : [about.org])) return false
  if (client !== undefined && client !== caller?.clientId) return false
  if (scope !== undefined && !caller?.scopes.includes(scope)) return false
  if (resource !== undefined && resource !== about.resource) return false
  if (recipient !== undefined && !about.recipients?.includes(recipient)) return false
  return Object.entries(where.header ?? {}).every(
    ([name, value]) => call !== undefined && header(call.headers, name.toLowerCase()) === value,
  )
}

/** A code, a number, or a number in the form `0192:NNNNNNNNN`. */
const sameOrg = (wanted: string, names: readonly (string | undefined)[]) =>
  names.some((name) => name !== undefined && wanted.split(':').at(-1) === name.split(':').at(-1))

function countedFor({ per }: Rule, { call, about }: Subject): string {
  if (per === 'caller') return call?.caller?.clientId ?? call?.caller?.orgNo ?? ''
  return per === 'idempotencyId' ? (about.order ?? '') : ''
}

function inTime({ after = 0, for: lasting, until }: Rule, since: number, now: number): boolean {
  const age = now - since
  return age >= after && (lasting === undefined || age < after + lasting) && (until === undefined || now < until)
}

function counts(calls: Calls | undefined, nth: number): boolean {
  if (!calls) return true
  return 'every' in calls ? nth % calls.every === 0 : calls.from <= nth && nth <= calls.to
}

const drawn = (world: World, { name }: Scenario, { probability }: Rule, at: number, nth: number) =>
  probability === undefined || randomOf(world, 'probability', name, at, nth).fraction() < probability
