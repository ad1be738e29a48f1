/** The stage `rules`: applies what a tester asked for by `Prefer`, by an override, by `X-Standin-Scenario`, or by an active scenario. */

import { rulesetOf } from '../../failures/active-rules.ts'
import type { CatalogueScenarios } from '../../failures/catalogue.ts'
import { type Chosen, choose, type Subject } from '../../failures/choose.ts'
import { type Around, withBody } from '../../failures/effect.ts'
import { gatesOf, standAt } from '../../failures/gating.ts'
import { delays, hold, stands } from '../../failures/holding.ts'
import { overridesOf } from '../../failures/overriding.ts'
import type { TargetRules } from '../../failures/ruleset.ts'
import { isCurrent } from '../../tokens/verify.ts'
import { type Answer, header, type MaybePromise } from '../../wire/call.ts'
import { andThen } from '../../wire/maybe.ts'
import type { About } from '../../wire/row.ts'
import type { Circumstances } from '../../world/circumstances.ts'
import { wallClock } from '../../world/platform.ts'
import { bodyAtMinimumRate } from '../minimum-upload-rate.ts'
import { refusalToAnswer } from '../say.ts'
import { type Next, type Stage, signalOf, type Walk } from '../walk.ts'
import { applyOverrides } from './apply-overrides.ts'
import { applyPreference, ignoredPreference, preferenceIn, requestedRefusal } from './requested-refusal.ts'
import { type AskedScenario, askedScenario, bodyTells, readRuleInput, readThing, thingOf } from './rule-input.ts'

/** Gates stand around everything else. */
export const applyRules: Stage = (walk, next) => {
  const gates = gatesOf(walk.world, walk.route.row.id)
  return gates ? throughGates(walk, gates, next) : applyWishes(walk, next)
}

async function throughGates(walk: Walk, gates: NonNullable<ReturnType<typeof gatesOf>>, next: Next): Promise<Answer> {
  const { standUntil, forget } = stands({
    world: walk.world,
    id: walk.line.id,
    signal: signalOf(walk),
    pause: walk.dependencies.platform.pause,
  })
  const { promise: worked, resolve: done } = Promise.withResolvers<void>()
  const path = walk.world.journal.keep.path(walk.line.path ?? '')
  const call = { worked, line: { id: walk.line.id, method: walk.call.method, path }, standUntil }
  try {
    await standAt(gates, 'before-work', call)
    const answer = await refusalToAnswer(walk, () => applyWishes(walk, next))
    done()
    await standAt(gates, 'after-work', call)
    return answer
  } finally {
    done()
    forget()
  }
}

const applyWishes: Stage = (walk, next) => {
  const prefer = header(walk.call.headers, 'prefer')
  const preference = prefer === undefined ? undefined : preferenceIn(prefer)
  if (preference !== undefined) return applyPreference(walk, preference)
  if (prefer !== undefined) walk.note = ignoredPreference(prefer)
  const overrides = overridesOf(walk.world, walk.route.row.id)
  return overrides ? applyOverrides(walk, overrides, () => applyScenarios(walk, next)) : applyScenarios(walk, next)
}

function applyScenarios(walk: Walk, next: Next): MaybePromise<Answer> {
  const { dependencies, world } = walk
  const scenario = askedScenario(walk)
  if (scenario === undefined && world.scenarios.active.length === 0) return next(walk)
  return andThen(dependencies.scenarios(), (catalogue) => findRule(walk, catalogue, scenario, next))
}

