/** One line of the journal: a call, or a job. */

import type { Answer, Call } from '../wire/http/call.ts'
import type { EnvironmentName } from './agenda.ts'
import type { Rule, RulesConsidered } from './scenario.ts'

export interface LineCaller {
  readonly org: string | null
  readonly orgNo: string | null
  readonly clientId: string | null
}

/** One call, from arrival to the end of the sending; or one job. */
export interface Line {
  readonly id: string
  /** World milliseconds since 1970. */
  readonly at: number
  readonly environment: EnvironmentName
  /** The row or the job. */
  operation: string | null
  readonly method: string | null
  readonly path: string | null
  status: number | null
  code: string | null
  caller: LineCaller | null
  /** Real milliseconds. */
  ms: number | null
  /** Where the walk ended. */
  stage: string
  /** How often the world was changed. */
  commits: number
  scenario: string | null
  /** The rule of it that was applied. */
  rule: Rule | null
  why: string | null
  /** When each stage was entered, in real milliseconds after arrival, in the order of the stages. */
  readonly times: number[]
  /** The how-manieth of its world that was closed; 0 while it is open. */
  closed: number
  /** The rules that were switched on, and what each came to; null where there were none. */
  considered: RulesConsidered | null
  /** As they were, written out only when asked for; `data` is a job's. */
  request: { headers: Call['headers']; query?: string; body?: string | undefined; bytes?: number; data?: unknown }
  reply: { headers: Answer['headers']; body?: string | undefined; bytes: number; cut: boolean } | null
}
