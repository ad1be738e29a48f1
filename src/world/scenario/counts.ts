/** Counts the calls and jobs that the rules of a scenario cover. */
import { getOrCreate } from '../../wire/when-needed.ts'
import { random } from '../random.ts'
import type { Records } from '../records/records.ts'
import { askedCounts, type Counts, scenarioCounts, separateCounts } from './scenario-state.ts'

/** Counts one more for a rule of a scenario, and returns the new count. */
export function countRule({ of }: Records, scenario: string, rule: number): number {
  const all = of(scenarioCounts)
  const counts = all.get(scenario) ?? all.insert({ scenario, calls: [] })
  const next = countCall(counts, rule)
  all.changed(counts)
  return next
}

function countCall({ calls }: Pick<Counts, 'calls'>, rule: number): number {
  const next = (calls[rule] ?? 0) + 1
  calls[rule] = next
  return next
}

/** Callers choose the names: beyond this number, the oldest one is forgotten. */
const crowd = 100_000

/** Counts one more for a name that a scenario counts separately. */
export function countApart({ of }: Records, scenario: string, name: string): number {
  const all = of(separateCounts)
  const ofScenario = getOrCreate(all.byScenario, scenario, () => new Map())
  const key = shortened(name)
  const known = ofScenario.get(key)
  if (known) {
    known.count++
    all.changed(known)
    return known.count
  }
  const [oldest] = ofScenario.size >= crowd ? ofScenario.values() : []
  if (oldest) {
    ofScenario.delete(oldest.name)
    all.remove(oldest)
  }
  ofScenario.set(key, all.insert({ scenario, name: key, count: 1 }))
  return 1
}

/** Source: decisions §14. */
const mostAsked = 10_000

/** Counts one more for a rule, for one thing that a header asks a scenario for. The counts begin anew after `lasting` world milliseconds. */
export function countAsked(
  { of }: Records,
  { scenario, rule, thing }: { readonly scenario: string; readonly rule: number; readonly thing: string },
  now: number,
  lasting = Number.POSITIVE_INFINITY,
): { readonly nth: number; readonly since: number } {
  const all = of(askedCounts)
  const name = `${scenario} ${shortened(thing)}`
  let counts = all.get(name)
  if (!counts || now - counts.since >= lasting) {
    if (counts) all.remove(counts)
    const [oldest] = all.size >= mostAsked ? all.values() : []
    if (oldest) all.remove(oldest)
    counts = all.insert({ name, since: now, calls: [] })
  }
  const nth = countCall(counts, rule)
  all.changed(counts)
  return { nth, since: counts.since }
}

/** A name of a client's choice can have any length. */
const shortened = (name: string) => (name.length <= 200 ? name : random('name', name).hex(32))
