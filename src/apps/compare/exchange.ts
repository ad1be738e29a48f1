/** One call of a client and the reply of the real service, as a source gives it, and the kinds of their differences. */
import type { Claims } from '../../service/tokens/caller.ts'
import type { CallHeaders } from '../../service/wire/call.ts'

export interface Exchange {
  /** The place to look at, for people: `traffic.har, entry 12`. */
  readonly from: string
  /** When the call began. Milliseconds since 1970. */
  readonly at: number
  /** When its reply ended. Milliseconds since 1970. */
  readonly ended: number
  readonly method: string
  /** Scheme, host and the path in front of `url`, without a slash at its end. */
  readonly base: string
  /** Path and query within the service. */
  readonly url: string
  readonly headers: CallHeaders
  /** Undefined: there is none, or it is missing. */
  readonly body: Uint8Array | undefined
  /** The bytes of a body that the source does not contain; 0: nothing is missing. */
  readonly missing: number
  /** The claims of a caller whose token the source does not contain. */
  readonly claims?: Claims | undefined
  /** Undefined: the connection broke before the reply. */
  readonly reply: RealReply | undefined
}

export interface RealReply {
  readonly status: number
  readonly headers: CallHeaders
  /** Undefined: the source does not contain it. */
  readonly body: Uint8Array | undefined
}

/** The kinds of differences between two replies. */
export const kinds = [
  'status',
  'code',
  'header',
  'missing',
  'extra',
  'type',
  'value',
  'order',
  'not-json',
  'connection',
  'never-reached',
] as const
export type Kind = (typeof kinds)[number]
