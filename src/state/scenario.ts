/** A scenario as the engine applies it, and what a world remembers of those that are switched on. */

import { remember } from '../wire/remember.ts'
import { endOfTime } from '../wire/send-time.ts'
import type { Service } from '../wire/services.ts'

/** How often a rule applies: a first and a last call, or every so many. Counted from 1. */
export type Calls = { readonly from: number; readonly to: number } | { readonly every: number }

export interface Where {
  readonly org?: string | undefined
  readonly client?: string | undefined
  readonly scope?: string | undefined
  readonly recipient?: string | undefined
  readonly resource?: string | undefined
  readonly environment?: 'test' | 'production' | undefined
  readonly header?: Readonly<Record<string, string>> | undefined
}

export interface Rule {
  /** A row, a job, an area, or `all`; absent: whoever depends on the services that are out. */
  readonly on?: string | undefined
  readonly where?: Where | undefined
  readonly calls?: Calls | undefined
  /** From 0 to 1. */
  readonly probability?: number | undefined
  /** World milliseconds after the switching on. */
  readonly after?: number | undefined
  readonly for?: number | undefined
  /** World milliseconds since 1970. */
  readonly until?: number | undefined
  readonly per?: 'caller' | 'idempotencyId' | undefined
  readonly down: readonly Service[]
  /** By the effect's name, its options. */
  readonly effects: Readonly<Record<string, unknown>>
}

export interface Scenario {
  readonly name: string
  readonly summary: string
  readonly description?: string | undefined
  readonly guidance?: string | undefined
  readonly rules: readonly Rule[]
  /** Where it came from: it was built in, lies in a folder of the user's, or was defined in this world. */
  readonly source: 'built-in' | 'folder' | 'defined'
}

export interface Active {
  readonly name: string
  readonly since: number
  readonly until?: number | undefined
}

export interface ScenarioState {
  /** In the order in which they were switched on. */
  active: Active[]
  readonly defined: Map<string, Scenario>
  /** scenario → rule and whoever it is counted for → calls covered. */
  readonly counts: Map<string, Map<string, number>>
}

export const createScenarioState = (): ScenarioState => ({ active: [], defined: new Map(), counts: new Map() })

/** One more call that a rule covers: which one it is. */
export function count(state: ScenarioState, scenario: string, key: string): number {
  const counts = remember(state.counts, scenario, () => new Map<string, number>())
  const next = (counts.get(key) ?? 0) + 1
  counts.set(key, next)
  return next
}

/** What is switched on stays so for as long as it would have, on a clock that was set otherwise. */
export function rebase(state: ScenarioState, milliseconds: number): void {
  state.active = state.active.map(({ name, since, until }) => ({
    name,
    since: since + milliseconds,
    until: until === undefined ? undefined : Math.min(until + milliseconds, endOfTime),
  }))
}
