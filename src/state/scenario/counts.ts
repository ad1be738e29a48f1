/** Counts the calls and jobs that the rules of a scenario cover. */
import { getOrCreate } from '../../wire/get-or-create.ts'
import { random } from '../random.ts'
import type { AskedCounts, Counts, ScenarioState } from './scenario-state.ts'

export const countsOf = ({ counts }: ScenarioState, scenario: string): Counts =>
  getOrCreate(counts, scenario, () => ({ calls: [], apart: new Map() }))

/** Counts one more for a rule of a scenario, and returns the new count. */
export function countRule({ counts: all }: ScenarioState, scenario: string, counts: Counts, rule: number): number {
  const next = countCall(counts, rule)
  // What is kept in a folder learns of the change here.
  all.set(scenario, counts)
  return next
}

/** Counts one more for a rule, and returns the new count. */
export function countCall({ calls }: Pick<Counts, 'calls'>, rule: number): number {
  const next = (calls[rule] ?? 0) + 1
  calls[rule] = next
  return next
}

/** Callers choose the names: beyond this number, the oldest one is forgotten. */
const crowd = 100_000

/** The same for a name that is counted separately. */
export function countApart({ apart }: Counts, name: string): number {
  const key = shortened(name)
  const next = (apart.get(key) ?? 0) + 1
  if (next === 1) makeRoom(apart, crowd)
  apart.set(key, next)
  return next
}

/** Source: decisions §14. */
const mostAsked = 10_000

/** The counts of one thing that a header asks a scenario for. They begin anew after `lasting` world milliseconds. */
export function askedCounts(
  { asked }: ScenarioState,
  scenario: string,
  thing: string,
  now: number,
  lasting = Number.POSITIVE_INFINITY,
): AskedCounts {
  const key = `${scenario} ${shortened(thing)}`
  const known = asked.get(key)
  if (known && now - known.since < lasting) {
    // What follows counts in it: what is kept in a folder learns of that here.
    asked.set(key, known)
    return known
  }
  asked.delete(key)
  makeRoom(asked, mostAsked)
  const made = { since: now, calls: [] }
  asked.set(key, made)
  return made
}

function makeRoom(all: Map<string, unknown>, most: number): void {
  if (all.size >= most) for (const [oldest] of all) if (all.delete(oldest)) return
}

/** A name of a client's choice can have any length. */
const shortened = (name: string) => (name.length <= 200 ? name : random('name', name).hex(32))
