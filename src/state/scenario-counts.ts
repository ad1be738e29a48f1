/** How often each rule of a scenario has come into it. */
import { getOrCreate } from '../wire/get-or-create.ts'
import type { Counts, ScenarioState } from './scenario.ts'
export const countsOf = ({ counts }: ScenarioState, scenario: string): Counts =>
  getOrCreate(counts, scenario, () => ({ calls: [], apart: new Map() }))

/** One more call that a rule covers: which one it is. */
export function countCall({ calls }: Counts, rule: number): number {
  const next = (calls[rule] ?? 0) + 1
  calls[rule] = next
  return next
}

/** Names come from calls: past so many, the first ones are forgotten. */
const crowd = 100_000

/** The same for what is counted apart. */
export function countApart({ apart }: Counts, name: string): number {
  const next = (apart.get(name) ?? 0) + 1
  if (next === 1 && apart.size >= crowd) for (const [oldest] of apart) if (apart.delete(oldest)) break
  apart.set(name, next)
  return next
}
