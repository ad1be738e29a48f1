/** The `rules` stage: applies `Prefer`, overrides, `X-Standin-Scenario` and active scenarios. */

import type { Circumstances } from '../../areas/circumstances.ts'
import { type Ruleset, rulesetOf } from '../../failures/active-rules.ts'
import type { CatalogueScenarios } from '../../failures/catalogue.ts'
import { type Chosen, choose, type Subject } from '../../failures/choose.ts'
import { type Around, withBody } from '../../failures/effects.ts'
import { delays, gatesOf, gateWait, hold, overridesOf, waitAtGates } from '../../failures/interventions.ts'
import { isCurrent } from '../../tokens/trust.ts'
import { type Answer, header } from '../../wire/call.ts'
import type { About } from '../../wire/row.ts'
import { wallClock } from '../../world/platform.ts'
import { noteRule } from '../journal-line/line.ts'
import { bodyAtMinimumRate } from '../reading/minimum-upload-rate.ts'
import { refusalToAnswer } from '../stages/say.ts'
import { signalOf, type Walk } from '../walk.ts'
import { overrideAnswer } from './apply-overrides.ts'
import { applyPreference, ignoredPreference, preferenceIn, requestedRefusal } from './requested-refusal.ts'
import { type AskedScenario, askedScenario, bodyTells, readRuleInput, readThing, thingOf } from './rule-input.ts'

/** Runs the call's remaining stages. */
type Serve = (walk: Walk) => Promise<Answer>

/** Gates wrap all other effects. */
export async function applyRules(walk: Walk, serve: Serve): Promise<Answer> {
  const gates = gatesOf(walk.world, walk.route.row.id)
  return gates ? throughGates(walk, gates, serve) : applyWishes(walk, serve)
}

async function throughGates(walk: Walk, gates: NonNullable<ReturnType<typeof gatesOf>>, serve: Serve): Promise<Answer> {
  const { waitUntil, forget } = gateWait({
    world: walk.world,
    id: walk.line.id,
    signal: signalOf(walk),
    pause: walk.dependencies.platform.pause,
  })
  const { promise: worked, resolve: done } = Promise.withResolvers<void>()
  const path = walk.world.journal.redact.path(walk.line.path ?? '')
  const call = { worked, line: { id: walk.line.id, method: walk.call.method, path }, waitUntil }
  try {
    await waitAtGates(gates, 'before-work', call)
    const answer = await refusalToAnswer(walk, () => applyWishes(walk, serve))
    done()
    await waitAtGates(gates, 'after-work', call)
    return answer
  } finally {
    done()
    forget()
  }
}

/**
 * Applies what the call's headers, overrides and scenarios ask for. Headers take precedence over overrides, and overrides take precedence
 * over scenarios.
 */
async function applyWishes(walk: Walk, serve: Serve): Promise<Answer> {
  const prefer = header(walk.call.headers, 'prefer')
  const preference = prefer === undefined ? undefined : preferenceIn(prefer)
  if (preference !== undefined) return applyPreference(walk, preference)
  if (prefer !== undefined) walk.note = ignoredPreference(prefer)
  const overrides = overridesOf(walk.world, walk.route.row.id)
  const overridden = overrides && (await overrideAnswer(walk, overrides))
  if (overridden) return overridden
  const scenarioHeader = header(walk.call.headers, 'x-standin-scenario')
  const scenario = scenarioHeader === undefined ? undefined : askedScenario(scenarioHeader)
  if (scenario === undefined && walk.world.scenarios.active.length === 0) return serve(walk)
  const chosen = await findRule(walk, await walk.dependencies.scenarios(), scenario)
  if (!chosen) return serve(walk)
  walk.circumstances = decided(chosen, walk.circumstances)
  skew(walk)
  return wrapped(walk, chosen, serve)
}

/** Reads the request only if a rule needs it. */
async function findRule(walk: Walk, catalogue: CatalogueScenarios, scenario: AskedScenario | undefined): Promise<Chosen | undefined> {
  const covering = rulesetOf(walk.world, catalogue, scenario?.name).of(walk.route.row)
  if (scenario && !covering.rules.some((rule) => rule.asked))
    walk.note = `the scenario ${scenario.name} has no effect on ${walk.route.row.id}`
  const run = scenario?.run
  const look = (about: About, thing?: string) => chosenOf(walk, covering, { about, thing, asked: scenario && { run, thing: thing ?? '' } })
  if ((covering.needsThing || (covering.countsThings && run === undefined)) && bodyTells(walk)) {
    const { about, thing } = await readThing(walk)
    return look(about, thing)
  }
  const about = covering.needsAbout ? (await readRuleInput(walk)).about : {}
  return look(about, covering.needsThing || scenario ? thingOf(walk) : undefined)
}

function chosenOf(
  { address, caller, call, line, world }: Walk,
  covering: ReturnType<Ruleset['of']>,
  known: Pick<Subject, 'about' | 'thing' | 'asked'>,
): Chosen | undefined {
  if (covering.rules.length === 0) {
    noteRule(line, covering.noneConsidered)
    return undefined
  }
  const { chosen, considered } = choose(world, covering, {
    call: { caller, headers: call.headers },
    environment: address.environment,
    ...known,
  })
  noteRule(line, considered, chosen)
  return chosen
}

export function decided({ rule, draws }: Chosen, circumstances: Circumstances): Circumstances {
  return rule.decides.reduce((current, { effect, options }) => effect.decide(options, current, draws), circumstances)
}

/** Checks the token again if a rule skews the clock. */
function skew(walk: Walk): void {
  const ahead = walk.circumstances.skew()
  if (ahead === 0) return
  const bearer = walk.caller ?? walk.expiredCaller
  const isValid = bearer !== undefined && isCurrent(bearer, walk.world.clock.now() + ahead)
  walk.caller = isValid ? bearer : undefined
  walk.expiredCaller = isValid ? undefined : bearer
}

/** Nests wrapping effects in table order. The first is the outermost and may answer without calling the rest. */
function wrapped(walk: Walk, { rule, draws }: Chosen, serve: Serve): Promise<Answer> {
  const chain = rule.wraps.reduceRight<Serve>(
    (inner, { effect, options }) =>
      async () =>
        effect.wrap(options, around(walk, rule.scenario, inner, draws.fraction)),
    serve,
  )
  return chain(walk)
}

function around(walk: Walk, scenario: string, inner: Serve, fraction: () => number): Around {
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
        // The effect has replaced the call, so the input that was read from the original call is discarded.
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
