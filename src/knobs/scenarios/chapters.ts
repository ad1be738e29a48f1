/** What a scenario breaks: the chapter under which it is listed. */
import type { EffectName } from '../../effects/index.ts'
import type { Scenario } from '../../state/scenario.ts'

const chapters: Readonly<Record<EffectName, string>> = {
  refuse: 'Refusals',
  'early-answer': 'Refusals',
  respond: 'Answers of a proxy',
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
  stale: 'Changes that are seen late',
  shuffle: 'Order that is not promised',
  collide: 'Calls of the same moment',
}
const mixtures = 'Mixtures'

/** In the order of the documentation. */
export const chapterNames: readonly string[] = [...new Set([...Object.values(chapters), mixtures])]

export function chapterOf({ rules }: Scenario): string {
  const found = new Set(rules.flatMap(({ effects }) => Object.keys(effects).map((name) => chapters[name as EffectName])))
  return found.size > 1 ? mixtures : ([...found][0] ?? mixtures)
}
