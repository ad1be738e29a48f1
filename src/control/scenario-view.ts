/** A scenario as it is shown: its rules as its author could have written them. */
import { z } from 'zod'
import type { Effect } from '../effects/effect.ts'
import { effects } from '../effects/index.ts'
import type { Calls, Rule, Scenario } from '../state/scenario.ts'
import { zulu } from '../wire/values/timestamp.ts'

export const byName = z.object({ name: z.string() })

export const scenarioStatusReply = z.object({
  name: z.string(),
  summary: z.string(),
  source: z.enum(['built-in', 'folder', 'defined']),
  active: z.boolean(),
  until: z.iso.datetime().nullable(),
})

/** `explained` says each effect of each rule in a sentence. */
export const scenarioReply = z.object({
  ...scenarioStatusReply.shape,
  description: z.string().nullable(),
  guidance: z.string().nullable(),
  rules: z.array(z.record(z.string(), z.unknown())),
  explained: z.array(z.array(z.string())),
})

export function showRules({ rules }: Scenario): Pick<z.output<typeof scenarioReply>, 'rules' | 'explained'> {
  return { rules: rules.map(written), explained: rules.map(explained) }
}

/** As the grammar has it. */
function written({ on, where, calls, probability, after, for: lasting, every, until, per, effects: named }: Rule): Record<string, unknown> {
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

function writtenCalls(calls: Calls): unknown {
  if ('every' in calls) return calls
  if (calls.from === calls.to) return calls.from
  return `${calls.from}-${Number.isFinite(calls.to) ? calls.to : ''}`
}

const duration = (milliseconds: number | undefined) => (milliseconds === undefined ? undefined : `PT${milliseconds / 1000}S`)

const explained = (rule: Rule): string[] => effectsOf(rule).map((effect) => effect.explained)

export const effectReply = z.object({ effect: z.string(), options: z.unknown(), explained: z.string() })

/** What a rule does, in the order of doing. */
export const effectsOf = (rule: Rule): z.output<typeof effectReply>[] =>
  Object.entries<Effect>(effects).flatMap(([name, effect]) => {
    const options = rule.effects[name]
    return options === undefined ? [] : [{ effect: name, options, explained: effect.explain(options) }]
  })
