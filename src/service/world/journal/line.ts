/** A journal line: one call or one job. */
import type { Answer, Call } from '../../wire/call.ts'
import type { Doings } from '../changes.ts'
import type { EnvironmentName } from '../records.ts'
import type { Rule, RulesConsidered } from '../scenario.ts'

export interface LineCaller {
  readonly org: string | null
  readonly orgNo: string | null
  readonly clientId: string | null
}

/** The claims in a call's token, truncated. Times are milliseconds since 1970. */
export interface LineToken {
  readonly iss: string | null
  readonly org: string | null
  readonly orgNo: string | null
  readonly clientId: string | null
  readonly vendor: string | null
  readonly systemUser: string | null
  readonly user: string | null
  readonly scopes: readonly string[]
  readonly nbf: number
  readonly exp: number
}

/** The result of comparing with the real service. The values are masked. */
export interface LineComparison {
  readonly result: 'same' | 'differs' | 'apart'
  /** Why it could not be compared. */
  readonly reason?: string
  readonly differences?: readonly {
    readonly kind: string
    readonly where: string
    /** The real service's value, and Standin's. */
    readonly there: unknown
    readonly here: unknown
  }[]
}

export interface LineSender {
  /** Its connection's number within this process. `null` if the host cannot see connections. */
  readonly connection: number | null
  /** True if Standin made the call itself. */
  readonly own: boolean
}

/** The stages that a call goes through, in order. */
export const stageNames = ['identify', 'rules', 'access', 'limit', 'validate', 'handle'] as const
export type StageName = (typeof stageNames)[number]

/** Maximum number of characters of a body that a line stores. */
export const bodyLimit = 16_384

/**
 * A call, from its arrival until its answer is sent, or a job. It is a single flat object, because the journal contains a thousand of them.
 */
export interface Line {
  readonly id: string
  /** World milliseconds since 1970. */
  readonly at: number
  readonly environment: EnvironmentName
  /** The row or job id. */
  operation: string | null
  readonly method: string | null
  path: string | null
  status: number | null
  code: string | null
  caller: LineCaller | null
  /** Also set for a token that is expired or not valid yet. `null` if the call has no token or an untrusted token. */
  token: LineToken | null
  /** Start time in real milliseconds, counted from an arbitrary origin. */
  readonly began: number
  /** Duration in real milliseconds. */
  ms: number | null
  /** The last stage that the call reached. */
  stage: string
  /** Counts of testers' changes at the time of arrival. Lines with no changes in between share one object. */
  readonly doings: Doings
  /** `null` for a client whose host cannot see connections. */
  sender: LineSender | null
  /** Number of commits. */
  commits: number
  scenario: string | null
  /** The scenario rule that applied. */
  rule: Rule | null
  why: string | null
  /** A job's result; `why` is its text. `null` for a call, and for a job that has not ended. A snapshot contains only its `status`. */
  outcome: Readonly<Record<string, unknown>> | null
  /** When each stage started, in real milliseconds after arrival, in {@link stageNames} order. */
  readonly times: number[]
  /** Its position in the order in which lines closed, counted from 1; 0 while the line is open. */
  closed: number
  /** Its number in the ring. */
  number: number
  /** Estimated number of bytes in the ring. */
  weight: number
  /** True if secrets have been replaced by placeholders. This happens when the line is first read. */
  marked: boolean
  /** The active rules and their results. `null` if no rule was active. */
  considered: RulesConsidered | null
  requestHeaders: Call['headers']
  query: string
  /** `null` if it is not stored. */
  requestBody: string | null
  /** Number of characters omitted from the body. */
  requestMissing: number
  /** `null` if the body was not read. */
  requestBytes: number | null
  /** The booking data of a job. */
  readonly data: unknown
  /** `null` until there is a reply. */
  replyHeaders: Answer['headers'] | null
  replyBody: string | null
  replyMissing: number
  replyBytes: number
  /** True if the reply was cut off. */
  cut: boolean
  /** `null` if the call did not go to a real service, or if its result is not known yet. */
  comparison: LineComparison | null
}

/** Formats an outcome as text. The id comes last, because lists only show the beginning. */
export function outcomeText({ id, ...facts }: NonNullable<Line['outcome']>): string {
  let text = ''
  for (const name in facts) text += `${text === '' ? '' : ', '}${name} ${String(facts[name])}`
  return typeof id === 'string' ? `${text}${text === '' ? '' : ', '}id ${id}` : text
}

/** Parses a call's stored JSON body. Returns the reason as a string if that is impossible. */
export function jsonOf({ requestBody: body, requestBytes }: Line): { value: unknown } | string {
  if (body === null) return 'has no stored text'
  try {
    return { value: JSON.parse(body.replace(/^\uFEFF/, '')) }
  } catch {
    return Math.max(requestBytes ?? 0, body.length) >= bodyLimit ? `has more than the ${bodyLimit} stored characters` : 'is not JSON'
  }
}