/** Reads the request only where a rule looks into it. */
function findRule(walk: Walk, catalogue: CatalogueScenarios, scenario: AskedScenario | undefined, next: Next): MaybePromise<Answer> {
  const covering = rulesetOf(walk.world, catalogue, scenario?.name).of(walk.route.row)
  if (scenario && !covering.rules.some((rule) => rule.asked))
    walk.note = `the scenario ${scenario.name} has no effect on ${walk.route.row.id}`
  const run = scenario?.run
  const look = (about: About, thing?: string) => chosenOf(walk, covering, { about, thing, asked: scenario && { run, thing: thing ?? '' } })
  if ((covering.needsThing || (covering.countsThings && run === undefined)) && bodyTells(walk))
    return andThen(readThing(walk), ({ about, thing }) => apply(walk, look(about, thing), next))
  const thing = covering.needsThing || scenario ? thingOf(walk) : undefined
  if (covering.needsAbout) return andThen(readRuleInput(walk), ({ about }) => apply(walk, look(about, thing), next))
  const chosen = look({}, thing)
  return chosen ? apply(walk, chosen, next) : next(walk)
}

function chosenOf(
  { address, caller, call, line, world }: Walk,
  covering: TargetRules,
  known: Pick<Subject, 'about' | 'thing' | 'asked'>,
): Chosen | undefined {
  if (covering.rules.length === 0) {
    line.considered = covering.noneConsidered
    return undefined
  }
  const { chosen, considered } = choose(world, covering, {
    call: { caller, headers: call.headers },
    environment: address.environment,
    ...known,
  })
  line.considered = considered
  return chosen
}

function apply(walk: Walk, chosen: Chosen | undefined, next: Next): MaybePromise<Answer> {
  if (!chosen) return next(walk)
  walk.line.scenario = chosen.rule.scenario
  walk.line.rule = chosen.rule.rule
  walk.circumstances = decided(chosen, walk.circumstances)
  skew(walk)
  return wrapped(walk, chosen, next)
}

/** The circumstances after the deciding effects of a rule. */
export function decided({ rule, draws }: Chosen, circumstances: Circumstances): Circumstances {
  return rule.decides.reduce((current, { effect, options }) => effect.decide(options, current, draws), circumstances)
}

/** Judges the token again where a rule sets the clock wrong. */
function skew(walk: Walk): void {
  const ahead = walk.circumstances.skew()
  if (ahead === 0) return
  const bearer = walk.caller ?? walk.expiredCaller
  const isValid = bearer !== undefined && isCurrent(bearer, walk.world.clock.now() + ahead)
  walk.caller = isValid ? bearer : undefined
  walk.expiredCaller = isValid ? undefined : bearer
}

/** Wrapping effects nest in the order of their table. The first is the outermost, and may answer without going on. */
function wrapped(walk: Walk, { rule, draws }: Chosen, next: Next): MaybePromise<Answer> {
  const chain = rule.wraps.reduceRight<() => MaybePromise<Answer>>(
    (inner, { effect, options }) =>
      () =>
        effect.wrap(options, around(walk, rule.scenario, inner, draws.fraction)),
    () => next(walk),
  )
  return chain()
}

function around(walk: Walk, scenario: string, inner: () => MaybePromise<Answer>, fraction: () => number): Around {
  const body = bodyAtMinimumRate(walk)
  const { pause } = walk.dependencies.platform
  const waiting = () => ({ world: walk.world, id: walk.line.id, signal: signalOf(walk), pause })
  let delay: ((milliseconds: number) => Promise<void>) | undefined
  function delayed(milliseconds: number): Promise<void> {
    if (!delay) {
      const made = delays(waiting())
      delay = made.delay
      walk.cleanups.push(async () => made.forget())
    }
    return delay(milliseconds)
  }
  return {
    call: body ? withBody(walk.call, body) : walk.call,
    replies: walk.route.row.replies,
    proceed(call) {
      if (call) {
        walk.call = call
        // The input was read from the call that this one replaces.
        walk.input = undefined
      }
      return refusalToAnswer(walk, inner)
    },
    pause: delayed,
    hold: (milliseconds) => hold(waiting(), scenario, milliseconds),
    now: () => wallClock(walk.dependencies.platform),
    refuse: (key, values) => requestedRefusal(walk, key, values),
    fraction,
  }
}
