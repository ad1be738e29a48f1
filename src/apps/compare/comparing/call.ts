/** A call on its way through the comparison: prepared, and then handled. */
import type { CallHeaders } from '../../../service/wire/call.ts'
import type { Difference, Digest, Exchange } from '../exchange.ts'
import type { OurReply } from './world.ts'

/** A call that can be handled in the world. */
export interface Prepared {
  readonly exchange: Exchange
  readonly operation: string
  /** The header of the world's copy. */
  readonly authorization: string | undefined
  /** The body of the call, if it is text. */
  readonly sent: string | undefined
  /** The reply of the real service, unpacked. A body that is undefined is not compared. */
  readonly reply: { readonly status: number; readonly headers: CallHeaders; readonly body: Uint8Array | Digest | undefined } | undefined
  /** Everything that may contain ids. */
  readonly told: string
  /** True if it overlapped a call with the same idempotencyId. */
  readonly isRace: boolean
}

export interface Handled {
  readonly ours: OurReply
  readonly differences: readonly Difference[]
  /** Names of headers that only the real reply has. */
  readonly added: readonly string[]
  /** The entries that differ, if the reply is a list. */
  readonly about: readonly string[]
  /** True if the statuses differ, but ids of the real reply have a counterpart in ours. */
  readonly isPaired: boolean
}
