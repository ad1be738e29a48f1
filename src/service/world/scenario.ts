/** A scenario and its rules, and which of them looked at a call or a job. */
import type { About } from '../wire/row.ts'

/** To which calls a rule applies: from a first to a last one, or to every nth. Counted from 1. */
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
  /** A row, a job, an area, or `all`; absent: everything that its effects concern. */
  readonly on?: string | undefined
  readonly where?: Where | undefined
  readonly calls?: Calls | undefined
  /** From 0 to 1. */
  readonly probability?: number | undefined
  /** World milliseconds after the scenario is switched on. */
  readonly after?: number | undefined
  readonly for?: number | undefined
  /** World milliseconds after which it begins again. */
  readonly every?: number | undefined
  /** World milliseconds since 1970. */
  readonly until?: number | undefined
  readonly per?: 'caller' | 'idempotencyId' | 'thing' | undefined
  /** The options of each effect, by its name. */
  readonly effects: Readonly<Record<string, unknown>>
}

export interface Scenario {
  readonly name: string
  readonly summary: string
  readonly description?: string | undefined
  readonly guidance?: string | undefined
  readonly rules: readonly Rule[]
  /** Built in, from a folder of the user, or defined in this world. */
  readonly source: 'built-in' | 'folder' | 'defined'
}

export const gatePlaces = ['before-work', 'after-work'] as const
export type GatePlace = (typeof gatePlaces)[number]

/** The world milliseconds from and to which a rule applies. */
export interface RuleTime {
  readonly from: number
  readonly to: number
}

/** A rule of a scenario that is switched on or asked for. Plain data: it lies in the journal. */
export interface ActiveRule extends RuleTime {
  /** The scenario's name. */
  readonly scenario: string
  /** Its position in the scenario, counted from 0. */
  readonly at: number
  readonly rule: Rule
}

/** Whether a rule applied to a call or job, was overtaken by an earlier rule, or which of its conditions was not met. */
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

/** The result of one rule, for one call or job. */
export interface ConsideredRule {
  readonly result: RuleResult
  /** The number of this call or job among those that the rule covers, counted from 1; null: the rule does not count it. */
  readonly nth: number | null
  /** Set for a rule that a header asks for: its time runs from the first call for the same thing. */
  readonly time?: RuleTime | undefined
}

/** The rules that looked at a call or job, and their results. They become words when the journal is read. */
export interface RulesConsidered {
  /** Every active rule, in the order in which they are asked. */
  readonly all: readonly ActiveRule[]
  /** The rules that can cover the row or job. */
  readonly covering: readonly ActiveRule[]
  /** One for each covering rule. */
  readonly results: readonly ConsideredRule[]
  readonly about: About
}
