/** The rules of a scenario, as its author could have written them, and each effect in a sentence. */
import type { z } from 'zod'
import type { effectReply, rulesReply } from '../../control-replies/scenarios.ts'
import type { Effect } from '../../effects/effect.ts'
import { effects } from '../../effects/index.ts'
import { writtenRule } from '../../scenario/defined.ts'
import type { Rule, Scenario } from '../../state/scenario.ts'

export const showRules = ({ rules }: Scenario): z.output<typeof rulesReply> => ({
  rules: rules.map(writtenRule),
  explained: rules.map((rule) => effectsOf(rule).map((effect) => effect.explained)),
})

/** The effects of a rule, in the order in which they act. */
export const effectsOf = (rule: Rule): z.output<typeof effectReply>[] =>
  Object.entries<Effect>(effects).flatMap(([name, effect]) => {
    const options = rule.effects[name]
    return options === undefined ? [] : [{ effect: name, options, explained: effect.explain(options) }]
  })
