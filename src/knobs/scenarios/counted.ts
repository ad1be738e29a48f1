/** How many calls and jobs each rule of a scenario has covered. */

import type { ScenarioState } from '../../state/scenario/scenario-state.ts'
import type { Scenario } from '../../state/scenario.ts'

/** By the position of the rule. A rule with `per` counts apart for each caller or order: here they are one sum. */
export function countedBy({ counts }: ScenarioState, { name, rules }: Scenario): number[] {
  const { calls = [], apart = new Map<string, number>() } = counts.get(name) ?? {}
  const sums = rules.map((_, at) => calls[at] ?? 0)
  for (const [key, count] of apart) {
    const at = Number(ruleOf.exec(key)?.[1] ?? Number.NaN)
    if (at in sums) sums[at] = (sums[at] ?? 0) + count
  }
  return sums
}

/** The keys of counts begin with the position of the rule. What an effect remembers is no call. */
const ruleOf = /^(\d+) (?!count )/
