/** The rules of a scenario, as its author could have written them, and each effect in a sentence. */
import type { z } from 'zod'
import type { effectReply, rulesReply } from '../../control-replies/scenarios.ts'
import type { Effect } from '../../effects/effect.ts'
import { effects } from '../../effects/index.ts'
import type { ProvenScenario } from '../../scenario/read-scenario.ts'
import type { Calls, Rule, Scenario } from '../../state/scenario.ts'
import { zulu } from '../../wire/values/timestamp.ts'

export const showRules = ({ rules }: Scenario): z.output<typeof rulesReply> => ({
  rules: rules.map(writtenRule),
  explained: rules.map((rule) => effectsOf(rule).map((effect) => effect.explained)),
})

/** In the form of a scenario file. */
export function writtenRule({
  on,
  where,
  calls,
  probability,
  after,
  for: lasting,
  every,
  until,
  per,
  effects: named,
}: Rule): Record<string, unknown> {
  const all = {
    on,
    where,
    calls: calls && writtenCalls(calls),
    probability,
    after: duration(after),
    for: duration(lasting),
    every: duration(every),
    until: until === undefined ? undefined : zulu(until),
    per,
    ...named,
  }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined))
}

/** In the form of a scenario file: `3`, `"2-5"`, `"2-"` or `{ every: 3 }`. */
export function writtenCalls(calls: Calls): number | string | { readonly every: number } {
  if ('every' in calls) return calls
  if (calls.from === calls.to) return calls.from
  return `${calls.from}-${Number.isFinite(calls.to) ? calls.to : ''}`
}

const duration = (milliseconds: number | undefined) => (milliseconds === undefined ? undefined : `PT${milliseconds / 1000}S`)

/** The effects of a rule, in the order in which they act. */
export const effectsOf = (rule: Rule): z.output<typeof effectReply>[] =>
  Object.entries<Effect>(effects).flatMap(([name, effect]) => {
    const options = rule.effects[name]
    return options === undefined ? [] : [{ effect: name, options, explained: effect.explain(options) }]
  })

/** The document of a scenario, as in its file. */
export function documentOf(scenario: Scenario): Record<string, unknown> {
  const { summary, description, guidance, given, proof } = scenario as ProvenScenario
  const all = { summary, description, guidance, given, rules: showRules(scenario).rules, proof }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined))
}
