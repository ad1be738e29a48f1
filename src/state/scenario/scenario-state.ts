/** What a world remembers of scenarios: which are active or defined, and what their rules have counted. */
import { endOfTime } from '../../wire/values/timestamp.ts'
import type { Scenario } from '../scenario.ts'

export interface Active {
  readonly name: string
  readonly since: number
  readonly until?: number | undefined
}

/** `active` and `defined` are replaced, never changed: a cache compares them by identity. */
export interface ScenarioState {
  /** In the order in which they were switched on. */
  active: readonly Active[]
  defined: ReadonlyMap<string, Scenario>
  /** By scenario. */
  readonly counts: Map<string, Counts>
  /** What a header asked for is counted apart, by scenario and thing asked for. The oldest comes first. */
  readonly asked: Map<string, AskedCounts>
}

export const createScenarioState = (): ScenarioState => ({ active: [], defined: new Map(), counts: new Map(), asked: new Map() })

export function define(state: ScenarioState, scenario: Scenario): void {
  state.defined = new Map([...state.defined, [scenario.name, scenario]])
  forgetCounts(state, scenario.name)
}

export function undefine(state: ScenarioState, name: string): void {
  state.defined = new Map([...state.defined].filter(([each]) => each !== name))
  forgetCounts(state, name)
}

/** The rules of a scenario have changed: it counts from 1 again. */
export function forgetCounts({ counts, asked }: ScenarioState, scenario: string): void {
  counts.delete(scenario)
  for (const name of asked.keys()) if (name.startsWith(`${scenario} `)) asked.delete(name)
}

/** Moves the times of the scenarios by as much as the clock was moved. */
export function rebase(state: ScenarioState, milliseconds: number): void {
  state.active = state.active.map(({ name, since, until }) => ({
    name,
    since: since + milliseconds,
    until: until === undefined ? undefined : Math.min(until + milliseconds, endOfTime),
  }))
  for (const counts of state.asked.values()) counts.since += milliseconds
}

/** How many calls and jobs each rule of a scenario has covered since it was switched on. */
export interface Counts {
  /** By the position of the rule in its scenario. */
  readonly calls: number[]
  /** Counted separately, by caller, idempotencyId, or a name that an effect remembers. */
  readonly apart: Map<string, number>
}

/** The same for one thing that a header asked for. */
export interface AskedCounts extends Pick<Counts, 'calls'> {
  /** The world milliseconds of the first call. */
  since: number
}
