/** Scenarios, their rules, and the result of each rule for a call or job. */
import type { About } from '../wire/row.ts'

export {
  type Active,
  askedCounts,
  countApart,
  countAsked,
  countRule,
  countsOf,
  forgetAllCounts,
  forgetCounts,
  rebase,
  type ScenarioState,
  scenarioCounts,
  separateCounts,
} from './scenario/state.ts'

/** The calls that a rule applies to: a range or every nth call, counted from 1. */
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
  /** A row, a job, an area, or `all`. Default: all rows and jobs that the rule's effects can change. */
  readonly on?: string | undefined
  readonly where?: Where | undefined
  readonly calls?: Calls | undefined
  /** From 0 to 1. */
  readonly probability?: number | undefined
  /** Milliseconds of world time after the scenario's activation. */
  readonly after?: number | undefined
  readonly for?: number | undefined
  /** Milliseconds of world time after which the rule's period repeats. */
  readonly every?: number | undefined
  /** Milliseconds of world time since 1970. */
  readonly until?: number | undefined
  readonly per?: 'caller' | 'idempotencyId' | 'thing' | undefined
  /** Each effect's options, keyed by effect. */
  readonly effects: Readonly<Record<string, unknown>>
}

export interface Scenario {
  readonly name: string
  readonly summary: string
  readonly description?: string | undefined
  readonly guidance?: string | undefined
  readonly rules: readonly Rule[]
  /** The scenario's origin: built into Standin, read from a user's folder, or defined in this world. */
  readonly source: 'built-in' | 'folder' | 'defined'
}

export const gatePlaces = ['before-work', 'after-work'] as const
export type GatePlace = (typeof gatePlaces)[number]

/** The period during which a rule applies, in milliseconds of world time. */
export interface RuleTime {
  readonly from: number
  readonly to: number
}

/** A rule in a scenario that is active or requested by a header. Plain data, stored in the journal. */
export interface ActiveRule extends RuleTime {
  readonly scenario: string
  /** The rule's position in the scenario, counted from 0. */
  readonly at: number
  readonly rule: Rule
}

/** A rule's result for a call or job: it applied, an earlier rule applied instead, or the named condition was not met. */
export const ruleResults = [
  'applied',
  'overtaken',
  'calls',
  'probability',
  'after',
  'until',
  'every',
  'environment',
  'org',
  'client',
  'scope',
  'resource',
  'recipient',
  'header',
] as const
export type RuleResult = (typeof ruleResults)[number]

export interface ConsideredRule {
  readonly result: RuleResult
  /**
   * The position of this call or job among those that the rule covers, counted from 1. `null` if the rule does not count the call or job.
   */
  readonly nth: number | null
  /** Set if a header requested the scenario. The rule's period then starts with the first call for the same target. */
  readonly time?: RuleTime | undefined
}

/** The rules considered for a call or job, and their results. The results are formatted when the journal is read. */
export interface RulesConsidered {
  /** All active rules, in evaluation order. */
  readonly all: readonly ActiveRule[]
  /** The rules that can cover this row or job. */
  readonly covering: readonly ActiveRule[]
  readonly results: readonly ConsideredRule[]
  readonly about: About
}
