/** A world's scenario state: active scenarios and the call counts of their rules. */
import { endOfTime } from '../../wire/timestamp.ts'
import { getOrCreate } from '../../wire/when-needed.ts'
import { random } from '../random.ts'
import type { Table } from '../records/table.ts'
import { defineRecord, type Records } from '../records.ts'

export interface Active {
  readonly name: string
  readonly since: number
  readonly until?: number | undefined
}

export interface ScenarioState {
  /** In order of activation. The list is replaced but never modified, because a cache compares it by identity. */
  active: readonly Active[]
}

export const createScenarioState = (): ScenarioState => ({ active: [] })

/** Number of calls and jobs that each rule of a scenario has covered since activation. */
export interface Counts {
  readonly scenario: string
  /** Indexed by the rule's position in the scenario. */
  readonly calls: number[]
}

/** A separate count for a rule: per caller, per idempotencyId, or per name that an effect uses. */
export interface SeparateCount {
  readonly scenario: string
  readonly name: string
  count: number
}

/** A target's counts for a scenario requested in a header. */
export interface AskedCounts extends Pick<Counts, 'calls'> {
  /** The scenario and the target. */
  readonly name: string
  /** When the first call was made, in milliseconds of world time. */
  since: number
}

export const scenarioCounts = defineRecord({
  name: 'count',
  key: ({ scenario }: Counts) => scenario,
})

/** Returns the number of calls and jobs that each rule of a scenario has covered. */
export const countsOf = ({ of }: Records, scenario: string): readonly number[] => of(scenarioCounts).get(scenario)?.calls ?? []

export interface SeparateCounts extends Table<SeparateCount> {
  /** scenario → name → count, oldest first. */
  readonly byScenario: Map<string, Map<string, SeparateCount>>
}

export const separateCounts = defineRecord({
  name: 'countApart',
  key: ({ scenario, name }: SeparateCount) => `${scenario}\n${name}`,
  open(table): SeparateCounts {
    const byScenario: SeparateCounts['byScenario'] = new Map()
    for (const each of table.values()) getOrCreate(byScenario, each.scenario, () => new Map()).set(each.name, each)
    return Object.assign(table, { byScenario })
  },
})

/** Counts for scenarios requested in headers, keyed by scenario and target, oldest first. */
export const askedCounts = defineRecord({
  name: 'asked',
  key: ({ name }: AskedCounts) => name,
})

/** Resets a scenario's counts. Called when the scenario is activated. */
export function forgetCounts({ of }: Records, scenario: string): void {
  const counts = of(scenarioCounts).get(scenario)
  if (counts) of(scenarioCounts).remove(counts)
  const separate = of(separateCounts)
  for (const each of separate.byScenario.get(scenario)?.values() ?? []) separate.remove(each)
  separate.byScenario.delete(scenario)
}

/** Resets all of a scenario's counts, including those for headers. Called when the scenario's rules have changed. */
export function forgetAllCounts(records: Records, scenario: string): void {
  forgetCounts(records, scenario)
  const headerCounts = records.of(askedCounts)
  for (const counts of headerCounts.findMany(({ name }) => name.startsWith(`${scenario} `))) headerCounts.remove(counts)
}

/** Shifts all scenario times by as many milliseconds as the clock was moved. */
export function rebase(state: ScenarioState, { of }: Records, milliseconds: number): void {
  state.active = state.active.map(({ name, since, until }) => ({
    name,
    since: since + milliseconds,
    until: until === undefined ? undefined : Math.min(until + milliseconds, endOfTime),
  }))
  const headerCounts = of(askedCounts)
  for (const counts of headerCounts.values()) {
    counts.since += milliseconds
    headerCounts.changed(counts)
  }
}

/** Increments a rule's count and returns it. */
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

/** Maximum number of names per scenario. A limit is needed because callers choose the names. The oldest name is dropped first. */
const crowd = 100_000

/** Increments the count stored for a name, and returns it. */
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

/**
 * Increments a rule's count for a target and a scenario requested in a header. Counts restart after `lasting` milliseconds of world
 * time.
 */
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

/** Replaces a long name with a hash, because clients choose the names and can make them any length. */
const shortened = (name: string) => (name.length <= 200 ? name : random('name', name).hex(32))
