/** A call of a client with the reply from the real service, as a source provides it, and the result of its comparison. */
import type { Claims } from '../../service/tokens/caller.ts'
import type { CallHeaders } from '../../service/wire/call.ts'

/** Bytes, a file with them, or their size and hash alone (`sha256` in lower-case hexadecimal). */
export type Content = Uint8Array | FileContent | Digest

/** Bytes in a file, which must exist until `onResult` was called. */
export interface FileContent {
  readonly file: string
  readonly size: number
  readonly sha256?: string | undefined
}

/** Content that was too large to be stored. */
export interface Digest {
  readonly size: number
  readonly sha256: string
}

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
  readonly body: Content | undefined
  /** The bytes of a body that the source does not contain; 0: nothing is missing. */
  readonly missing: number
  /** The claims of a caller whose token the source does not contain. */
  readonly claims?: Claims | undefined
  /** Undefined: the connection broke before the reply. */
  readonly reply: RealReply | undefined
  /** Set if the connection broke before the reply had ended: `client` for an abort, `service` for a difference. */
  readonly broken?: 'client' | 'service' | undefined
  /** The source knows that this call cannot be compared, for example because it answered it itself. */
  readonly apart?: Reason | undefined
}

export interface RealReply {
  readonly status: number
  readonly headers: CallHeaders
  /** As it came, also if it is compressed. Undefined: the source does not contain it. */
  readonly body: Content | undefined
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

/** Reasons for which a call is not compared, or its differences are not reported. */
export const reasons = {
  'known-before': 'it names an id that no reply contained',
  register: 'it depends on what the real register knows of a person',
  quota: 'the real service refused it with 429',
  token: 'it depends on a token that Standin cannot check',
  race: 'it overlapped a call with the same idempotencyId',
  aborted: 'the client broke the connection, or the reply depends on such a call',
  'too-late': 'too many calls waited for the comparison, or the reply depends on such a call',
  guard: 'the guard of recipients refused it',
  cut: 'the recording lacks a body or the token',
  unpaired: 'it names a record that Standin had refused',
} as const
export type Reason = keyof typeof reasons

/** A difference between the reply of the real service (`there`) and that of Standin (`here`). */
export interface Difference {
  readonly kind: Kind
  /** The member, without the numbers of list entries: `items[].id`. */
  readonly where: string
  readonly there: unknown
  readonly here: unknown
}

export interface Outcome {
  /** Without bodies, unless the replies differ and the bodies are small. */
  readonly exchange: Exchange
  readonly operation: string
  /** The differences, an empty list if the replies are the same, or the reason for which the call is not compared. */
  readonly result: readonly Difference[] | Reason
  /** Standin's reply, if they differ. A large body is left out. */
  readonly ours?: { readonly status: number; readonly headers: CallHeaders; readonly body: Uint8Array | undefined }
}

/** A member that differs between two equal calls of the real service. */
export interface Noise {
  readonly operation: string
  readonly where: string
  /** Calls in which it differed. */
  readonly calls: number
}

/** A header that only the real service sends, such as that of a gateway. */
export interface AddedHeader {
  readonly name: string
  /** The first of the calls. */
  readonly outcome: Outcome
  readonly value: unknown
  readonly calls: number
}

export interface Compared {
  /** In the order in which the calls were added. */
  readonly outcomes: readonly Outcome[]
  readonly noise: readonly Noise[]
  readonly added: readonly AddedHeader[]
  /** Code of a refusal, or status of a record → calls whose real reply contains it. */
  readonly words: ReadonlyMap<string, number>
  /** False if it was stopped. */
  readonly complete: boolean
}

export interface ComparisonOptions {
  /** The caller of calls without a token. */
  readonly as?: Claims | undefined
  /** True if the source contains no token at all, so that calls without one are not those of a client that forgot it. */
  readonly isStripped?: boolean | undefined
  /** True if the source contains every token, so that a call without one had none. */
  readonly isWhole?: boolean | undefined
  /** Headers that the source does not contain: recordings leave them out. */
  readonly lacks?: ReadonlySet<string> | undefined
  /** Milliseconds after which a status that the real service has not reached is never reached. */
  readonly settle: number
  /** Time of the first call, in milliseconds since 1970. Default: that of the first exchange that is added. */
  readonly began?: number | undefined
  /** The most that may wait to be compared. Default: 1,000 calls, 64 MiB. */
  readonly mostWaiting?: { readonly calls: number; readonly bytes: number } | undefined
  /** Called with each result, and again with a result that a later reply changes. */
  readonly onResult?: ((outcome: Outcome) => void) | undefined
}
