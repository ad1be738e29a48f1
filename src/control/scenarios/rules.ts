/** A scenario's rules as written in its file, sentences that describe their effects, and the scenario's chapter. */
import type { z } from 'zod'
import { type Effect, type EffectName, effects } from '../../service/failures/effects.ts'
import { writtenRule } from '../../service/failures/read-scenario.ts'
import type { Rule, Scenario } from '../../service/world/scenario.ts'
import type { effectReply, rulesReply } from './rows.ts'

export const showRules = ({ rules }: Scenario): z.output<typeof rulesReply> => ({
  rules: rules.map(writtenRule),
  explained: rules.map((rule) => effectsOf(rule).map((effect) => effect.explained)),
})

/** Returns a rule's effects, in the order in which they take effect. */
export const effectsOf = (rule: Rule): z.output<typeof effectReply>[] =>
  Object.entries<Effect>(effects).flatMap(([name, effect]) => {
    const options = rule.effects[name]
    return options === undefined ? [] : [{ effect: name, options, explained: effect.explain(options) }]
  })

const chapters: Readonly<Record<EffectName, string>> = {
  refuse: 'Refusals',
  'early-answer': 'Refusals',
  respond: 'Replies from a proxy',
  latency: 'Slow and hanging',
  throttle: 'Slow and hanging',
  hold: 'Slow and hanging',
  disconnect: 'Broken connections and replies',
  truncate: 'Broken connections and replies',
  garble: 'Broken connections and replies',
  grease: 'Additions',
  outage: 'Outages',
  exhaust: 'Rate limits',
  skew: 'Clocks',
  keys: 'Keys',
  outcome: 'Messages',
  scan: 'Virus scans',
  events: 'Events',
  receiver: 'Events',
  stale: 'Delayed visibility',
  shuffle: 'Unspecified order',
  collide: 'Simultaneous calls',
}
const mixtures = 'Mixtures'

/** In documentation order. */
export const chapterNames: readonly string[] = [...new Set([...Object.values(chapters), mixtures])]

export function chapterOf({ rules }: Scenario): string {
  const used = new Set(rules.flatMap(({ effects }) => Object.keys(effects).map((name) => chapters[name as EffectName])))
  return used.size > 1 ? mixtures : ([...used][0] ?? mixtures)
}
