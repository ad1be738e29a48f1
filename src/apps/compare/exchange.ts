/** A client's call with the real service's reply, as provided by a source, and the result of its comparison. */
import type { Claims } from '../../service/tokens/caller.ts'
import type { CallHeaders } from '../../service/wire/call.ts'

/** Bytes, a file that contains them, or only their size and hash (`sha256` in lowercase hexadecimal). */
export type Content = Uint8Array | FileContent | Digest

/** Bytes in a file, which must exist until `onResult` has been called. */
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
  /** The call's place in its source, as shown to people, such as `traffic.har, entry 12`. */
  readonly from: string
  /** When the call began. Milliseconds since 1970. */
  readonly at: number
  /** When the reply ended. Milliseconds since 1970. */
  readonly ended: number
  readonly method: string
  /** Scheme, host and the path before `url`, without a trailing slash. */
  readonly base: string
  /** Path and query within the service. */
  readonly url: string
  readonly headers: CallHeaders
  /** Undefined if the call has no body, or the source lacks the body. */
  readonly body: Content | undefined
  /** Size of a body that the source lacks, in bytes; 0 if nothing is missing. */
  readonly missing: number
  /** The caller's claims, if the source lacks the token. */
  readonly claims?: Claims | undefined
  /** Undefined if the connection broke before the reply. */
  readonly reply: RealReply | undefined
  /** The side that broke the connection before the reply ended, if any. A break by the service is reported as a difference. */
  readonly broken?: 'client' | 'service' | undefined
  /** Why the service's connection broke. */
  readonly why?: string | undefined
  /** Set if the source knows that the call cannot be compared, for example because the source itself answered the call. */
  readonly apart?: Reason | undefined
}

export interface RealReply {
  readonly status: number
  readonly headers: CallHeaders
  /** The bytes as received, even if compressed. Undefined if the source lacks the body. */
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

/** Reasons why a call is not compared, or its differences are not reported. */
export const reasons = {
  'known-before': 'it contains an id that no reply contained',
  register: 'its reply depends on the data in the real contact register',
  quota: 'the real service refused it with 429',
  token: 'it depends on a token that Standin cannot check',
  race: 'it overlapped with another call that has the same idempotencyId',
  aborted: 'the client dropped the connection, or the reply depends on such a call',
  'too-late': 'too many calls were waiting to be compared, or the reply depends on such a call',
  guard: 'Standin blocked it, because a recipient is not in the environment file',
  cut: 'the recording does not contain the body or the token',
  unpaired: 'it refers to a record that exists on one side only',
} as const
export type Reason = keyof typeof reasons

/** A difference between the real service's reply (`there`) and Standin's (`here`). */
export interface Difference {
  readonly kind: Kind
  /** The member that differs, without list indexes, such as `items[].id`. */
  readonly where: string
  readonly there: unknown
  readonly here: unknown
}

export interface Outcome {
  /** The call without its bodies, unless the replies differ and the bodies are small. */
  readonly exchange: Exchange
  readonly operation: string
  /** The differences (empty if the replies are the same), or the reason why the call is not compared. */
  readonly result: readonly Difference[] | Reason
  /** Standin's reply, if the replies differ. A large body is left out. */
  readonly ours?: { readonly status: number; readonly headers: CallHeaders; readonly body: Uint8Array | undefined }
}

/** A member that differs between two equal calls to the real service. */
export interface Noise {
  readonly operation: string
  readonly where: string
  /** Number of calls in which the member differed. */
  readonly calls: number
}

/** A header that only the real service sends, such as a gateway's. */
export interface AddedHeader {
  readonly name: string
  /** The result of the first call whose reply has the header. */
  readonly outcome: Outcome
  readonly value: unknown
  readonly calls: number
}

export interface Compared {
  /** In the order in which the calls were added. */
  readonly outcomes: readonly Outcome[]
  readonly noise: readonly Noise[]
  readonly added: readonly AddedHeader[]
  /** Refusal code or record status → number of calls whose real reply contains it. */
  readonly words: ReadonlyMap<string, number>
  /** False if the comparison was stopped. */
  readonly complete: boolean
}

export interface ComparisonOptions {
  /** The caller for calls without a token. */
  readonly as?: Claims | undefined
  /** True if the source contains no tokens at all, so a call without a token does not mean that the client forgot it. */
  readonly isStripped?: boolean | undefined
  /** True if the source contains every token, so a call without a token really had none. */
  readonly isWhole?: boolean | undefined
  /** Headers that the source lacks because recordings omit them. */
  readonly lacks?: ReadonlySet<string> | undefined
  /** Milliseconds after which a status that the real service has not reached counts as never reached. */
  readonly settle: number
  /** Time of the first call, in milliseconds since 1970. Default: the time of the first exchange added. */
  readonly began?: number | undefined
  /** Limits for calls waiting to be compared. Default: 1,000 calls, 64 MiB. */
  readonly mostWaiting?: { readonly calls: number; readonly bytes: number } | undefined
  /** Called with each result, and again if a later reply changes the result. */
  readonly onResult?: ((outcome: Outcome) => void) | undefined
}
