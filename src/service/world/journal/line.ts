/** A journal line, which records a call or a job. */
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

/** The result of a comparison with the real service. Values are masked. */
export interface LineComparison {
  readonly result: 'same' | 'differs' | 'apart'
  readonly reason?: string
  readonly differences?: readonly {
    readonly kind: string
    readonly where: string
    /** The value in the real service's reply (`there`) and in Standin's reply (`here`). */
    readonly there: unknown
    readonly here: unknown
  }[]
}

export interface LineSender {
  /** The connection's number in this process. `null` if the host cannot identify connections. */
  readonly connection: number | null
  /** True if Standin made the call itself. */
  readonly own: boolean
}

/** A call's stages, in order. */
export const stageNames = ['identify', 'rules', 'access', 'limit', 'validate', 'handle'] as const
export type StageName = (typeof stageNames)[number]

/** Maximum number of body characters stored in a line. */
export const bodyLimit = 16_384

/**
 * A job, or a call from its arrival until its answer is sent. A single flat object, because a journal contains a thousand of these objects.
 */
export interface Line {
  readonly id: string
  /** Milliseconds of world time since 1970. */
  readonly at: number
  readonly environment: EnvironmentName
  operation: string | null
  readonly method: string | null
  path: string | null
  status: number | null
  code: string | null
  caller: LineCaller | null
  /** Also set if the token has expired or is not valid yet. `null` if the call has no token or an untrusted one. */
  token: LineToken | null
  /** Start time in real milliseconds from an arbitrary origin. */
  readonly began: number
  /** Duration in real milliseconds. */
  ms: number | null
  stage: string
  /** Counts of testers' changes at arrival. Lines without changes between them share an object. */
  readonly doings: Doings
  /** `null` if the host cannot identify connections. */
  sender: LineSender | null
  commits: number
  scenario: string | null
  rule: Rule | null
  why: string | null
  /**
   * A job's result, which `why` contains as text. `null` for a call and for a job that has not ended. In a snapshot, the result contains
   * only `status`.
   */
  outcome: Readonly<Record<string, unknown>> | null
  /** When each stage started, in real milliseconds after arrival, in the order of {@link stageNames}. */
  readonly times: number[]
  /** The line's position in closing order, counted from 1. 0 while the line is open. */
  closed: number
  number: number
  /** The line's estimated size in the ring, in bytes. */
  weight: number
  /** True if secrets have been replaced with placeholders, which happens when the line is first read. */
  marked: boolean
  /** The active rules with their results. `null` if no rules were active. */
  considered: RulesConsidered | null
  requestHeaders: Call['headers']
  query: string
  /** `null` if bodies are not stored. */
  requestBody: string | null
  /** Number of characters omitted from the body. */
  requestMissing: number
  /** `null` if the body was not read. */
  requestBytes: number | null
  readonly data: unknown
  /** `null` until there is a reply. */
  replyHeaders: Answer['headers'] | null
  replyBody: string | null
  replyMissing: number
  replyBytes: number
  /** True if the reply was cut off. */
  cut: boolean
  /** `null` if the call was not sent to a real service or the result is not known yet. */
  comparison: LineComparison | null
}

/** Formats an outcome as text, with the id last, because lists show only the beginning. */
export function outcomeText({ id, ...facts }: NonNullable<Line['outcome']>): string {
  let text = ''
  for (const name in facts) text += `${text === '' ? '' : ', '}${name} ${String(facts[name])}`
  return typeof id === 'string' ? `${text}${text === '' ? '' : ', '}id ${id}` : text
}

/** Parses the JSON body stored for a call. If it cannot be parsed, returns the reason as a string. */
export function jsonOf({ requestBody: body, requestBytes }: Line): { value: unknown } | string {
  if (body === null) return 'has no stored text'
  try {
    return { value: JSON.parse(body.replace(/^\uFEFF/, '')) }
  } catch {
    return Math.max(requestBytes ?? 0, body.length) >= bodyLimit ? `has more than the ${bodyLimit} stored characters` : 'is not JSON'
  }
}
