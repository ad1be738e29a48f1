/** Counts the calls and jobs that the rules of a scenario cover. */
import { getOrCreate } from '../wire/get-or-create.ts'
import type { Counts, ScenarioState } from './scenario.ts'

export const countsOf = ({ counts }: ScenarioState, scenario: string): Counts =>
  getOrCreate(counts, scenario, () => ({ calls: [], apart: new Map() }))

/** Counts one more for a rule, and returns the new count. */
export function countCall({ calls }: Counts, rule: number): number {
  const next = (calls[rule] ?? 0) + 1
  calls[rule] = next
  return next
}

/** Callers choose the names: beyond this number, the oldest one is forgotten. */
const crowd = 100_000

/** The same for a name that is counted separately. */
export function countApart({ apart }: Counts, name: string): number {
  const next = (apart.get(name) ?? 0) + 1
  if (next === 1 && apart.size >= crowd) for (const [oldest] of apart) if (apart.delete(oldest)) break
  apart.set(name, next)
  return next
}
