/** A scenario as the engine applies it, and what a world remembers of those that are switched on. */

import type { About } from '../wire/row.ts'
import { endOfTime } from '../wire/values/send-time.ts'
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
  /** A row, a job, an area, or `all`; absent: whatever its effects concern. */
  readonly on?: string | undefined
  readonly where?: Where | undefined
  readonly calls?: Calls | undefined
  /** From 0 to 1. */
  readonly probability?: number | undefined
  /** World milliseconds after the switching on. */
  readonly after?: number | undefined
  readonly for?: number | undefined
  /** World milliseconds after which it begins again. */
  readonly every?: number | undefined
  /** World milliseconds since 1970. */
  readonly until?: number | undefined
  readonly per?: 'caller' | 'idempotencyId' | undefined
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

/** Lists and maps are replaced, never changed: whoever has laid them out sees by that whether they are still the same. */
export interface ScenarioState {
  /** In the order in which they were switched on. */
  active: readonly Active[]
  defined: ReadonlyMap<string, Scenario>
  /** By scenario. */
  readonly counts: Map<string, Counts>
}

export const createScenarioState = (): ScenarioState => ({ active: [], defined: new Map(), counts: new Map() })

export function define(state: ScenarioState, scenario: Scenario): void {
  state.defined = new Map([...state.defined, [scenario.name, scenario]])
  state.counts.delete(scenario.name)
}

export function undefine(state: ScenarioState, name: string): void {
  state.defined = new Map([...state.defined].filter(([each]) => each !== name))
  state.counts.delete(name)
}

/** A rule of a scenario that is switched on, and the world milliseconds from and to which it applies. */
export interface ActiveRule {
  readonly scenario: Scenario
  /** Its place in the scenario. */
  readonly at: number
  readonly rule: Rule
  readonly from: number
  readonly to: number
}

/** Whether a rule applied to a call or job, was overtaken by an earlier rule, or which of its conditions was not met. */
export type RuleResult =
  | 'applied'
  | 'overtaken'
  | 'calls'
  | 'probability'
  | 'after'
  | 'until'
  | 'every'
  | 'environment'
  | 'org'
  | 'client'
  | 'scope'
  | 'resource'
  | 'recipient'
  | 'header'

/** What one rule came to. */
export interface CountedResult {
  readonly result: RuleResult
  /** Which of the calls and jobs that the rule covers this was, counted from 1; null: the rule does not cover it. */
  readonly nth: number | null
}

/** Which rules looked at a call or job, and what each came to: put into words on request. */
export interface RulesConsidered {
  /** Every rule that was switched on, in the order in which they are asked. */
  readonly all: readonly ActiveRule[]
  /** Those of them that can be about the row or job at all. */
  readonly covering: readonly ActiveRule[]
  /** One for each covering rule. */
  readonly results: readonly CountedResult[]
  readonly about: About
}

/** What is switched on stays so for as long as it would have, on a clock that was set otherwise. */
export function rebase(state: ScenarioState, milliseconds: number): void {
  state.active = state.active.map(({ name, since, until }) => ({
    name,
    since: since + milliseconds,
    until: until === undefined ? undefined : Math.min(until + milliseconds, endOfTime),
  }))
}

/** How often each rule of a scenario has covered something since it was switched on. */
export interface Counts {
  /** By the rule's place in its scenario. */
  readonly calls: number[]
  /** What is counted apart: for a caller, an idempotencyId, a name that an effect remembers. */
  readonly apart: Map<string, number>
}
