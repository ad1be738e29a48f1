/** Applies what a tester asked for: by preference, by header, or by a scenario that is switched on. */

import type { Around, Decide, Effect, Wrap } from '../effects/effect.ts'
import { effects } from '../effects/index.ts'
import { Misuse } from '../misuse.ts'
import type { Circumstances } from '../state/circumstances.ts'
import type { Rule, Scenario } from '../state/scenario.ts'
import { randomOf } from '../state/world.ts'
import { type Answer, header, type MaybePromise } from '../wire/call.ts'
import { andThen } from '../wire/maybe.ts'
import { Refusal } from '../wire/refusals.ts'
import { type Candidate, choose, type Subject } from './choose.ts'
import { injected } from './injected.ts'
import { inputOf } from './input.ts'
import { applyPreference } from './preference.ts'
import { settle } from './settle.ts'
import type { Next, Stage, Walk } from './walk.ts'

export const applyRules: Stage = (walk, next) => {
  const { call, world } = walk
  const preference = /(?:^|[,;\s])code\s*=\s*"?([\w-]+)/i.exec(header(call.headers, 'prefer') ?? '')?.[1]
  if (preference !== undefined) return applyPreference(walk, preference)
  const named = header(call.headers, 'x-standin-scenario')
  if (named === undefined && world.scenarios.active.length === 0) return next(walk)
  return andThen(walk.equipment.scenarios(), (builtIn) =>
    andThen(candidatesOf(walk, builtIn, named), (candidates) => apply(walk, candidates, next)),
  )
}

/** The scenarios that may cover a call, in the order in which they are asked. */
function candidatesOf({ world }: Walk, builtIn: ReadonlyMap<string, Scenario>, named: string | undefined): Candidate[] {
  const candidates = activeScenarios(world, builtIn)
  if (named === undefined) return candidates
  const scenario = world.scenarios.defined.get(named) ?? builtIn.get(named)
  if (!scenario) throw unknownScenario(named, world, builtIn)
  // A call counts once, also where the scenario is switched on as well.
  return [{ scenario, since: world.created }, ...candidates.filter((candidate) => candidate.scenario !== scenario)]
}

/** Last switched on first; what has run its time is off. */
export function activeScenarios(world: Walk['world'], builtIn: ReadonlyMap<string, Scenario>): Candidate[] {
  const now = world.clock.now()
  const { scenarios } = world
  if (scenarios.active.some(({ until }) => until !== undefined && until <= now)) {
    scenarios.active = scenarios.active.filter(({ until }) => until === undefined || until > now)
  }
  return scenarios.active.toReversed().flatMap(({ name, since }) => {
    const scenario = scenarios.defined.get(name) ?? builtIn.get(name)
    return scenario ? [{ scenario, since }] : []
  })
}

export function unknownScenario(name: string, world: Walk['world'], builtIn: ReadonlyMap<string, Scenario>): Misuse {
  const names = [...new Set([...builtIn.keys(), ...world.scenarios.defined.keys()])].sort()
  return new Misuse(`There is no scenario ${JSON.stringify(name.slice(0, 100))}.`, names)
}

function apply(walk: Walk, candidates: readonly Candidate[], next: Next): MaybePromise<Answer> {
  return andThen(subjectOf(walk, candidates), (subject) => {
    const chosen = choose(walk.world, candidates, subject, walk.line)
    if (!chosen) return next(walk)
    Object.assign(walk.line, { scenario: chosen.scenario.name, rule: chosen.rule })
    walk.circumstances = decided(chosen.rule, walk.circumstances)
    return wrapped(walk, chosen.scenario.name, chosen, next)
  })
}

/** Reads the request only for rules that look into it; what cannot be read is covered by none of those. */
function subjectOf(walk: Walk, candidates: readonly Candidate[]): MaybePromise<Subject> {
  const { caller, call, environment, route, world } = walk
  const base: Subject = {
    id: route.row.id,
    dependsOn: route.row.dependsOn,
    call: { caller, headers: call.headers },
    environment: environment.name,
    about: {},
  }
  const curious = candidates.some(({ scenario }) =>
    scenario.rules.some(({ where, per }) => where?.recipient !== undefined || where?.resource !== undefined || per === 'idempotencyId'),
  )
  if (!curious) return base
  return Promise.resolve()
    .then(() => inputOf(walk))
    .then(
      (input) => ({ ...base, about: route.row.about(input, world, environment) }),
      (thrown) => {
        if (thrown instanceof Refusal) return base
        throw thrown
      },
    )
}

/** The circumstances as the deciding effects of a rule leave them. */
export function decided(rule: Rule, circumstances: Circumstances): Circumstances {
  let current = circumstances
  for (const [name, effect] of Object.entries<Effect>(effects)) {
    if (effect.kind === 'decides' && rule.effects[name] !== undefined) current = (effect as Decide).decide(rule.effects[name], current)
  }
  return current
}

/** The wrapping effects nest in the order of their table: the first is outermost, and may never go on. */
function wrapped(walk: Walk, scenario: string, { rule, nth }: { rule: Rule; nth: number }, next: Next): MaybePromise<Answer> {
  const draws = randomOf(walk.world, 'rule', scenario, nth, walk.line.id)
  const chain = Object.entries<Effect>(effects)
    .filter(([name, effect]) => effect.kind === 'wraps' && rule.effects[name] !== undefined)
    .reduceRight<() => MaybePromise<Answer>>(
      (inner, [name, effect]) =>
        () =>
          (effect as Wrap).wrap(rule.effects[name], around(walk, inner, draws.fraction)),
      () => next(walk),
    )
  return chain()
}

function around(walk: Walk, inner: () => MaybePromise<Answer>, fraction: () => number): Around {
  return {
    call: walk.call,
    proceed(call) {
      if (call) {
        walk.call = call
        // What rules have read of the other call is not what this one brings.
        walk.input = undefined
      }
      return settle(walk, inner)
    },
    pause: (milliseconds) => walk.equipment.platform.pause(milliseconds, walk.call.signal),
    refuse: (key, values) => injected(walk, key, values),
    fraction,
  }
}
