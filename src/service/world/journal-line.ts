/** One line of the journal: a call, or a job. */
import type { Answer, Call } from '../wire/call.ts'
import type { EnvironmentName } from './agenda.ts'
import type { Doings } from './changes.ts'
import type { Rule, RulesConsidered } from './scenario.ts'

export interface LineCaller {
  readonly org: string | null
  readonly orgNo: string | null
  readonly clientId: string | null
}

/** What the token of a call says, cut. Times are milliseconds since 1970. */
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

/** What the comparison with the real service showed. The values are masked. */
export interface LineComparison {
  readonly result: 'same' | 'differs' | 'apart'
  /** Why it could not be compared. */
  readonly reason?: string
  readonly differences?: readonly {
    readonly kind: string
    readonly where: string
    /** The value of the real service, and that of Standin. */
    readonly there: unknown
    readonly here: unknown
  }[]
}

export interface LineSender {
  /** The number of its connection among those of this process. Null: the host does not see connections. */
  readonly connection: number | null
  /** Whether Standin made the call itself. */
  readonly own: boolean
}

/** One call, from its arrival until its answer is sent; or one job. One flat object, because the journal holds a thousand of them. */
export interface Line {
  readonly id: string
  /** World milliseconds since 1970. */
  readonly at: number
  readonly environment: EnvironmentName
  /** The id of the row or job. */
  operation: string | null
  readonly method: string | null
  path: string | null
  status: number | null
  code: string | null
  caller: LineCaller | null
  /** Also of a token that is expired or not valid yet. Null: the call has none, or one that is not trusted. */
  token: LineToken | null
  /** When it began, on a clock of real milliseconds with an arbitrary start. */
  readonly began: number
  /** Real milliseconds. */
  ms: number | null
  /** Where the walk ended. */
  stage: string
  /** What testers had done until it arrived. All lines until they do something again have the same object. */
  readonly doings: Doings
  /** Its sender; null: a client, and the host does not see connections. */
  sender: LineSender | null
  /** How often it changed the world. */
  commits: number
  scenario: string | null
  /** The rule of the scenario that applied. */
  rule: Rule | null
  why: string | null
  /** What a job did: `why` says it in words. Null: it has not ended, or it is a call. A snapshot has its `status` alone. */
  outcome: Readonly<Record<string, unknown>> | null
  /** When each stage began, in real milliseconds after arrival, in the order of the stages. */
  readonly times: number[]
  /** The position in the order of closing, counted from 1; 0 while the line is open. */
  closed: number
  /** Its number in its ring of lines. */
  number: number
  /** Its bytes in the ring, estimated. */
  weight: number
  /** Whether its texts are without secrets: they are from the first time that somebody reads the line. */
  marked: boolean
  /** The active rules, and the result of each; null when no rule was active. */
  considered: RulesConsidered | null
  requestHeaders: Call['headers']
  query: string
  /** Null when it is not kept. */
  requestBody: string | null
  /** How many characters of the body are left out. */
  requestMissing: number
  /** Null when the body was not read. */
  requestBytes: number | null
  /** The data of a job. */
  readonly data: unknown
  /** Null until there is a reply. */
  replyHeaders: Answer['headers'] | null
  replyBody: string | null
  replyMissing: number
  replyBytes: number
  /** Whether the reply was broken off. */
  cut: boolean
  /** Null: the call did not go to a real service, or its result is not there yet. */
  comparison: LineComparison | null
}

/** The members of an outcome as one text. The id comes last: a list shows the beginning. */
export function outcomeText({ id, ...facts }: NonNullable<Line['outcome']>): string {
  let text = ''
  for (const name in facts) text += `${text === '' ? '' : ', '}${name} ${String(facts[name])}`
  return typeof id === 'string' ? `${text}${text === '' ? '' : ', '}id ${id}` : text
}
