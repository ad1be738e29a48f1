/** The scenarios that a world defines, and the document of a scenario. */

import { zulu } from '../../wire/values/timestamp.ts'
import { defineRecord, type Records } from '../../world/records/records.ts'
import { forgetAllCounts } from '../../world/scenario/scenario-state.ts'
import type { Calls, Rule, Scenario } from '../../world/scenario.ts'
import type { ProvenScenario } from './read-scenario.ts'

export interface DefinedScenarios {
  /** By name. It is replaced, never changed: a cache compares it by identity. */
  readonly all: ReadonlyMap<string, Scenario>
  /** The same name replaces. */
  define(scenario: Scenario): void
  undefine(name: string): void
}

/** A scenario that a world defines hides one of the catalogue with its name. */
export const definedScenarios = defineRecord({
  name: 'scenario',
  key: ({ name }: Scenario) => name,
  open(table, records): DefinedScenarios {
    const read = () => new Map(table.findMany().map((scenario) => [scenario.name, scenario]))
    let all = read()
    return {
      get all() {
        return all
      },
      define(scenario) {
        table.put(scenario)
        all = read()
        forgetAllCounts(records, scenario.name)
      },
      undefine(name) {
        const known = table.get(name)
        if (known) table.remove(known)
        all = read()
        forgetAllCounts(records, name)
      },
    }
  },
})

/** The scenarios that a world defines, by name. */
export const definedIn = ({ of }: Records): ReadonlyMap<string, Scenario> => of(definedScenarios).all

/** In the form of a scenario file. */
export function writtenRule({
  on,
  where,
  calls,
  probability,
  after,
  for: lasting,
  every,
  until,
  per,
  effects: named,
}: Rule): Record<string, unknown> {
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

/** In the form of a scenario file: `3`, `"2-5"`, `"2-"` or `{ every: 3 }`. */
export function writtenCalls(calls: Calls): number | string | { readonly every: number } {
  if ('every' in calls) return calls
  if (calls.from === calls.to) return calls.from
  return `${calls.from}-${Number.isFinite(calls.to) ? calls.to : ''}`
}

const duration = (milliseconds: number | undefined) => (milliseconds === undefined ? undefined : `PT${milliseconds / 1000}S`)

/** The document of a scenario, as in its file. */
export function documentOf(scenario: Scenario): Record<string, unknown> {
  const { summary, description, guidance, given, proof } = scenario as ProvenScenario
  const all = { summary, description, guidance, given, rules: scenario.rules.map(writtenRule), proof }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined))
}
