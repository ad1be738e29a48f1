/** Which rules looked at a call or a job, and with what result: plain data that a journal line keeps. */
import type { About } from '../../wire/row.ts'
import type { Rule } from '../scenario.ts'

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
